"""Measuring the engine's speed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from babalab.agents import Agent, Champion, Exhaustive, HeuristicAgent
from babalab.base.budget import Budget
from babalab.game.action import Action
from babalab.game.batch import Batch, States
from babalab.game.level import Level
from babalab.heuristics import features

BATCH_SIZES = (1, 64, 4096)
MIXING_STEPS = 20
"""Random steps played before measuring, so that a batch holds states of all sorts."""
MOST_ROUNDS = 1_000_000


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
        """Add a figure."""
        self.measurements.append(Measurement(name, title, value, unit))

    def as_json(self) -> dict[str, Any]:
        """Return one flat object for JSON."""
        return {
            "levels": self.levels,
            "level_count": self.level_count,
            "cpus": os.cpu_count(),
            **{m.name: round(m.value, 1) for m in self.measurements},
        }


Note = Callable[[str], None]


def measure(report: Report, levels: Sequence[Level], seconds: float, note: Note) -> None:
    """Add all figures about the engine, each measured for about this many seconds.

    In every figure each level of the mix gets the same share of the work, not of the time.
    """
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
    note("heuristics")
    report.add(
        "heuristics_states_per_second",
        "the seventeen heuristics (batch 4096)",
        _over_levels(levels, seconds, _heuristics),
        "states/s",
    )
    note("breadth-first search")
    report.add(
        "bfs_children_per_second",
        "breadth-first children (hash, visited set)",
        _over_levels(levels, seconds, _searched_by(Exhaustive())),
        "children/s",
    )
    report.add(
        "heuristic_steps_per_second",
        "the heuristic agent's children (pictures, weighted sum)",
        _over_levels(levels, seconds, _searched_by(HeuristicAgent())),
        "children/s",
    )
    report.add(
        "champion_steps_per_second",
        "the champion's children (walks, evaluators, lists)",
        _over_levels(levels, seconds, _searched_by(Champion(shorten=0))),
        "children/s",
    )
    sizes = [Batch(level).state_bytes for level in levels]
    report.add(
        "state_bytes_mean", "bytes per state, mean of the levels", float(np.mean(sizes)), "B"
    )
    report.add("state_bytes_max", "bytes per state, largest level", max(sizes), "B")
    report.add("state_bytes_20x20", "bytes per state, 20 x 20 with 180 things", _bytes_20x20(), "B")


Work = Callable[[int], tuple[int, float]]
"""Does so many rounds on a level; the number of steps this took, and the seconds."""


def _over_levels(
    levels: Sequence[Level], seconds: float, prepare: Callable[[Level], Work]
) -> float:
    """Measure steps per second over all levels, each with as many rounds as the others."""
    works = [prepare(level) for level in levels]
    rounds = 1
    while True:
        results = [work(rounds) for work in works]
        spent = sum(took for _, took in results)
        if spent >= seconds or rounds >= MOST_ROUNDS:
            return sum(done for done, _ in results) / spent
        rounds = min(MOST_ROUNDS, max(2 * rounds, int(rounds * seconds / max(spent, 1e-6))))


def _python_loop(level: Level) -> Work:
    actions = [Action(int(n)) for n in np.random.default_rng(0).integers(0, 5, MIXING_STEPS)]
    start = level.start()

    def work(rounds: int) -> tuple[int, float]:
        began = time.perf_counter()
        for _ in range(rounds):
            state = start
            for action in actions:
                state = state.step(action)
        return rounds * len(actions), time.perf_counter() - began

    return work


def _mixed_states(batch: Batch, count: int) -> States:
    """Return states of all sorts that random play meets, none of them over."""
    plays = batch.rollout(batch.start(4 * count + 16), MIXING_STEPS, seed=1).states
    going_on = plays[~(batch.won(plays) | batch.lost(plays))]
    return np.resize(going_on if len(going_on) else batch.start(), (count, batch.state_bytes))


def _batch_steps(size: int, threads: int) -> Callable[[Level], Work]:
    def prepare(level: Level) -> Work:
        mixed = _mixed_states(Batch(level), size)
        actions = np.random.default_rng(0).integers(0, len(Action), (8, size), dtype=np.uint8)

        def work(rounds: int) -> tuple[int, float]:
            began = time.perf_counter()
            for _ in range(rounds):
                states = mixed
                for chosen in actions:
                    states = level.core.step_many(states, chosen, threads)
            return rounds * actions.size, time.perf_counter() - began

        return work

    return prepare


def _rollouts(level: Level) -> Work:
    batch = Batch(level)
    states = batch.start(256)

    def work(rounds: int) -> tuple[int, float]:
        began = time.perf_counter()
        steps = sum(int(batch.rollout(states, 100, seed).lengths.sum()) for seed in range(rounds))
        return steps, time.perf_counter() - began

    return work


def _heuristics(level: Level) -> Work:
    batch = Batch(level)
    states = _mixed_states(batch, BATCH_SIZES[-1])

    def work(rounds: int) -> tuple[int, float]:
        began = time.perf_counter()
        for _ in range(rounds):
            features(batch, states)
        return rounds * len(states), time.perf_counter() - began

    return work


def _searched_by(agent: Agent) -> Callable[[Level], Work]:
    """Search with as many expansions as there are rounds; solved levels need fewer."""

    def prepare(level: Level) -> Work:
        def work(rounds: int) -> tuple[int, float]:
            result = agent.solve(level, Budget(iterations=1000 * rounds, memory=4 << 30))
            return result.steps, result.seconds

        return work

    return prepare


def _bytes_20x20() -> int:
    """Return the size of a state of a 20 x 20 level: 180 things, 40 words, every property."""
    words = "B12F13R15W16S48L8G0K7V91111BFRWSLGKVAO6789"[:40]
    inside = (words + "bwrsgl" * 30).ljust(18 * 18, ".")
    rows = ["_" * 20, *(f"_{inside[i : i + 18]}_" for i in range(0, 324, 18)), "_" * 20]
    return Batch(Level(tuple(rows))).state_bytes
