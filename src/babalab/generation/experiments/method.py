"""Who searches for what: a problem, a representation and an algorithm, checked beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from babalab import _core
from babalab.arena.fingerprint import fingerprint
from babalab.arena.sources import find_for_any_process
from babalab.generation.algorithms.algorithm import Algorithm
from babalab.generation.algorithms.registry import (
    algorithms,
    is_installed_algorithm,
    make_algorithm,
)
from babalab.generation.errors import GenerationError
from babalab.generation.problems.problem import Problem
from babalab.generation.problems.registry import is_installed_problem, make_problem, problems
from babalab.generation.representations.registry import (
    is_installed_representation,
    representation_named,
    representations,
)
from babalab.generation.representations.representation import Representation
from babalab.generation.search import search
from babalab.planning.specs import spec_of

THE_LOOP = search.__module__
"""The module that lets algorithms search: results depend on it too."""


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

    @classmethod
    def of(cls, problem: str, representation: str, algorithm: str) -> Method:
        """The one that texts such as ``zelda:width=9``, ``wide`` and ``mine.py:Mine`` stand for.

        Raises `GenerationError`, `ArenaError` or `ParameterError` if there is none.
        """
        task = find_for_any_process(
            problem, make_problem, what="problem", known=problems, is_installed=is_installed_problem
        )
        view = find_for_any_process(
            representation,
            representation_named,
            what="representation",
            known=representations,
            is_installed=is_installed_representation,
        )
        searcher = find_for_any_process(
            algorithm,
            make_algorithm,
            what="algorithm",
            known=algorithms,
            is_installed=is_installed_algorithm,
        )
        name = task.thing.name
        if searcher.thing.only and name not in searcher.thing.only:
            wanted = " and ".join(searcher.thing.only)
            raise GenerationError(f"{searcher.thing.name} is for {wanted} only, not for {name}")
        return cls(
            spec_of(task.thing),
            view.thing.name,
            spec_of(searcher.thing),
            _code(type(task.thing), view.thing, type(searcher.thing)),
            name,
            searcher.thing.name,
            (task.source, view.source, searcher.source),
        )

    @property
    def label(self) -> str:
        """Who searches, without for what."""
        return f"{self.algorithm_name} {self.representation}"


@cache
def _code(
    problem: type[Problem], representation: type[Representation], algorithm: type[Algorithm]
) -> str:
    besides = {
        base.__module__
        for kind, root in ((problem, Problem), (representation, Representation))
        for base in kind.__mro__
        if issubclass(base, root)
    }
    return fingerprint(algorithm, _core.MAPS_DIGEST, root=Algorithm, besides={*besides, THE_LOOP})
