"""Parameters: declared once where an agent is defined, known to everything that sets them.

An agent, a planner or the like is a dataclass whose fields are declared with `parameter`. The
command line, tuning, forms and documentation read the declarations; nothing is said twice.
"""

from __future__ import annotations

import dataclasses
import math
import typing
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any

from babalab.base.errors import BabalabError

Value = int | float | bool | str


class ParameterError(BabalabError, ValueError):
    """A parameter that does not exist, or a value it can't have."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """A declared parameter: its type, default, range or choices, and meaning."""

    name: str
    type: type
    default: Value
    help: str
    low: float | None = None
    high: float | None = None
    """The ends of its range; of a vector, that of its numbers, which the agent checks."""
    choices: tuple[str, ...] | None = None
    tuned: tuple[float, float] | None = None
    """Where tuning looks for values, if not everywhere they may be."""
    components: tuple[str, ...] = ()
    """What the numbers of a vector stand for. A vector is a text: see `format_vector`."""
    online: tuple[Value, ...] = ()
    """The values a tuner chooses from while the planner plays; none if it is not tuned then."""

    @property
    def range(self) -> str:
        """Describe the values it may have, in words."""
        if self.choices is not None:
            return " or ".join(self.choices)
        if self.type is bool:
            return "true or false"
        if self.type is str:
            return "text"
        kind = "a whole number" if self.type is int else "a number"
        if self.low is not None and self.high is not None:
            return f"{kind} from {_written(self.low)} to {_written(self.high)}"
        return f"{kind} of at least {_written(self.low)}" if self.low is not None else kind

    def check(self, value: object) -> None:
        """Raise `ParameterError` unless this is one of the values."""
        fits = isinstance(value, self.type) or (self.type is float and isinstance(value, int))
        if self.type is not bool and isinstance(value, bool):
            fits = False
        if fits and self.choices is not None:
            fits = value in self.choices
        if fits and isinstance(value, int | float):
            fits = (self.low is None or value >= self.low) and (
                self.high is None or value <= self.high
            )
        if not fits:
            raise ParameterError(f"{self.name}={value!r}: it must be {self.range}")

    def parse(self, text: str) -> Value:
        """Return the value that a text such as an argument of the command line stands for."""
        value: Value = text
        try:
            if self.type is bool:
                value = {"true": True, "false": False}[text.lower()]
            elif self.type in (int, float):
                value = self.type(text)
        except (KeyError, ValueError):
            raise ParameterError(f"{self.name}={text}: it must be {self.range}") from None
        self.check(value)
        return value


def _written(limit: float) -> str:
    """Write a limit as people do: 100,000,000 rather than 1e+08."""
    return f"{int(limit):,}" if 1e4 <= limit < 1e12 and limit == int(limit) else f"{limit:g}"


def parameter(
    default: Value,
    help: str,  # noqa: A002
    *,
    low: float | None = None,
    high: float | None = None,
    tuned: tuple[float, float] | None = None,
    components: tuple[str, ...] = (),
    online: tuple[Value, ...] = (),
) -> Any:
    """Declare a field of an agent as a parameter; choices come from a `Literal` type."""
    declared = {
        "help": help,
        "low": low,
        "high": high,
        "tuned": tuned,
        "components": components,
        "online": online,
    }
    return dataclasses.field(default=default, metadata=declared)


def format_vector(numbers: Iterable[float]) -> str:
    """Return numbers as the value of a vector parameter; commas would end it.

    >>> format_vector([3, -0.25, 1e-3])
    '3/-0.25/0.001'
    """
    return "/".join(f"{number:.6g}" for number in numbers)


def parse_vector(text: str) -> tuple[float, ...]:
    """Return the numbers of a vector parameter's value. Raises `ParameterError` otherwise."""
    numbers = []
    for place, piece in enumerate(text.split("/"), start=1):
        try:
            number = float(piece)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            raise ParameterError(f"number {place} of {text!r} is {piece!r}; write it as in 2.5/-1")
        numbers.append(number)
    return tuple(numbers)


def parameters_of(agent: type[Any]) -> tuple[Parameter, ...]:
    """Return the declared parameters of a class, in order."""
    kind: Any = agent  # mypy takes a class for something without a hash
    return _parameters_of(kind)


def check_parameters(thing: Any) -> None:
    """Raise `ParameterError` if a declared parameter has a value that it can't have."""
    for each in parameters_of(type(thing)):
        each.check(getattr(thing, each.name))


@cache
def _parameters_of(agent: Any) -> tuple[Parameter, ...]:
    types = typing.get_type_hints(agent)
    return tuple(
        _declared(field, types[field.name])
        for field in dataclasses.fields(agent)
        if "help" in field.metadata
    )


def _declared(field: dataclasses.Field[Any], annotation: Any) -> Parameter:
    choices = None
    if typing.get_origin(annotation) is typing.Literal:
        choices, annotation = typing.get_args(annotation), str
    default: Any = field.default
    return Parameter(field.name, annotation, default, choices=choices, **field.metadata)
