"""Arguments of `babalab generate`: what a problem is made from, and which algorithm suits it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from babalab.base.errors import BabalabError

if TYPE_CHECKING:
    from babalab.generation import Algorithm, Problem, Representation

SUITABLE: Final = {"baba": "hill-climbing"}
"""The algorithms that suit some problems best: this one also finds long levels."""
USUAL: Final = "ga"
"""What suits the others: no other finds maps of all problems of the paper in seconds."""
CHANGED_AS_PEOPLE_DO: Final = ("hill-climbing", "annealing", "es", "ga", "map-elites")
"""The algorithms that need no list of all changes, so that levels of Baba get better ones."""

_SIZE = re.compile(r"(\d{1,3})(?:[x*](\d{1,3}))?", re.IGNORECASE)
_LENGTH = re.compile(r"(\d{1,4})(?:(-)(\d{0,4}))?")


def made_problem(
    spec: str, *, size: str | None, settings: Sequence[str], wishes: Mapping[str, object]
) -> Problem:
    """The problem that a text and the options stand for.

    `wishes` are those of levels of Baba, by their option; None if there is none.
    """
    from babalab.generation import make_problem, problem_named

    assignments = [*_size_settings(size), *settings]
    given = {name: value for name, value in wishes.items() if value is not None}
    name = spec.partition(":")[0]
    if given:
        if name != "baba":
            problem_named(name)  # an unknown one is the first thing to complain about
            options = " and ".join(f"--{option}" for option in given)
            raise BabalabError(f"{options}: only levels of baba have that, not {name}")
        assignments += _wished(given)
    for each in assignments:
        if "=" not in each or "," in each:
            raise BabalabError(f"--set {each}: write NAME=VALUE, and --set again for another")
    if not assignments:
        return make_problem(spec)
    has_some = re.search(r":\w*=", spec) is not None
    return make_problem(f"{spec}{',' if has_some else ':'}{','.join(assignments)}")


def made_algorithm(spec: str | None, problem: Problem) -> Algorithm:
    """The algorithm that a text stands for, or else the one that suits the problem."""
    from babalab.generation import make_algorithm

    return make_algorithm(spec or SUITABLE.get(problem.name, USUAL))


def made_representation(
    name: str | None, problem: Problem, algorithm: Algorithm
) -> type[Representation]:
    """The representation of a name, or else the one that suits problem and algorithm."""
    from babalab.generation import representation_named

    if name is None and problem.name == "baba" and algorithm.name in CHANGED_AS_PEOPLE_DO:
        name = "people"
    return representation_named(name or algorithm.usual_representation)


def _size_settings(size: str | None) -> list[str]:
    if size is None:
        return []
    match = _SIZE.fullmatch(size.strip())
    if match is None:
        raise BabalabError(f"--size {size}: write columns and rows, such as 11x7")
    return [f"width={match[1]}", f"height={match[2] or match[1]}"]


def _wished(given: Mapping[str, object]) -> list[str]:
    """The parameters of the problem that the options for Baba stand for."""
    assignments = []
    if "difficulty" in given:
        assignments.append(f"difficulty={given['difficulty']}")
    if "length" in given:
        match = _LENGTH.fullmatch(str(given["length"]).strip())
        if match is None:
            raise BabalabError(f"--length {given['length']}: write a range, such as 8-15 or 20-")
        if int(match[1] if not match[2] else match[3] or 1) == 0:
            raise BabalabError(f"--length {given['length']}: nothing is won in no moves")
        assignments.append(f"shortest={match[1]}")
        if not match[2]:
            assignments.append(f"longest={match[1]}")
        elif match[3]:
            assignments.append(f"longest={match[3]}")
    if "mechanics" in given:
        names = [name.strip() for name in re.split(r"[,+]", str(given["mechanics"]))]
        if not any(names):
            raise BabalabError("--mechanics: name some, such as kill,sink")
        assignments.append(f"mechanics={'+'.join(filter(None, names))}")
    return assignments
