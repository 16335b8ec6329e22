"""One direction of a parameter space: values something may have, seen as numbers from 0 to 1."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from typing import Any

from babalab.base.parameters import Value

DIGITS = 6
"""Significant ones of a number: specs stay short, and a point met again is known again."""
NEAR_ZERO = 1e-8
"""Numbers nearer to 0 than this part of their range are 0: places can't tell six digits of them."""
DECADES = 3
"""A range of positive numbers that spans more powers of ten is searched by its logarithm."""


@dataclass(frozen=True)
class Dimension(ABC):
    """The values that a parameter, or a number of a vector, may take."""

    name: str

    @property
    @abstractmethod
    def count(self) -> int | None:
        """Return how many values there are, if they can be counted."""

    @abstractmethod
    def value(self, coordinate: float) -> Value:
        """Return the value at a place from 0 to 1."""

    @abstractmethod
    def coordinate(self, value: Value) -> float:
        """Return the place of a value from 0 to 1; the nearest for one out of range."""

    @abstractmethod
    def as_json(self) -> dict[str, Any]:
        """Return all about it, in types JSON knows."""


@dataclass(frozen=True)
class Range(Dimension):
    """Numbers from `low` to `high`."""

    low: float
    high: float

    @property
    def log(self) -> bool:
        """Whether places are places on a logarithmic scale."""
        return _spans_decades(self.low, self.high)

    def as_json(self) -> dict[str, Any]:
        """See `Dimension`."""
        return {"name": self.name, "low": self.low, "high": self.high, "log": self.log}


@dataclass(frozen=True)
class Real(Range):
    """A number from `low` to `high`, in six significant digits."""

    @classmethod
    def within(cls, name: str, low: float, high: float) -> Real:
        """Make a dimension with its ends moved inwards to where six digits can write them."""
        return cls(name, _round(low, ROUND_CEILING), _round(high, ROUND_FLOOR))

    @property
    def count(self) -> None:
        """None: real numbers can't be counted."""
        return None

    def value(self, coordinate: float) -> float:
        """See `Dimension`."""
        place = min(1.0, max(0.0, coordinate))
        if self.log:
            number = self.low * (self.high / self.low) ** place
        else:
            number = self.low * (1 - place) + self.high * place
            near = NEAR_ZERO * (self.high - self.low)
            if abs(number) < near:
                number = next((end for end in (self.low, self.high) if abs(end) < near), 0.0)
        return min(self.high, max(self.low, float(f"{number:.{DIGITS}g}"))) + 0.0

    def coordinate(self, value: Value) -> float:
        """See `Dimension`."""
        number = min(self.high, max(self.low, float(value)))
        if self.log:
            return math.log(number / self.low) / math.log(self.high / self.low)
        return (number - self.low) / (self.high - self.low)


@dataclass(frozen=True)
class Whole(Range):
    """A whole number from `low` to `high`."""

    low: int
    high: int

    @property
    def count(self) -> int:
        """See `Dimension`."""
        return self.high - self.low + 1

    def value(self, coordinate: float) -> int:
        """See `Dimension`; on a linear scale every number has the same share of the places."""
        place = min(1.0, max(0.0, coordinate))
        if self.log:
            low, high = self.low - 0.5, self.high + 0.5
            number = round(float(low * (high / low) ** place))
        else:
            number = self.low + math.floor(place * self.count)
        return min(self.high, max(self.low, number))

    def coordinate(self, value: Value) -> float:
        """See `Dimension`."""
        number = min(self.high, max(self.low, round(float(value))))
        if self.log:
            low = self.low - 0.5
            return math.log(number / low) / math.log((self.high + 0.5) / low)
        return (number - self.low + 0.5) / self.count

    def as_json(self) -> dict[str, Any]:
        """See `Dimension`."""
        return {**super().as_json(), "whole": True}


@dataclass(frozen=True)
class Choice(Dimension):
    """One of a few values that have no order."""

    values: tuple[Value, ...]

    @property
    def count(self) -> int:
        """See `Dimension`."""
        return len(self.values)

    def value(self, coordinate: float) -> Value:
        """See `Dimension`; every value has the same share of the places."""
        place = math.floor(min(1.0, max(0.0, coordinate)) * len(self.values))
        return self.values[min(len(self.values) - 1, place)]

    def coordinate(self, value: Value) -> float:
        """See `Dimension`; the first value for one that is none of them."""
        place = self.values.index(value) if value in self.values else 0
        return (place + 0.5) / len(self.values)

    def as_json(self) -> dict[str, Any]:
        """See `Dimension`."""
        return {"name": self.name, "values": list(self.values)}


def describe_dimension(dimension: Mapping[str, Any]) -> str:
    """Return the values that a dimension has, as `as_json` says them, in words."""
    if "values" in dimension:
        return " or ".join(map(describe_value, dimension["values"]))
    scale = " (log)" if dimension["log"] else ""
    return f"{describe_value(dimension['low'])} to {describe_value(dimension['high'])}{scale}"


def describe_value(value: object) -> str:
    """Return a value as people read it."""
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:.{DIGITS}g}" if isinstance(value, float) else str(value)


def _spans_decades(low: float, high: float) -> bool:
    return low > 0 and high / low > 10**DECADES


def _round(number: float, rounding: str) -> float:
    written = Decimal(repr(float(number)))  # as people mean it: 0.1 is a little more than that
    return float(Context(prec=DIGITS, rounding=rounding).create_decimal(written))
