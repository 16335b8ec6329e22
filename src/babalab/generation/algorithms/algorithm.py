"""The base class of all algorithms: they ask about maps, get a judgement, and ask again.

A search is a generator. It yields `Candidates` and is sent back their judgement. The loop that
drives it (`babalab.generation.searching`) counts evaluations, watches the clock, keeps the best map
and stops at the goal, so that an algorithm has nothing but its own idea in it.
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
from babalab.generation.algorithms.archive import Archive
from babalab.generation.errors import GenerationError
from babalab.generation.problems.problem import Judgement, Maps, Problem
from babalab.generation.representations.representation import Representation


@dataclass(frozen=True, slots=True)
class SearchContext:
    """Everything a search starts from."""

    problem: Problem
    representation: Representation
    start: Maps
    """The start map, one row. Fitness is relative to it. It is the root of a tree, or one of the
    first population."""
    judged: Judgement
    """The judgement of the start map."""
    chance: np.random.Generator
    """The source of all random choices."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Maps to be judged, at least one; the first that reaches the goal ends the search there."""

    maps: Maps
    depth: int | NDArray[np.int64] = 0
    """In a tree search: the number of changes from the start map, for all maps or for each."""
    archive: Archive | None = None
    """The current archive of an algorithm that keeps one."""
    hints: Sequence[str] | None = None
    """What is known of each map, in the problem's own terms: for a level of Baba, a solution."""
    results: int | None = None
    """How many of the maps, from the first on, can be the result; None if all can."""


Search = Generator[Candidates, Judgement, None]


@dataclass(frozen=True, kw_only=True)
class Algorithm(ABC):
    """Base class of all algorithms: a frozen dataclass that declares its parameters."""

    name: ClassVar[str]
    usual_representation: ClassVar[str] = "wide"
    needs_change_list: ClassVar[bool] = True
    """Whether the algorithm needs a list of all changes, as tree searches do; if it does not, it
    works with representations that can only draw changes at random."""
    stops_at_goal: ClassVar[bool] = True
    """Whether a search ends when one map reaches the goal; an archive goes on."""
    only: ClassVar[tuple[str, ...]] = ()
    """The names of the only problems the algorithm works for; if empty, it works for all."""

    def __post_init__(self) -> None:
        check_parameters(self)

    def check_problem(self, problem: Problem) -> None:
        """Raise `GenerationError` if the algorithm does not work for the problem."""
        if self.only and problem.name not in self.only:
            wanted = " and ".join(self.only)
            raise GenerationError(f"{self.name} is for {wanted} only, not for {problem.name}")

    @abstractmethod
    def search(self, context: SearchContext) -> Search:
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
