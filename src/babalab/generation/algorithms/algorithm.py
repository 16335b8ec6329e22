"""What an algorithm is: it asks about maps, is told what they are worth, and asks again.

A search is a generator. It yields `Candidates` and is sent back what was judged of them; whoever
drives it (`babalab.generation.searching`) counts evaluations, looks at the clock, keeps the best
map and ends it at the goal. So an algorithm has nothing but its own idea in it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from babalab.base.parameters import check_parameters
from babalab.base.registry import ClassRegistry
from babalab.generation.archive import Archive
from babalab.generation.errors import GenerationError
from babalab.generation.problems.problem import Judged, Maps, Problem
from babalab.generation.representations.representation import Representation


@dataclass(frozen=True, slots=True)
class Ground:
    """What a search stands on."""

    problem: Problem
    representation: Representation
    start: Maps
    """The start map, one row. Fitness is relative to it; it is the tree's root, or one of the
    first population."""
    judged: Judged
    """What is to be said of the start map."""
    chance: np.random.Generator
    """Where all chance comes from."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Maps to be judged, at least one; the first that reaches the goal ends the search there."""

    maps: Maps
    depth: int | NDArray[np.int64] = 0
    """Of a tree search: how many changes they are away from the start map, all or each."""
    archive: Archive | None = None
    """The archive as it is now, of an algorithm that keeps one."""
    hints: Sequence[str] | None = None
    """What is known of each map, as the problem understands it: of a level of Baba a solution."""
    results: int | None = None
    """Only the first so many can be the result, the others are only asked about; None: all can."""


Search = Generator[Candidates, Judged, None]


@dataclass(frozen=True, kw_only=True)
class Algorithm(ABC):
    """Base of all algorithms: a frozen dataclass, its parameters declared with `parameter`."""

    name: ClassVar[str]
    usual_representation: ClassVar[str] = "wide"
    stops_at_goal: ClassVar[bool] = True
    """Whether a search is over when one map reaches the goal; an archive wants to be filled."""
    only: ClassVar[tuple[str, ...]] = ()
    """The names of the only problems it is for; none: it is for all."""

    def __post_init__(self) -> None:
        check_parameters(self)

    @abstractmethod
    def search(self, ground: Ground) -> Search:
        """Ask about maps until there is nothing left to ask."""


ALGORITHMS: Final[ClassRegistry[Algorithm]] = ClassRegistry(
    "algorithm",
    Algorithm,  # type: ignore[type-abstract]
    GenerationError,
    "babalab.generators",
)
algorithms = ALGORITHMS.all
algorithm_named = ALGORITHMS.named
register_algorithm = ALGORITHMS.register
make_algorithm = ALGORITHMS.make
