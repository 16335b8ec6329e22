"""The problems there are, by name."""

from __future__ import annotations

from typing import Final, TypeVar

from babalab.base.registry import Plugins
from babalab.base.specs import made_from
from babalab.generation.errors import GenerationError
from babalab.generation.problems.problem import Problem

ProblemType = TypeVar("ProblemType", bound=type[Problem])

PROBLEM_PLUGINS: Final = "babalab.problems"
"""The entry points of installed packages whose modules register problems when they are loaded."""

_PROBLEMS: Plugins[Problem] = Plugins("problem", Problem, PROBLEM_PLUGINS, GenerationError)  # type: ignore[type-abstract]
problems = _PROBLEMS.all
problem_named = _PROBLEMS.named
is_installed_problem = _PROBLEMS.is_installed


def register_problem(problem: ProblemType) -> ProblemType:
    """Make a problem known by its `name`; for use as a decorator."""
    _PROBLEMS.register(problem, problem.name)
    return problem


def make_problem(spec: str) -> Problem:
    """The problem that a text such as ``zelda:width=9,path=12`` stands for."""
    return made_from(spec, problem_named)
