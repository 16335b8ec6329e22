"""The arguments of `babalab generate`: make the problem, and choose what suits it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from babalab.base.errors import BabalabError
from babalab.base.parameters import parameters_of

if TYPE_CHECKING:
    from babalab.generation import Algorithm, Problem, Representation

PARAMETERS: Final = {
    "length_class": ("length_class",),
    "length": ("shortest", "longest"),
    "mechanics": ("mechanics",),
}
"""The parameters that a problem must have for each of these options."""

_SIZE = re.compile(r"(\d{1,3})(?:[x*](\d{1,3}))?", re.IGNORECASE)
_LENGTH = re.compile(r"(\d{1,4})(?:(-)(\d{0,4}))?")


def build_problem(
    spec: str, *, size: str | None, settings: Sequence[str], options: Mapping[str, object]
) -> Problem:
    """Make the problem that a spec and the options describe.

    `options` has a value, or None, for each option of `PARAMETERS`.
    """
    from babalab.generation import make_problem

    assignments = [*_parse_size(size), *settings]
    given = {name: value for name, value in options.items() if value is not None}
    if given:
        _check_parameters(make_problem(spec), given)
        assignments += _parse_options(given)
    for each in assignments:
        if "=" not in each or "," in each:
            raise BabalabError(f"--set {each}: write NAME=VALUE, and --set again for another")
    if not assignments:
        return make_problem(spec)
    has_some = re.search(r":\w*=", spec) is not None
    return make_problem(f"{spec}{',' if has_some else ':'}{','.join(assignments)}")


def choose_algorithm(spec: str | None, problem: Problem) -> Algorithm:
    """Make the algorithm that a spec names, or else the problem's usual one."""
    from babalab.generation import make_algorithm

    return make_algorithm(spec or problem.usual_algorithm)


def choose_representation(
    name: str | None, problem: Problem, algorithm: Algorithm
) -> type[Representation]:
    """Return the representation of this name, or else the one that suits problem and algorithm."""
    from babalab.generation import representation_named

    if name is None and not algorithm.needs_change_list:
        name = problem.usual_representation
    return representation_named(name or algorithm.usual_representation)


def _check_parameters(problem: Problem, options: Mapping[str, object]) -> None:
    """Raise `BabalabError` if the problem lacks a parameter that an option sets."""
    known = {each.name for each in parameters_of(type(problem))}
    wrong = [
        f"--{option.replace('_', '-')}"
        for option in options
        if not known.issuperset(PARAMETERS[option])
    ]
    if wrong:
        raise BabalabError(f"{' and '.join(wrong)}: {problem.name} has no such parameter")


def _parse_size(size: str | None) -> list[str]:
    if size is None:
        return []
    match = _SIZE.fullmatch(size.strip())
    if match is None:
        raise BabalabError(f"--size {size}: write columns and rows, such as 11x7")
    return [f"width={match[1]}", f"height={match[2] or match[1]}"]


def _parse_options(options: Mapping[str, object]) -> list[str]:
    """Return the assignments of parameters that the options of `PARAMETERS` stand for."""
    assignments = []
    if "length_class" in options:
        assignments.append(f"length_class={options['length_class']}")
    if "length" in options:
        assignments += _parse_length(str(options["length"]))
    if "mechanics" in options:
        names = [name.strip() for name in re.split(r"[,+]", str(options["mechanics"]))]
        if not any(names):
            raise BabalabError("--mechanics: name some, such as kill,sink")
        assignments.append(f"mechanics={'+'.join(filter(None, names))}")
    return assignments


def _parse_length(text: str) -> list[str]:
    match = _LENGTH.fullmatch(text.strip())
    if match is None:
        raise BabalabError(f"--length {text}: write a range, such as 8-15 or 20-")
    low, dash, high = match.groups()
    if int(low if not dash else high or 1) == 0:
        raise BabalabError(f"--length {text}: nothing is won in no moves")
    longest = high if dash else low
    return [f"shortest={low}", *([f"longest={longest}"] if longest else [])]
