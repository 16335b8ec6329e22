"""Measuring the engine's speed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from babalab.agents import Bfs, Budget
from babalab.game.action import Action
from babalab.game.batch import Batch, States
from babalab.game.level import Level

BATCH_SIZES = (1, 64, 4096)
MIXING_STEPS = 20
"""Random steps played before measuring, so that a batch holds states of all sorts."""


@dataclass(frozen=True, slots=True)
class Measurement:
    """One line of the table: `name` is its key in the JSON."""

    name: str
    title: str
    value: float
    unit: str


@dataclass(slots=True)
class Report:
    """All figures of one run."""

    levels: str
    level_count: int
    measurements: list[Measurement] = field(default_factory=list)

    def add(self, name: str, title: str, value: float, unit: str) -> None:
        """Note a figure."""
        self.measurements.append(Measurement(name, title, value, unit))

    def as_json(self) -> dict[str, Any]:
        """One flat object."""
        return {
            "levels": self.levels,
            "level_count": self.level_count,
            "cpus": os.cpu_count(),
            **{m.name: round(m.value, 1) for m in self.measurements},
        }


Note = Callable[[str], None]


def measure(levels: Sequence[Level], name: str, seconds: float, note: Note) -> Report:
    """Measure everything, each figure over all levels for about this many seconds."""
    report = Report(name, len(levels))
    note("one state in a Python loop")
    report.add(
        "python_loop_steps_per_second",
        "one state, Python loop",
        _over_levels(levels, seconds, _python_loop),
        "steps/s",
    )
    for size in BATCH_SIZES:
        note(f"batches of {size}")
        rate = _over_levels(levels, seconds, _batch_steps(size, 1))
        report.add(f"batch_{size}_steps_per_second", f"batch of {size}", rate, "steps/s")
        if size == BATCH_SIZES[-1]:
            report.add("engine_steps_per_second", "engine (batch 4096, 1 thread)", rate, "steps/s")
    for threads in range(2, (os.cpu_count() or 1) + 1):
        note(f"batches of {BATCH_SIZES[-1]}, {threads} threads")
        rate = _over_levels(levels, seconds, _batch_steps(BATCH_SIZES[-1], threads))
        report.add(
            f"threads_{threads}_steps_per_second",
            f"batch of {BATCH_SIZES[-1]}, {threads} threads",
            rate,
            "steps/s",
        )
    note("random playouts")
    report.add(
        "rollout_steps_per_second",
        "random playouts",
        _over_levels(levels, seconds, _rollouts),
        "steps/s",
    )
    note("breadth-first search")
    report.add(
        "bfs_children_per_second",
        "breadth-first children (hash, visited set)",
        _breadth_first(levels, max(seconds, 1)),
        "children/s",
    )
    sizes = [Batch(level).state_bytes for level in levels]
    report.add(
        "state_bytes_mean", "bytes per state, mean of the levels", float(np.mean(sizes)), "B"
    )
    report.add("state_bytes_max", "bytes per state, largest level", max(sizes), "B")
    report.add("state_bytes_20x20", "bytes per state, 20 x 20 with 180 things", _bytes_20x20(), "B")
    return report


def _over_levels(
    levels: Sequence[Level], seconds: float, work: Callable[[Level, float], tuple[int, float]]
) -> float:
    """Total work per second when every level gets the same number of seconds for its share."""
    total, spent = 0, 0.0
    for level in levels:
        done, took = work(level, seconds / len(levels))
        total += done
        spent += took
    return total / spent


def _python_loop(level: Level, seconds: float) -> tuple[int, float]:
    actions = [Action(int(n)) for n in np.random.default_rng(0).integers(0, 5, 50)]
    start = level.start()
    done, began = 0, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds or not done:
        state = start
        for action in actions:
            state = state.step(action)
        done += len(actions)
    return done, took or seconds


def _mixed_states(batch: Batch, count: int) -> States:
    return batch.rollout(batch.start(count), MIXING_STEPS, seed=1).states


def _batch_steps(size: int, threads: int) -> Callable[[Level, float], tuple[int, float]]:
    def work(level: Level, seconds: float) -> tuple[int, float]:
        batch = Batch(level, threads=threads)
        states = _mixed_states(batch, size)
        actions = np.random.default_rng(0).integers(0, len(Action), (8, size), dtype=np.uint8)
        done, began = 0, time.perf_counter()
        while (took := time.perf_counter() - began) < seconds or not done:
            for chosen in actions:
                states = level.core.step_many(states, chosen, threads)
            done += actions.size
        return done, took or seconds

    return work


def _rollouts(level: Level, seconds: float) -> tuple[int, float]:
    batch = Batch(level)
    states = batch.start(256)
    done, seed, began = 0, 0, time.perf_counter()
    while (took := time.perf_counter() - began) < seconds or not seed:
        done += int(batch.rollout(states, 100, seed).lengths.sum())
        seed += 1
    return done, took or seconds


def _breadth_first(levels: Sequence[Level], seconds: float) -> float:
    """Children per second of searches that end only for lack of budget or of states.

    Each level is searched for the same time, as long as a solution is not found sooner.
    """
    steps, spent = 0, 0.0
    for level in levels:
        result = Bfs().solve(level, Budget(seconds=4 * seconds / len(levels), memory=4 << 30))
        steps += result.steps
        spent += result.seconds
    return steps / spent


def _bytes_20x20() -> int:
    """The size of a state of a 20 x 20 level with 180 things, 40 words and every property."""
    words = "B12F13R15W16S48L8G0K7V91111BFRWSLGKVAO6789"[:40]
    inside = (words + "bwrsgl" * 30).ljust(18 * 18, ".")
    rows = ["_" * 20, *(f"_{inside[i : i + 18]}_" for i in range(0, 324, 18)), "_" * 20]
    return Batch(Level(tuple(rows))).state_bytes
