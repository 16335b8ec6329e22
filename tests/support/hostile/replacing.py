"""What an argument should not be: replacements for a value, by the type of the value.

Replacements are made when they are used, since some are large.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from support.hostile.arrays import array_replacements
from support.hostile.recipes import World
from support.hostile.states import state_replacements


class Replacement(NamedTuple):
    """One thing to pass instead of a valid one."""

    kind: str
    label: str
    make: Callable[[], Any]


class Unhelpful:
    """An object that answers every question with an exception."""

    def __index__(self) -> int:
        raise ArithmeticError("no number")

    __float__ = __bool__ = __len__ = __index__  # type: ignore[assignment]

    def __getattr__(self, name: str) -> Any:
        raise ArithmeticError(name)

    def __iter__(self) -> Iterator[Any]:
        raise ArithmeticError("nothing")


class Shrinking(list[Any]):
    """A list that gets shorter whenever it is looked at."""

    def __len__(self) -> int:
        del self[1:]
        return 2

    def __getitem__(self, place: Any) -> Any:
        self.clear()
        return super().__getitem__(place)


WRONG_TYPES: Final[Mapping[str, Callable[[], Any]]] = {
    "none": lambda: None,
    "str": lambda: "x",
    "surrogate": lambda: "\udc80",
    "bytes": lambda: b"\xff" * 16,
    "list": lambda: [1],
    "nested-list": lambda: [[[]]],
    "dict": dict,
    "object": object,
    "type": lambda: int,
    "float": lambda: 0.5,
    "nan": lambda: math.nan,
    "inf": lambda: math.inf,
    "complex": lambda: 1j,
    "bool": lambda: True,
    "unhelpful": Unhelpful,
    "array": lambda: np.arange(3.0),
}
NUMBERS: Final[Mapping[str, Any]] = {
    **{str(number): number for number in (0, 1, 2, 3, 7, 255, 256, 65535, -1, -2)},
    "-2**31": -(2**31),
    "-2**63": -(2**63),
    "2**31-1": 2**31 - 1,
    "2**31": 2**31,
    "2**32-1": 2**32 - 1,
    "2**32": 2**32,
    "2**33": 2**33,
    "2**61": 2**61,
    "2**63-1": 2**63 - 1,
    "2**63": 2**63,
    "2**64-1": 2**64 - 1,
    "2**64": 2**64,
    "10**30": 10**30,
}
FLOATS: Final[Mapping[str, Any]] = {
    "-inf": -math.inf,
    "-0.0": -0.0,
    "-1.0": -1.0,
    "1e308": 1e308,
    "-1e308": -1e308,
    "5e-324": 5e-324,
    "10**400": 10**400,
}
IN_TABLES: Final = (
    *("-1", "0", "1", "7", "255", "65535", "2**31-1", "-2**31", "2**32", "2**61", "2**63-1"),
    *("-2**63", "-1.0", "nan", "inf", "-inf", "1e308", "none", "str"),
    *("empty", "shorter", "longer", "many"),
)
"""The labels of what is put into the fields of tables, of which there are hundreds."""


def replacements(value: Any, world: World) -> Iterator[Replacement]:
    """Yield what to pass instead of a valid value."""
    for label, make in WRONG_TYPES.items():
        yield Replacement("type", label, make)
    yield from _of_its_kind(value, world)


def _of_its_kind(value: Any, world: World) -> Iterator[Replacement]:
    """Yield values of nearly the right type."""
    if isinstance(value, bool):
        yield from _constants("number", {"2": 2, "-1": -1})
    elif isinstance(value, int):
        yield from _constants("number", NUMBERS)
    elif isinstance(value, float):
        yield from _constants("number", FLOATS)
    elif isinstance(value, str):
        yield from _constants("text", _texts(value))
    elif isinstance(value, bytes):
        yield from _constants("state", state_replacements(value, world))
    elif isinstance(value, np.ndarray):
        for kind, label, make in array_replacements(value, world):
            yield Replacement(kind, label, make)
    elif isinstance(value, list | tuple):
        yield from _sequences(value, world)
    elif dataclasses.is_dataclass(value):
        yield from _tables(value, world)
    else:
        yield from _objects(value, world)


def _constants(kind: str, values: Mapping[str, Any]) -> Iterator[Replacement]:
    for label, value in values.items():
        yield Replacement(kind, label, lambda value=value: value)


def _texts(value: str) -> Mapping[str, str]:
    return {
        "empty": "",
        "shorter": value[1:],
        "longer": value * 2,
        "huge": value * 100_000,
        "null": "\0" * len(value),
        "wide": "\U0001f40d" * len(value),
        "other": value[::-1],
    }


def _sequences(value: Any, world: World) -> Iterator[Replacement]:
    kind = type(value)
    yield Replacement("shape", "empty", kind)
    yield Replacement("shape", "shorter", lambda: value[:-1])
    yield Replacement("shape", "longer", lambda: value + value[-1:])
    yield Replacement("shape", "reversed", lambda: value[::-1])
    yield Replacement("shape", "all-the-first", lambda: value[:1] * len(value))
    yield Replacement("shape", "many", lambda: value * 1000)
    yield Replacement("type", "iterator", lambda: iter(value))
    yield Replacement("type", "shrinking", lambda: Shrinking(value))
    for place in sorted({0, len(value) - 1}) if value else ():
        for inner in _inside(value[place], world):
            yield inner._replace(
                label=f"[{place}]{inner.label}",
                make=lambda place=place, inner=inner: kind(
                    [*value[:place], inner.make(), *value[place + 1 :]]
                ),
            )


def _inside(value: Any, world: World) -> Iterator[Replacement]:
    """Yield replacements for something inside another thing, with labels that go on from there."""
    nested = isinstance(value, list | tuple) or dataclasses.is_dataclass(value)
    for each in replacements(value, world):
        yield each if nested and each.label[0] in "[." else each._replace(label=f"={each.label}")


def _tables(table: Any, world: World) -> Iterator[Replacement]:
    """Yield copies of a table in which one thing, at any depth, is another."""
    for field in dataclasses.fields(table):
        for each in _in_tables(getattr(table, field.name), world):
            yield each._replace(
                kind="table",
                label=f".{field.name}{each.label}",
                make=lambda name=field.name, each=each: dataclasses.replace(
                    table, **{name: each.make()}
                ),
            )


def _in_tables(value: Any, world: World) -> Iterator[Replacement]:
    """Yield replacements for a field."""
    if dataclasses.is_dataclass(value):
        yield from _tables(value, world)
    elif isinstance(value, list | tuple) and value and dataclasses.is_dataclass(value[0]):
        yield from _lists_of_tables(value, world)
    else:
        for each in _inside(value, world):
            if each.label.rpartition("=")[2] in IN_TABLES:
                yield each


def _lists_of_tables(tables: Any, world: World) -> Iterator[Replacement]:
    """Yield lists in which one table is another."""
    yield Replacement("table", "=empty", list)
    yield Replacement("table", "=none", lambda: None)
    yield Replacement("table", "=reversed", lambda: tables[::-1])
    yield Replacement("table", "=many", lambda: tables * 100)

    def with_other(place: int, other: Any) -> list[Any]:
        return [*tables[:place], other, *tables[place + 1 :]]

    for place, table in enumerate(tables):
        yield Replacement("table", f"[{place}]=none", lambda place=place: with_other(place, None))
        for each in _tables(table, world):
            yield each._replace(
                label=f"[{place}]{each.label}",
                make=lambda place=place, each=each: with_other(place, each.make()),
            )


def _objects(value: Any, world: World) -> Iterator[Replacement]:
    """Yield objects of the core's that are not ready, or not the right ones."""
    kind = type(value)
    yield Replacement("object", "unmade", lambda: kind.__new__(kind))
    yield Replacement("object", "unmade-subclass", lambda: _unmade_subclass(kind))
    yield Replacement("object", "class", lambda: kind)
    others = {"level": world.level, "twin": world.twin, "other": world.other}
    others |= {"vgdl": world.vgdl, "other-vgdl": world.other_vgdl, "sokoban": world.sokoban}
    yield from _constants("object", others)
    if kind.__name__ == "DeadEnds":
        yield Replacement("object", "of-twin", lambda: kind(world.twin))
        yield Replacement("object", "of-other", lambda: kind(world.other))


def _unmade_subclass(kind: type) -> Any:
    return type("Sub", (kind,), {"__init__": lambda _: None})()
