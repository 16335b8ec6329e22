"""Parameters of named rewards, and checks of names, parameters and weights.

The same checks serve rewards built in Python and rewards read from text, which adds the column.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from babalab.base.suggestions import unknown
from babalab.learning.rewards.declared import (
    ADDED,
    MOST_WEIGHT,
    NAMED,
    PARTS,
    NamedReward,
    RewardWay,
)

WAYS = {way.value: way for way in RewardWay if way is not RewardWay.EVENT}
"""The words that can be written before a bracket."""


@dataclass(frozen=True, slots=True)
class RewardSetting:
    """A parameter of a term that is not as declared: a weight, a factor, or both."""

    key: str
    """The name of a part, ``factor`` (of all pairs), or a word alone: a flag or ``added``."""
    weight: float | None = None
    factor: float | None = None

    @property
    def value(self) -> str:
        """The value as text."""
        weight = "" if self.weight is None else format_number(self.weight)
        factor = "" if self.factor is None else format_number(self.factor)
        return f"{weight}/{factor}" if factor and self.key != "factor" else weight + factor

    def __str__(self) -> str:
        return f"{self.key}={self.value}" if self.value else self.key


def format_number(value: float) -> str:
    """Return the shortest text that is exactly this number.

    >>> format_number(500.0), format_number(0.1), format_number(-2.0)
    ('500', '0.1', '-2')
    """
    return str(int(value)) if value == int(value) and abs(value) < 1e15 else repr(value)


def find_weight_problem(weight: float) -> str | None:
    """Return the fault of a weight; None if it has none."""
    if math.isfinite(weight) and abs(weight) <= MOST_WEIGHT:
        return None
    return f"a weight is a number from {-MOST_WEIGHT:,.0f} to {MOST_WEIGHT:,.0f}"


def find_name_problem(name: str) -> str | None:
    """Return the fault of the name of a reward or a part; None if it has none."""
    if name in NAMED or name in PARTS:
        return None
    if name in WAYS:
        return f"{name!r} is of something; write {name}(distance)"
    return unknown("reward", name, [*NAMED, *WAYS, *PARTS])


def find_setting_problems(name: str, settings: Sequence[RewardSetting]) -> Iterator[str | None]:
    """Yield the fault of each parameter of a named reward or a part; None if it has none."""
    seen: set[str] = set()
    for setting in settings:
        yield (
            f"{setting.key} is set twice"
            if setting.key in seen
            else _find_setting_problem(name, setting)
        )
        seen.add(setting.key)


def _find_setting_problem(name: str, setting: RewardSetting) -> str | None:
    named = NAMED.get(name)
    parts = [part.name for part in named.parts] if named else [name]
    pairs = [part for part in parts if PARTS[part].is_pair]
    words = _list_words(named) if named else []
    keys = [*parts, *(["factor"] if pairs else []), *words]
    if not named and not pairs:
        return f"{name!r} has no parameters; its weight stands before it, as in 2*{name}"
    if setting.key not in keys:
        return unknown("parameter", setting.key, keys, owner=repr(name))
    if setting.key in words:
        return f"{setting.key!r} is not set to anything" if setting.value else None
    if not setting.value:
        return f"{setting.key!r} needs a number, as in {setting.key}=1"
    if setting.factor is not None:
        if setting.key != "factor" and setting.key not in pairs:
            return f"{setting.key!r} has a weight only; a factor belongs to a weighted distance"
        if not 0 <= setting.factor <= 1:
            return "a factor is a number from 0 to 1"
    return None if setting.weight is None else find_weight_problem(setting.weight)


def _list_words(named: NamedReward) -> list[str]:
    """Return the parameters of a reward that are words alone."""
    return [*named.flags, *([ADDED] if named.replaced else [])]
