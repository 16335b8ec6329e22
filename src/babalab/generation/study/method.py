"""Methods of search: a problem, a representation and an algorithm, checked beforehand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

from babalab import _core
from babalab.arena.entrant import Codes, find_codes, find_for_any_process, is_ours
from babalab.base.specs import spec_of
from babalab.execution.work import OURS
from babalab.generation.algorithms.algorithm import (
    ALGORITHMS,
    Algorithm,
    make_algorithm,
)
from babalab.generation.problems.problem import PROBLEMS, Problem, make_problem
from babalab.generation.representations.representation import (
    REPRESENTATIONS,
    Representation,
    representation_named,
)
from babalab.generation.searching import search

Thing = TypeVar("Thing")


@dataclass(frozen=True)
class Ingredient(Generic[Thing]):
    """A problem, a representation or an algorithm as results name it."""

    thing: Thing
    name: str
    spec: str
    """Its name, and the parameters that differ from their defaults."""
    codes: Codes
    source: str
    """The text from which any process can make it."""
    ours: bool
    """Whether it consists of babalab's own code and nobody else's."""


def find_problem(text: str) -> Ingredient[Problem]:
    """Find the problem that a text such as ``zelda:width=9`` or ``mine.py:Mine`` names.

    Raises `GenerationError`, `ArenaError` or `ParameterError` if there is none.
    """
    found = find_for_any_process(text, make_problem, PROBLEMS)
    problem = found.thing
    return Ingredient(
        problem,
        problem.name,
        spec_of(problem),
        _find_problem_codes(type(problem)),
        found.source,
        is_ours(type(problem)),
    )


def find_representation(text: str) -> Ingredient[type[Representation]]:
    """Find a representation in the same way."""
    found = find_for_any_process(text, representation_named, REPRESENTATIONS)
    name = found.thing.name
    return Ingredient(
        found.thing,
        name,
        name,
        _find_representation_codes(found.thing),
        found.source,
        is_ours(found.thing),
    )


def find_algorithm(text: str) -> Ingredient[Algorithm]:
    """Find an algorithm in the same way."""
    found = find_for_any_process(text, make_algorithm, ALGORITHMS)
    algorithm = found.thing
    return Ingredient(
        algorithm,
        algorithm.name,
        spec_of(algorithm),
        _find_algorithm_codes(type(algorithm)),
        found.source,
        is_ours(type(algorithm)),
    )


@dataclass(frozen=True)
class Method:
    """The parts of a search, as results name them. The first four identify a method."""

    problem: str
    """Its name, and the parameters that differ from their defaults."""
    representation: str
    algorithm: str
    """Likewise."""
    code: str
    """The fingerprint of the code of all three, native statistics included."""
    problem_name: str
    algorithm_name: str
    sources: tuple[str, str, str]
    """The texts from which any process can make problem, representation and algorithm."""
    variant: str
    """The algorithm as it was requested, before any settings for the problem."""
    former_codes: tuple[str, ...] = ()
    """Fingerprints under which earlier versions stored searches of the same method."""
    ours: tuple[bool, bool, bool] = (False, False, False)
    """Which of the three consist of babalab's own code and nobody else's."""

    @classmethod
    def of(cls, problem: str, representation: str, algorithm: str) -> Method:
        """Return the method that ``zelda:width=9``, ``wide`` and ``mine.py:Mine`` name.

        Raises `GenerationError`, `ArenaError` or `ParameterError` if there is none.
        """
        return cls.from_ingredients(
            find_problem(problem),
            find_representation(representation),
            find_algorithm(algorithm),
        )

    @classmethod
    def from_ingredients(
        cls,
        problem: Ingredient[Problem],
        representation: Ingredient[type[Representation]],
        algorithm: Ingredient[Algorithm],
        variant: str | None = None,
    ) -> Method:
        """Return the method of these parts. Raises `GenerationError` if they don't go together.

        `variant` is the algorithm as it was requested, if its settings have changed since.
        """
        algorithm.thing.check_problem(problem.thing)
        parts = problem.codes, representation.codes, algorithm.codes
        return cls(
            problem.spec,
            representation.spec,
            algorithm.spec,
            _join_codes(each.code for each in parts),
            problem.name,
            algorithm.name,
            (problem.source, representation.source, algorithm.source),
            variant or algorithm.spec,
            tuple(map(_join_codes, zip(*(each.former_codes for each in parts), strict=False))),
            (problem.ours, representation.ours, algorithm.ours),
        )

    @property
    def key(self) -> tuple[str, str, str, str]:
        """The parts that make two methods the same."""
        return self.problem, self.representation, self.algorithm, self.code

    @property
    def team(self) -> str:
        """The team that its work belongs to: whoever wrote a part that is not ours."""
        theirs = [source for source, ours in zip(self.sources, self.ours, strict=True) if not ours]
        return "\n".join(theirs) or OURS

    @property
    def problem_team(self) -> str:
        """The team of the problem alone, which judges maps."""
        return OURS if self.ours[0] else self.sources[0]

    @property
    def label(self) -> str:
        """The algorithm and the representation, without the problem."""
        return f"{self.variant} {self.representation}"


def _join_codes(codes: Iterable[str]) -> str:
    return hashlib.blake2b(" ".join(codes).encode(), digest_size=16).hexdigest()


@cache
def _find_problem_codes(kind: type[Problem]) -> Codes:
    return find_codes(kind, _core.MAPS_DIGEST, root=Problem)


@cache
def _find_representation_codes(kind: type[Representation]) -> Codes:
    return find_codes(kind, root=Representation)


@cache
def _find_algorithm_codes(kind: type[Algorithm]) -> Codes:
    """Return the codes of an algorithm and of the loop that drives it."""
    return find_codes(kind, root=Algorithm, besides=[search.__module__])
