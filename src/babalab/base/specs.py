"""Specs: texts that name a thing and set its parameters, such as ``mcts:plays=10,c=1.5``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from babalab.base.parameters import Parameter, ParameterError, parameters_of
from babalab.base.suggestions import unknown

Made = TypeVar("Made")

_ASSIGNMENTS = re.compile(r"(.*?):(\w*=.*)", re.DOTALL)


def make_from_spec(spec: str, named: Callable[[str], type[Made]]) -> Made:
    """Return an instance of what a spec names; `named` returns the class of a name."""
    name, assignments = _split(spec)
    kind = named(name)
    known = {each.name: each for each in parameters_of(kind)}
    values: dict[str, Any] = {}
    for assignment in assignments:
        key, equals, text = assignment.partition("=")
        if not equals:
            raise _not_an_assignment(spec, assignment)
        if key in values:
            raise ParameterError(f"{spec!r}: {key} is set twice")
        values[key] = _known(key, known, getattr(kind, "name", name)).parse(text)
    return kind(**values)


def split_specs(text: str) -> list[str]:
    """Return the specs of a list such as ``bfs,mcts:plays=10,c=1.5,rhea``.

    A piece with an equals sign and no colon belongs to the spec before it.
    """
    specs: list[str] = []
    for piece in filter(None, (piece.strip() for piece in text.split(","))):
        if "=" in piece and ":" not in piece and specs:
            specs[-1] += f"{',' if '=' in specs[-1] else ':'}{piece}"
        else:
            specs.append(piece)
    return specs


def assigned_names(spec: str) -> set[str]:
    """Return the names of the parameters that a spec sets."""
    return {assignment.partition("=")[0] for assignment in _split(spec)[1]}


def complete_spec(
    spec: str, named: Callable[[str], type[Any]], settings: Mapping[str, object]
) -> str:
    """Return the spec with those of the settings added that it leaves open and the thing has."""
    name, assignments = _split(spec)
    known = {each.name for each in parameters_of(named(name))}
    more = [
        f"{key}={_written(value)}"
        for key, value in settings.items()
        if key in known and key not in assigned_names(spec)
    ]
    return ":".join(filter(None, (name, ",".join([*assignments, *more]))))


def spec_of(made: Any) -> str:
    """Return the spec of something with a `name`, without its seed and default values."""
    changed = [
        f"{each.name}={_written(getattr(made, each.name))}"
        for each in parameters_of(type(made))
        if each.name != "seed" and getattr(made, each.name) != each.default
    ]
    return f"{made.name}:{','.join(changed)}" if changed else str(made.name)


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _split(spec: str) -> tuple[str, list[str]]:
    """Return the name and the assignments; names of files, before and behind, may have colons."""
    match = _ASSIGNMENTS.fullmatch(spec)
    if match is None:
        _, colon, rest = spec.partition(":")
        if colon and ".py" not in spec:
            raise _not_an_assignment(spec, rest)
        return spec, []
    return match[1], [piece for piece in match[2].split(",") if piece]


def _not_an_assignment(spec: str, text: str) -> ParameterError:
    return ParameterError(f"{spec!r}: {text!r} is not of the form name=value")


def _known(key: str, known: dict[str, Parameter], name: str) -> Parameter:
    if key not in known:
        raise ParameterError(unknown("parameter", key, known, owner=name))
    return known[key]
