"""What a representation is: which changes can be made to a map, and where.

Bhaumik and others, section Representations. A place in the search is a map and a *cursor*, a
number whose meaning is the representation's own: where the next change is made. Tree search
follows all changes, an optimiser tries one or all of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from babalab.generation.problems.problem import Maps, Problem


class Children(NamedTuple):
    """What comes of every change there is, in the order of the changes."""

    maps: Maps
    cursors: NDArray[np.int64]
    changed: NDArray[np.bool_]
    """Whether the map is another one; it may also only be looked at elsewhere."""


@dataclass(frozen=True)
class Representation(ABC):
    """Base of all representations of a problem's maps."""

    name: ClassVar[str]

    problem: Problem

    @abstractmethod
    def begin(self, chance: np.random.Generator) -> int:
        """The cursor to begin with. What is drawn for the whole search is drawn here."""

    @abstractmethod
    def children(self, map_: Maps, cursor: int) -> Children:
        """Make every change, one at a time."""

    @abstractmethod
    def neighbour(self, map_: Maps, cursor: int, chance: np.random.Generator) -> tuple[Maps, int]:
        """Make one change by chance."""

    @abstractmethod
    def wander(
        self, map_: Maps, cursor: int, steps: int, chance: np.random.Generator
    ) -> tuple[Maps, int]:
        """Make so many changes by chance, one after the other."""
