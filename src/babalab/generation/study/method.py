"""Who searches for what: a problem, a representation and an algorithm, checked beforehand."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Generic, TypeVar

from babalab import _core
from babalab.arena.entrant import Codes, codes_of, find_for_any_process
from babalab.base.specs import spec_of
from babalab.generation.algorithms.algorithm import (
    ALGORITHMS,
    Algorithm,
    make_algorithm,
)
from babalab.generation.errors import GenerationError
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
    """Its name, and its parameters as far as they are not as by default."""
    codes: Codes
    source: str
    """What any process can make it from."""


def problem_ingredient(text: str) -> Ingredient[Problem]:
    """Return the problem that a text such as ``zelda:width=9`` or ``mine.py:Mine`` stands for.

    Raises `GenerationError`, `ArenaError` or `ParameterError` if there is none.
    """
    found = find_for_any_process(text, make_problem, PROBLEMS)
    problem = found.thing
    return Ingredient(
        problem, problem.name, spec_of(problem), _problem_codes(type(problem)), found.source
    )


def representation_ingredient(text: str) -> Ingredient[type[Representation]]:
    """Return the same for a representation."""
    found = find_for_any_process(text, representation_named, REPRESENTATIONS)
    name = found.thing.name
    return Ingredient(found.thing, name, name, _representation_codes(found.thing), found.source)


def algorithm_ingredient(text: str) -> Ingredient[Algorithm]:
    """Return the same for an algorithm."""
    found = find_for_any_process(text, make_algorithm, ALGORITHMS)
    algorithm = found.thing
    return Ingredient(
        algorithm,
        algorithm.name,
        spec_of(algorithm),
        _algorithm_codes(type(algorithm)),
        found.source,
    )


@dataclass(frozen=True)
class Method:
    """What a search is made of, as results name it. Two with the same first four are the same."""

    problem: str
    """Its name, and its parameters as far as they are not as by default."""
    representation: str
    algorithm: str
    """Its name, and its parameters likewise."""
    code: str
    """The fingerprint of what the three are written in, the native statistics among it."""
    problem_name: str
    algorithm_name: str
    sources: tuple[str, str, str]
    """What any process can make the problem, the representation and the algorithm from."""
    variant: str
    """The algorithm as it was asked for, which may be set otherwise for each problem."""
    former_codes: tuple[str, ...] = ()
    """Fingerprints under which earlier versions stored searches of the same method."""

    @classmethod
    def of(cls, problem: str, representation: str, algorithm: str) -> Method:
        """Return the method that ``zelda:width=9``, ``wide`` and ``mine.py:Mine`` name.

        Raises `GenerationError`, `ArenaError` or `ParameterError` if there is none.
        """
        return cls.made_of(
            problem_ingredient(problem),
            representation_ingredient(representation),
            algorithm_ingredient(algorithm),
        )

    @classmethod
    def made_of(
        cls,
        problem: Ingredient[Problem],
        representation: Ingredient[type[Representation]],
        algorithm: Ingredient[Algorithm],
        variant: str | None = None,
    ) -> Method:
        """Return the one made of these. Raises `GenerationError` if they don't go together.

        `variant` is how the algorithm was asked for, if not as it is now.
        """
        only = algorithm.thing.only
        if only and problem.name not in only:
            wanted = " and ".join(only)
            raise GenerationError(f"{algorithm.name} is for {wanted} only, not for {problem.name}")
        parts = problem.codes, representation.codes, algorithm.codes
        return cls(
            problem.spec,
            representation.spec,
            algorithm.spec,
            _joined(each.code for each in parts),
            problem.name,
            algorithm.name,
            (problem.source, representation.source, algorithm.source),
            variant or algorithm.spec,
            tuple(map(_joined, zip(*(each.former_codes for each in parts), strict=False))),
        )

    @property
    def key(self) -> tuple[str, str, str, str]:
        """The parts that make two methods the same."""
        return self.problem, self.representation, self.algorithm, self.code

    @property
    def label(self) -> str:
        """The algorithm and representation, without the problem."""
        return f"{self.variant} {self.representation}"


def _joined(codes: Iterable[str]) -> str:
    return hashlib.blake2b(" ".join(codes).encode(), digest_size=16).hexdigest()


@cache
def _problem_codes(kind: type[Problem]) -> Codes:
    return codes_of(kind, _core.MAPS_DIGEST, root=Problem)


@cache
def _representation_codes(kind: type[Representation]) -> Codes:
    return codes_of(kind, root=Representation)


@cache
def _algorithm_codes(kind: type[Algorithm]) -> Codes:
    """Return those of what lets it search, too."""
    return codes_of(kind, root=Algorithm, besides=[search.__module__])
