"""The mean payoffs that a tuner knew at the end of every tick, all at once.

The same numbers, to the last bit, as by `PlayLog.ticks`, which goes from trial to trial: thousands
of plays would take hours that way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from babalab.arena.plays.trials import PlayLog, space_from_json, unpack
from babalab.planning.tuners.space import Space

Numbers = NDArray[np.float64]


class RunningMeans(NamedTuple):
    """A row for each tick; not a number where there was no trial yet."""

    arms: Numbers
    """A column for each combination that is told apart."""
    values: Numbers
    """A column for each value, those of the first parameter first."""


def compute_running_means(log: PlayLog) -> RunningMeans:
    """Return the running means of the play with this log."""
    space = space_from_json(log.space)
    if log.discount < 1.0:
        return _replay_trials(log, space)
    numbers, payoffs, ends = unpack(log.trials)
    arm_of, has_value = _find_places(space)
    by_arm = _group(arm_of[numbers], len(space.arms))
    tried = has_value[numbers]
    by_value = (np.flatnonzero(tried[:, value]) for value in range(tried.shape[1]))
    return RunningMeans(
        _compute_means(by_arm, payoffs, ends), _compute_means(by_value, payoffs, ends)
    )


def find_best_columns(means: Numbers) -> list[int]:
    """Return, for every tick that has any, the column with the highest mean, first of equals."""
    known = means[~np.isnan(means).all(axis=1)]
    found: list[int] = np.where(np.isnan(known), -np.inf, known).argmax(axis=1).tolist()
    return found


def _compute_means(
    groups: Iterator[NDArray[np.intp]], payoffs: Numbers, ends: NDArray[np.int64]
) -> Numbers:
    """Return the means of groups of trials, one column each, by how many trials there had been."""
    columns = []
    for trials in groups:
        means = np.full(len(ends), np.nan)
        counts = trials.searchsorted(ends)
        totals = payoffs[trials].cumsum()
        begun = counts > 0
        means[begun] = totals[counts[begun] - 1] / counts[begun]
        columns.append(means)
    return np.stack(columns, axis=1)


def _group(arms: NDArray[np.intp], count: int) -> Iterator[NDArray[np.intp]]:
    """Yield the trials of each arm, in their order."""
    order = arms.argsort(kind="stable")
    edges = arms[order].searchsorted(np.arange(count + 1))
    for arm in range(count):
        yield order[edges[arm] : edges[arm + 1]]


@lru_cache(maxsize=16)
def _find_places(space: Space) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """Return, for every combination, its arm and its values that matter."""
    counters = [space.counters(each) for each in space.all]
    has_value = np.zeros((len(counters), sum(map(len, space.values))), np.bool_)
    for number, (_, values) in enumerate(counters):
        has_value[number, list(values)] = True
    return np.array([arm for arm, _ in counters], np.intp), has_value


def _replay_trials(log: PlayLog, space: Space) -> RunningMeans:
    """Return where a tuner forgets, from trial to trial after all."""
    rows = [(each.means, np.concatenate(each.value_means)) for each in log.ticks()]
    values = sum(map(len, space.values))
    return RunningMeans(
        np.array([arms for arms, _ in rows]).reshape(len(rows), len(space.arms)),
        np.array([means for _, means in rows]).reshape(len(rows), values),
    )
