"""The base class of all algorithms, and their registry.

An algorithm asks about maps, gets a judgement, and asks again; see `protocol`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Final

from babalab.base.parameters import check_parameters
from babalab.base.registry import ClassRegistry
from babalab.generation.algorithms.protocol import Search, SearchContext
from babalab.generation.errors import GenerationError
from babalab.generation.problems.problem import Problem


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


ALGORITHMS: Final = ClassRegistry(Algorithm, GenerationError, "babalab.generators")  # type: ignore[type-abstract]
algorithms = ALGORITHMS.all
algorithm_named = ALGORITHMS.named
register_algorithm = ALGORITHMS.register
make_algorithm = ALGORITHMS.make
