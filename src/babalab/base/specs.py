"""Parsing of specs: texts that name an object and set its parameters, as in ``mcts:c=1.5``."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from babalab.base.parameters import Parameter, ParameterError, parameters_of
from babalab.base.suggestions import unknown

Made = TypeVar("Made")

_ASSIGNMENTS = re.compile(r"(.*?):([\w-]*=.*)", re.DOTALL)


def make_from_spec(spec: str, named: Callable[[str], type[Made]]) -> Made:
    """Make the object that a spec describes; `named` returns the class of a name."""
    name, assignments = _split(spec)
    kind = named(name)
    known = {each.name: each for each in parameters_of(kind)}
    values: dict[str, Any] = {}
    for assignment in assignments:
        key, equals, text = assignment.partition("=")
        if not equals:
            raise _assignment_error(spec, assignment)
        if key in values:
            raise ParameterError(f"{spec!r}: {key} is set twice")
        values[key] = _find_parameter(key, known, getattr(kind, "name", name)).parse(text)
    return kind(**{known[key].attribute: value for key, value in values.items()})


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


def list_assigned(spec: str) -> set[str]:
    """Return the names of the parameters that a spec sets."""
    return {assignment.partition("=")[0] for assignment in _split(spec)[1]}


def complete_spec(
    spec: str, named: Callable[[str], type[Any]], settings: Mapping[str, object]
) -> str:
    """Return the spec with those settings added that it leaves open and its object has."""
    name, assignments = _split(spec)
    known = {each.name for each in parameters_of(named(name))}
    more = [
        f"{key}={_format_value(value)}"
        for key, value in settings.items()
        if key in known and key not in list_assigned(spec)
    ]
    return ":".join(filter(None, (name, ",".join([*assignments, *more]))))


def override_spec(spec: str, settings: Mapping[str, str]) -> str:
    """Return the spec with these settings, whether it had others or none.

    >>> override_spec("mcts:plays=10,c=2", {"c": "3", "depth": "5"})
    'mcts:plays=10,c=3,depth=5'
    """
    name, assignments = _split(spec)
    whole = dict(each.split("=", 1) for each in assignments)
    whole.update(settings)
    assigned = ",".join(f"{key}={value}" for key, value in whole.items())
    return f"{name}:{assigned}" if assigned else name


def split_settings(spec: str) -> tuple[str, dict[str, str]]:
    """Return the name and the settings of a spec.

    >>> split_settings("mine.toml:plays=10")
    ('mine.toml', {'plays': '10'})
    """
    name, assignments = _split(spec)
    return name, dict(each.split("=", 1) for each in assignments if "=" in each)


def spec_of(made: Any) -> str:
    """Return the spec of an object with a `name`, without its seed and default values."""
    changed = [
        f"{each.name}={_format_value(each.of(made))}"
        for each in parameters_of(type(made))
        if each.name != "seed" and each.of(made) != each.default
    ]
    return f"{made.name}:{','.join(changed)}" if changed else str(made.name)


def _format_value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _split(spec: str) -> tuple[str, list[str]]:
    """Return the name and the assignments; paths in either may have colons.

    The names of parameters may be written with hyphens, as options are.
    """
    match = _ASSIGNMENTS.fullmatch(spec)
    if match is None:
        _, colon, rest = spec.partition(":")
        if colon and ".py" not in spec:
            raise _assignment_error(spec, rest)
        return spec, []
    return match[1], [_write_as_declared(piece) for piece in match[2].split(",") if piece]


def _write_as_declared(assignment: str) -> str:
    key, equals, value = assignment.partition("=")
    return f"{key.replace('-', '_')}{equals}{value}" if equals else assignment


def _assignment_error(spec: str, text: str) -> ParameterError:
    return ParameterError(f"{spec!r}: {text!r} is not of the form name=value")


def _find_parameter(key: str, known: dict[str, Parameter], name: str) -> Parameter:
    if key not in known:
        raise ParameterError(unknown("parameter", key, known, owner=name))
    return known[key]
