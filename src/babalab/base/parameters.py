"""Parameters: declared once where an agent is defined, known to everything that sets them.

An agent, a planner or an experiment is a dataclass whose fields are declared with `parameter`. The
command line, tuning, forms and documentation read the declarations; nothing is said twice.

The type of a field determines its values: `int`, `float`, `bool`, `str`, `Path`, a `Literal` of
texts, or ``tuple[str, ...]`` for a list; with ``| None``, a value may be left open.
"""

from __future__ import annotations

import dataclasses
import keyword
import math
import sys
import types
import typing
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
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
    """The type of its values; `tuple` for a list of texts."""
    default: Any
    help: str
    choices: tuple[str, ...] | None = None
    low: float | None = None
    high: float | None = None
    """The ends of its range; for a vector, the range of its numbers, which the agent checks."""
    tuned: tuple[float, float] | None = None
    """The range in which tuning looks for values, if not the whole one."""
    components: tuple[str, ...] = ()
    """The names of the numbers of a vector. A vector is a text: see `format_vector`."""
    online: tuple[Value, ...] = ()
    """The values that a tuner chooses from while the planner plays; empty: it is not tuned."""
    optional: bool = False
    """Whether it may be None."""
    placeholder: str = ""
    """The placeholder for a value in help texts, such as ``FILE``."""
    usual: str = ""
    """The default in words, where the value itself does not say it."""

    @property
    def attribute(self) -> str:
        """The name of its field."""
        return attribute_of(self.name)

    def of(self, owner: object) -> Any:
        """Return the value that it has in an object."""
        return getattr(owner, self.attribute)

    @property
    def range(self) -> str:
        """The values it may have, in words."""
        if self.choices is not None:
            return " or ".join(self.choices)
        if self.type is bool:
            return "true or false"
        if self.type in _WORDS:
            return _WORDS[self.type]
        kind = "a whole number" if self.type is int else "a number"
        if self.low is not None and self.high is not None:
            return f"{kind} from {_format_limit(self.low)} to {_format_limit(self.high)}"
        return f"{kind} of at least {_format_limit(self.low)}" if self.low is not None else kind

    def check(self, value: object) -> None:
        """Raise `ParameterError` unless the parameter can have this value."""
        if value is None and self.optional:
            return
        fits = isinstance(value, self.type) or (self.type is float and isinstance(value, int))
        if self.type is not bool and isinstance(value, bool):
            fits = False
        if fits and self.choices is not None:
            fits = value in self.choices
        if fits and isinstance(value, int | float):
            most = _MOST if isinstance(value, int) else sys.float_info.max
            high = most if self.high is None else self.high
            fits = (-most if self.low is None else self.low) <= value <= high
        if not fits:
            raise ParameterError(f"{self.name}={value!r}: it must be {self.range}")

    def parse(self, text: str) -> Any:
        """Return the value written as text, as on the command line.

        A list is separated by commas; duplicates count once.
        """
        from babalab.base.specs import split_specs  # which needs parameters itself

        value: Any = text
        try:
            if self.type is bool:
                value = {"true": True, "false": False}[text.lower()]
            elif self.type is tuple:
                value = tuple(dict.fromkeys(split_specs(text)))
            elif self.type in (int, float, Path):
                value = self.type(text)
        except (KeyError, ValueError):
            raise ParameterError(f"{self.name}={text}: it must be {self.range}") from None
        if value == ():
            raise ParameterError(f"{self.name} names none")
        self.check(value)
        return value


_MOST = 2**63 - 1
"""The largest whole number where no range is declared; infinity and nan are beyond any."""
_WORDS = {str: "text", Path: "a path", tuple: "a list"}
"""The values of types that have no range, in words."""


def _format_limit(limit: float) -> str:
    """Write a limit as people do: 100,000,000 rather than 1e+08."""
    return f"{int(limit):,}" if 1e4 <= limit < 1e12 and limit == int(limit) else f"{limit:g}"


def parameter(
    default: Value | Path | tuple[str, ...] | None,
    help: str,  # noqa: A002
    *,
    low: float | None = None,
    high: float | None = None,
    tuned: tuple[float, float] | None = None,
    components: tuple[str, ...] = (),
    online: tuple[Value, ...] = (),
    placeholder: str = "",
    usual: str = "",
) -> Any:
    """Declare a field as a parameter; see `Parameter` for the arguments.

    >>> @dataclass(frozen=True, kw_only=True)
    ... class Walker:
    ...     name = "walker"
    ...     length: int = parameter(50, "moves in a walk", low=1, high=10_000)
    >>> [(each.name, each.default, each.range) for each in parameters_of(Walker)]
    [('length', 50, 'a whole number from 1 to 10,000')]
    """
    declared = {
        "help": help,
        "low": low,
        "high": high,
        "tuned": tuned,
        "components": components,
        "online": online,
        "placeholder": placeholder,
        "usual": usual,
    }
    return dataclasses.field(default=default, metadata=declared)


def parameter_like(owner: type[Any], name: str, **changes: Any) -> Any:
    """Declare a field as the parameter of this name of another class, with some `changes`.

    >>> @dataclass(frozen=True, kw_only=True)
    ... class Walker:
    ...     length: int = parameter(50, "moves in a walk", low=1, high=10_000)
    >>> @dataclass(frozen=True, kw_only=True)
    ... class Sprinter:
    ...     length: int = parameter_like(Walker, "length", default=10)
    >>> [(each.default, each.help, each.high) for each in parameters_of(Sprinter)]
    [(10, 'moves in a walk', 10000)]
    """
    (field,) = (each for each in dataclasses.fields(owner) if each.name == name)
    return parameter(**{"default": field.default, **field.metadata, **changes})


def format_vector(numbers: Iterable[float]) -> str:
    """Write numbers as the value of a vector parameter; commas would end it.

    >>> format_vector([3, -0.25, 1e-3])
    '3/-0.25/0.001'
    """
    return "/".join(f"{number:.6g}" for number in numbers)


def parse_vector(text: str) -> tuple[float, ...]:
    """Return the numbers of a vector parameter's value. Raises `ParameterError` if it is none."""
    numbers = []
    for place, piece in enumerate(text.split("/"), start=1):
        number = parse_number(piece)
        if number is None:
            raise ParameterError(f"number {place} of {text!r} is {piece!r}; write it as in 2.5/-1")
        numbers.append(number)
    return tuple(numbers)


def parse_number(text: str) -> float | None:
    """Return the finite number that a text is, or None if it is none.

    >>> parse_number("2.5"), parse_number("inf"), parse_number("two")
    (2.5, None, None)
    """
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def attribute_of(name: str) -> str:
    """Return the name of a parameter's field; where that is a keyword, with an underscore.

    >>> attribute_of("weights"), attribute_of("as")
    ('weights', 'as_')
    """
    return f"{name}_" if keyword.iskeyword(name) else name


def _name_of(attribute: str) -> str:
    """Return the name of the parameter that a field declares: the inverse of `attribute_of`."""
    name = attribute.removesuffix("_")
    return name if keyword.iskeyword(name) else attribute


def parameters_of(agent: type[Any]) -> tuple[Parameter, ...]:
    """Return the declared parameters of a class, in order."""
    kind: Any = agent  # mypy takes a class for something without a hash
    return _parameters_of(kind)


def check_parameters(thing: Any) -> None:
    """Raise `ParameterError` if a declared parameter has a value that it can't have."""
    for each in parameters_of(type(thing)):
        each.check(each.of(thing))


@cache
def _parameters_of(agent: Any) -> tuple[Parameter, ...]:
    types = typing.get_type_hints(agent)
    return tuple(
        _read_parameter(field, types[field.name])
        for field in dataclasses.fields(agent)
        if "help" in field.metadata
    )


def _read_parameter(field: dataclasses.Field[Any], annotation: Any) -> Parameter:
    choices, optional = None, False
    if typing.get_origin(annotation) in (types.UnionType, typing.Union):
        (annotation,) = (each for each in typing.get_args(annotation) if each is not types.NoneType)
        optional = True
    if typing.get_origin(annotation) is typing.Literal:
        choices, annotation = typing.get_args(annotation), str
    elif typing.get_origin(annotation) is tuple:
        annotation = tuple
    return Parameter(
        _name_of(field.name),
        annotation,
        field.default,
        choices=choices,
        optional=optional,
        **field.metadata,
    )
