"""The search space of an on-line tuner: combinations of the values of a few parameters.

Paper C ("Self-Adaptive Rolling Horizon Evolutionary Algorithms for General Video Game Playing"),
§III-C: d variables, each with its values, some of which have no effect beside certain others.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any

from babalab.base.parameters import Value, parameters_of

Combination = tuple[int, ...]
"""The number of the value chosen for each parameter."""

Effective = tuple[int | None, ...]
"""A combination with None for values that make no difference."""

Effects = Callable[[Mapping[str, Value]], Collection[str]]
"""Given the values of all parameters, the names of those that make a difference."""


@dataclass(frozen=True)
class Space:
    """Parameters with their values, and which of them matter when.

    Combinations that differ only where it does not matter are the same one: `canonical` is the one
    of them with the first values there. With `merged` false all are distinct, as in paper C,
    whose 270 combinations for RHEA are 99 different ones.
    """

    names: tuple[str, ...]
    values: tuple[tuple[Value, ...], ...]
    effects: Effects | None = field(default=None, compare=False)
    merged: bool = True

    @cached_property
    def all(self) -> tuple[Combination, ...]:
        """Every combination of values."""
        return tuple(itertools.product(*(range(len(values)) for values in self.values)))

    @cached_property
    def arms(self) -> tuple[Combination, ...]:
        """The distinct combinations."""
        return tuple(each for each in self.all if self.canonical(each) == each)

    @cached_property
    def number(self) -> Mapping[Combination, int]:
        """The index of the arm of every combination."""
        numbers = {arm: number for number, arm in enumerate(self.arms)}
        return {each: numbers[self.canonical(each)] for each in self.all}

    def canonical(self, combination: Combination) -> Combination:
        """Return the combination that represents all that are the same as this."""
        return self._canonical[combination]

    def matters(self, combination: Combination) -> tuple[bool, ...]:
        """Return, for each parameter, whether it makes a difference beside the others."""
        return self._matters[combination]

    def effective(self, combination: Combination) -> Effective:
        """Return the values that make a difference: the same for combinations that are the same."""
        return self._effective[combination]

    def counters(self, combination: Combination) -> tuple[int, tuple[int, ...]]:
        """Return its arm, and the values that matter as indices of one list of all values."""
        return self._counters[combination]

    def mutants(self, combination: Combination) -> tuple[tuple[Combination, ...], ...]:
        """Return the combinations that differ in one value, parameter by parameter.

        Only for parameters that matter beside the others and have more than one value.
        """
        return self._mutants[combination]

    def settings(self, combination: Combination) -> dict[str, Value]:
        """Return the values by name."""
        return {
            name: values[chosen]
            for name, values, chosen in zip(self.names, self.values, combination, strict=True)
        }

    def combination(self, settings: Mapping[str, Value]) -> Combination:
        """Return the numbers of these values. Raises `ValueError` if one is not among them."""
        return tuple(
            values.index(settings[name])
            for name, values in zip(self.names, self.values, strict=True)
        )

    @cached_property
    def _matters(self) -> Mapping[Combination, tuple[bool, ...]]:
        if self.effects is None or not self.merged:
            return dict.fromkeys(self.all, (True,) * len(self.names))
        found = {}
        for each in self.all:
            mattering = self.effects(self.settings(each))
            found[each] = tuple(name in mattering for name in self.names)
        return found

    @cached_property
    def _canonical(self) -> Mapping[Combination, Combination]:
        return {
            each: tuple(
                value if matters else 0
                for value, matters in zip(each, self._matters[each], strict=True)
            )
            for each in self.all
        }

    @cached_property
    def _effective(self) -> Mapping[Combination, Effective]:
        return {
            each: tuple(
                value if matters else None
                for value, matters in zip(each, self._matters[each], strict=True)
            )
            for each in self.all
        }

    @cached_property
    def _counters(self) -> Mapping[Combination, tuple[int, tuple[int, ...]]]:
        sizes = [len(values) for values in self.values]
        firsts = [sum(sizes[:parameter]) for parameter in range(len(sizes))]
        return {
            each: (
                self.number[each],
                tuple(
                    first + value
                    for first, value in zip(firsts, self.effective(each), strict=True)
                    if value is not None
                ),
            )
            for each in self.all
        }

    @cached_property
    def _mutants(self) -> Mapping[Combination, tuple[tuple[Combination, ...], ...]]:
        return {
            each: tuple(
                tuple(
                    (*each[:parameter], other, *each[parameter + 1 :])
                    for other in range(len(values))
                    if other != each[parameter]
                )
                for parameter, values in enumerate(self.values)
                if len(values) > 1 and self._matters[each][parameter]
            )
            for each in self.all
        }


def online_space(kind: type[Any], *, merged: bool = True) -> Space:
    """Return the space of the parameters that may be tuned while a planner plays.

    A static method `effects` of the class, if it has one, tells which of them matter when.
    """
    planner: Any = kind  # mypy takes a class for something without a hash
    return _online_space(planner, merged)


@cache
def _online_space(kind: Any, merged: bool) -> Space:
    declared = [each for each in parameters_of(kind) if each.online]
    return Space(
        tuple(each.name for each in declared),
        tuple(each.online for each in declared),
        getattr(kind, "effects", None),
        merged,
    )
