"""Parameters: declared once where an agent is defined, known to everything that sets them.

An agent is a dataclass whose fields are declared with `parameter`. The command line, tuning, forms
and documentation read the declarations; nothing is said twice.
"""

from __future__ import annotations

import dataclasses
import typing
from dataclasses import dataclass
from typing import Any

from babalab.game.errors import BabalabError

Value = int | float | bool | str


class ParameterError(BabalabError, ValueError):
    """A parameter that does not exist, or a value it can't have."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """What may be set: its type, default, range or choices, and meaning."""

    name: str
    type: type
    default: Value
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] | None = None

    @property
    def range(self) -> str:
        """The values it may have, in words."""
        if self.choices is not None:
            return " or ".join(self.choices)
        if self.type is bool:
            return "true or false"
        if self.type is str:
            return "text"
        kind = "a whole number" if self.type is int else "a number"
        if self.low is not None and self.high is not None:
            return f"{kind} from {self.low:g} to {self.high:g}"
        return f"{kind} of at least {self.low:g}" if self.low is not None else kind

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
        """The value written as text, as on the command line."""
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


def parameter(
    default: Value,
    help: str,  # noqa: A002
    *,
    low: float | None = None,
    high: float | None = None,
) -> Any:
    """Declare a field of an agent as a parameter; choices come from a `Literal` type."""
    return dataclasses.field(default=default, metadata={"help": help, "low": low, "high": high})


def parameters_of(agent: type) -> list[Parameter]:
    """The declared parameters of an agent, in order."""
    types = typing.get_type_hints(agent)
    return [
        _declared(field, types[field.name])
        for field in dataclasses.fields(agent)
        if "help" in field.metadata
    ]


def _declared(field: dataclasses.Field[Any], annotation: Any) -> Parameter:
    choices = None
    if typing.get_origin(annotation) is typing.Literal:
        choices, annotation = typing.get_args(annotation), str
    default: Any = field.default
    return Parameter(field.name, annotation, default, choices=choices, **field.metadata)
