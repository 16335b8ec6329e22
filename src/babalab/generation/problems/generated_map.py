"""A generated map, and a table of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from babalab.generation.problems.values import Maps, Statistics


@dataclass(frozen=True, slots=True)
class GeneratedMap:
    """A map that passes the goal test, and the search that found it."""

    map: Maps
    statistics: Statistics
    fitness: float
    hint: str
    """Facts that the algorithm knew about the map; see `Candidates`."""
    number: int
    """The number of the search."""
    seed: int
    """The seed of the search: `search` finds the map again with it."""
    evaluations: int
    """Evaluations of the whole search, even if its archive has more maps."""
    seconds: float
    finished: Any = None
    """The result of `Problem.finish`, in the problem's own form: for Baba, a `FinishedLevel`."""


@dataclass(frozen=True, slots=True)
class MapTable:
    """A table with one row per generated map."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    footnote: str = ""
