"""Reports of measurements: a table for people, one flat JSON object for programs."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Note = Callable[[str], None]
"""Told what is about to be measured."""


class Measurement(NamedTuple):
    """One line of the table: `name` is its key in the JSON."""

    name: str
    title: str
    value: float
    unit: str


@dataclass(slots=True)
class LevelReport(ABC):
    """Base class of reports: the levels that were measured on, and figures."""

    levels: str
    level_count: int

    @property
    @abstractmethod
    def figures(self) -> dict[str, float]:
        """All figures by name, rounded."""

    def as_json(self) -> dict[str, Any]:
        """Return one flat object for JSON."""
        return {
            "levels": self.levels,
            "level_count": self.level_count,
            "cpus": os.cpu_count(),
            **self.figures,
        }


@dataclass(slots=True)
class Report(LevelReport):
    """The report of `babalab bench`."""

    measurements: list[Measurement] = field(default_factory=list)

    def add(self, name: str, title: str, value: float, unit: str) -> None:
        """Add a figure."""
        self.measurements.append(Measurement(name, title, value, unit))

    @property
    def figures(self) -> dict[str, float]:
        """See `LevelReport`."""
        return {each.name: round(each.value, 1) for each in self.measurements}
