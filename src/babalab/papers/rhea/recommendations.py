"""The combinations that tuners considered best while they played: paper C, §V-B and §V-C.

At the end of every tick a tuner's statistics have a best combination (5-tuple) and a best value of
each parameter (1-tuples): those with the highest mean payoff, any of equals. Where nothing that was
tried made a difference, all are equal; if the first of them counted, a game without scores would
seem to have a favourite, and an entropy of almost 0.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from babalab.arena.plays.playing import PlayRecord
from babalab.arena.plays.running_means import compute_running_means
from babalab.arena.plays.trials import space_from_json
from babalab.base.random_streams import derive_stream, draw_generator
from babalab.base.statistics import mean, sign_test
from babalab.planning.tuners import Combination, Space

Key = TypeVar("Key", int, Combination)


@dataclass
class Recommendations:
    """Counts of what was considered best, over all ticks of some plays."""

    space: Space
    runs: dict[int, Counter[Combination]] = field(default_factory=dict)
    """Of the plays of each run: one on every level, with another seed on each if there are enough.

    In all plays of a seed a tuner draws the same numbers; what `random` tries is even the same.
    """
    values: list[Counter[int]] = field(init=False)
    """Of each parameter."""

    def __post_init__(self) -> None:
        self.values = [Counter() for _ in self.space.names]

    @property
    def combinations(self) -> Counter[Combination]:
        """Return the counts of all runs together."""
        return sum(self.runs.values(), Counter())

    @property
    def entropy(self) -> float:
        """Return the entropy of the combinations recommended in a run, in bits: the mean of all.

        That does not depend on the number of runs. In most plays few combinations are best for
        long, and in each other ones, so the entropy of all plays together grows with their number.
        """
        return mean([entropy(each.values()) for each in self.runs.values()])

    @property
    def joint_entropy(self) -> float:
        """Return the entropy of the combinations recommended in all plays together, in bits."""
        return entropy(self.combinations.values())

    @property
    def favourite(self) -> Combination | None:
        """Return the combination that was best most often, the first of equals."""
        return _find_most(self.combinations)

    @property
    def favourite_values(self) -> tuple[int | None, ...]:
        """Return the value of each parameter that was best most often."""
        return tuple(_find_most(each) for each in self.values)

    def compute_shares(self, parameter: int) -> list[float]:
        """Return the share of ticks in which each value of a parameter was the best one."""
        counts = self.values[parameter]
        total = counts.total() or 1
        return [counts[value] / total for value in range(len(self.space.values[parameter]))]


def count_recommendations(records: Iterable[PlayRecord], space: Space) -> Recommendations:
    """Count over all ticks of these plays, as far as they have logs of this space."""
    found = Recommendations(space)
    plays = list(records)
    levels = sorted({record.level for record in plays})
    seeds = sorted({record.seed for record in plays})
    for record in plays:
        if record.log is None or not _has_space(record, space):
            continue
        run = (seeds.index(record.seed) + levels.index(record.level)) % len(seeds)
        means = compute_running_means(record.log)
        stream = derive_stream(record.seed, f"ties in {record.game}: {record.level}")
        chance = draw_generator(stream)
        best = draw_best_columns(means.arms, chance)
        found.runs.setdefault(run, Counter()).update(space.arms[arm] for arm in best)
        for counts, columns in zip(found.values, _by_parameter(means.values, space), strict=True):
            counts.update(draw_best_columns(columns, chance))
    return found


def draw_best_columns(means: NDArray[np.float64], chance: np.random.Generator) -> list[int]:
    """Return, for every tick that has any, a column with the highest mean, any of equals."""
    known = means[~np.isnan(means).all(axis=1)]
    known = np.where(np.isnan(known), -np.inf, known)
    lots = chance.random(known.shape)
    lots[known < known.max(axis=1, keepdims=True)] = -1.0
    found: list[int] = lots.argmax(axis=1).tolist()
    return found


def entropy(counts: Iterable[int]) -> float:
    """Return Shannon's entropy, in bits, of a distribution given by counts.

    >>> entropy([1, 1, 2])
    1.5
    """
    met = [count for count in counts if count]
    total = sum(met)
    return abs(-sum(count / total * math.log2(count / total) for count in met))


def average_scores(records: Iterable[PlayRecord], space: Space) -> list[NDArray[np.float64]]:
    """Return the mean payoff of every value at the end of every tick, averaged over the plays.

    One array for each parameter, a row for each tick and a column for each value. Ticks count as
    long as half of the plays go on; a play counts from where it has tried the value.
    """
    plays = [*_list_value_means(records, space)]
    columns = sum(map(len, space.values))
    lengths = sorted(map(len, plays), reverse=True)
    last = lengths[(len(lengths) + 1) // 2 - 1] if lengths else 0
    table = np.full((len(plays), last, columns), np.nan)
    for place, means in enumerate(plays):
        table[place, : len(means)] = means[:last]
    counts = np.isfinite(table).sum(axis=0)
    means = np.full((last, columns), np.nan)
    np.divide(np.nansum(table, axis=0), counts, out=means, where=counts > 0)
    return _by_parameter(means, space)


@dataclass(frozen=True, slots=True)
class Trend:
    """In how many plays the mean payoffs of the values rise, and in how many they fall."""

    rising: int
    falling: int

    @property
    def probability(self) -> float:
        """Return the probability of so uneven a split by chance."""
        return sign_test(self.rising, self.falling)

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return {"rising": self.rising, "falling": self.falling, "probability": self.probability}


def find_trend(records: Iterable[PlayRecord], space: Space) -> Trend:
    """Return how the mean payoffs change in the first half of each play.

    By the slope of the straight line that fits best, on average of the values. A play in which that
    is 0, or of which nothing is known in two of these ticks, counts for neither.
    """
    slopes = [
        _find_slope(means[: (len(means) + 1) // 2]) for means in _list_value_means(records, space)
    ]
    return Trend(sum(slope > 0 for slope in slopes), sum(slope < 0 for slope in slopes))


def _find_slope(means: NDArray[np.float64]) -> float:
    """Return the average slope of the columns, over the rows in which each is known."""
    slopes = []
    for column in means.T:
        known = np.flatnonzero(~np.isnan(column))
        if len(known) > 1:
            ticks = known - known.mean()
            # Less the first, so that a column of equals has a slope of exactly 0.
            slopes.append(float(ticks @ (column[known] - column[known[0]]) / (ticks @ ticks)))
    return mean(slopes)


def _list_value_means(records: Iterable[PlayRecord], space: Space) -> Iterator[NDArray[np.float64]]:
    """Yield the mean payoffs of all values at the end of every tick of each play of this space."""
    for record in records:
        if record.log is not None and _has_space(record, space):
            yield compute_running_means(record.log).values


def _by_parameter(columns: NDArray[np.float64], space: Space) -> list[NDArray[np.float64]]:
    """Split columns of all values into those of each parameter."""
    return np.split(columns, np.cumsum([len(values) for values in space.values])[:-1], axis=1)


def _has_space(record: PlayRecord, space: Space) -> bool:
    """Return whether a play's log is about this space; one made before it changed is not."""
    assert record.log is not None
    logged = space_from_json(record.log.space)
    return (logged.names, logged.values, logged.arms) == (space.names, space.values, space.arms)


def _find_most(counts: Counter[Key]) -> Key | None:
    """Return the key with the highest count, the least of equals."""
    return min(counts, key=lambda key: (-counts[key], key), default=None)


def format_combination(combination: Sequence[int] | None) -> str:
    """Return a combination by the numbers of its values, as in the paper's Table III."""
    return "-" if combination is None else f"({', '.join(map(str, combination))})"
