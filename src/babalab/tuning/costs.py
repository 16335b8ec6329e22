"""Measuring what the heuristics cost, in nanoseconds for each state."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from babalab.base.errors import BabalabError
from babalab.game.batch import Batch, States

Compute = Callable[[Batch, States], object]
"""Computes one heuristic of all these states."""
REPETITIONS = 9


@dataclass(frozen=True)
class Timing:
    """The cost of one heuristic in nanoseconds per state."""

    name: str
    nanoseconds: float
    """The median of the repetitions."""
    quickest: float
    slowest: float


def measure_costs(
    heuristics: Mapping[str, Compute],
    states: Sequence[tuple[Batch, States]],
    *,
    repetitions: int = REPETITIONS,
    clock: Callable[[], int] = time.process_time_ns,
) -> list[Timing]:
    """Compute each heuristic of all states, over and over, after one time for warming up.

    Processor time is measured. The heuristics take turns, so that a machine that slows down does
    so for all of them. The states of a level are handed over at once: what calling costs is shared
    by them.
    """
    count = sum(len(rows) for _, rows in states)
    if not heuristics or not count:
        raise BabalabError("there is nothing to measure: no heuristics or no states")
    if repetitions < 1:
        raise BabalabError(f"{repetitions} repetitions measure nothing")
    taken: dict[str, list[float]] = {name: [] for name in heuristics}
    for repetition in range(repetitions + 1):
        for name, heuristic in heuristics.items():
            collecting = gc.isenabled()
            gc.disable()
            try:
                begin = clock()
                for batch, rows in states:
                    heuristic(batch, rows)
                end = clock()
            finally:
                if collecting:
                    gc.enable()
            if repetition:
                taken[name].append((end - begin) / count)
    return [
        Timing(name, statistics.median(times), min(times), max(times))
        for name, times in taken.items()
    ]
