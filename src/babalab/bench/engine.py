"""Measuring the engine's speed."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from babalab.agents import Agent, Champion, Exhaustive, HeuristicAgent
from babalab.base.budget import Budget
from babalab.bench.report import Note, Report
from babalab.game.action import Action
from babalab.game.batch import Batch, States
from babalab.game.level import Level
from babalab.heuristics import features

BATCH_SIZES = (1, 64, 4096)
MIXING_STEPS = 20
"""Random steps played before measuring, so that a batch holds states of all sorts."""
MOST_ROUNDS = 1_000_000
COMPETITION_STEPS = 230_000
"""Steps per second of the competition's engine, which is JavaScript: it makes 200,000 to 230,000 on
a core of the machine that the figures of our pages are from."""

Work = Callable[[int], tuple[int, float]]
"""Plays a number of rounds on a level; returns the steps this took, and the seconds: of the
processor, where there is one thread, so that what else the machine does makes little difference."""
Prepare = Callable[[Level], Work]


class Speed(NamedTuple):
    """A speed to measure: `name` is its key in the JSON, before ``_per_second``."""

    name: str
    title: str
    prepare: Prepare
    unit: str = "steps"


def measure_engine(report: Report, levels: Sequence[Level], seconds: float, note: Note) -> None:
    """Add all figures about the engine, each measured for about this many seconds.

    In every figure each level of the mix gets the same share of the work, not of the time.
    """
    for speed in _list_speeds():
        note(speed.title)
        rate = _measure_rate(levels, seconds, speed.prepare)
        report.add(f"{speed.name}_per_second", speed.title, rate, f"{speed.unit}/s")
        if speed.name == f"batch_{BATCH_SIZES[-1]}_steps":
            report.add("engine_steps_per_second", "engine (batch 4096, 1 thread)", rate, "steps/s")
            report.add(
                "engine_competition_ratio",
                f"beside the competition's engine ({COMPETITION_STEPS:,} steps/s)",
                rate / COMPETITION_STEPS,
                "x",
            )
    sizes = [Batch(level).state_bytes for level in levels]
    for name, title, size in (
        ("mean", "mean of the levels", float(np.mean(sizes))),
        ("max", "largest level", max(sizes)),
        ("20x20", "20 x 20 with 180 things", Batch(make_large_level()).state_bytes),
    ):
        report.add(f"state_bytes_{name}", f"bytes per state, {title}", size, "B")


def _list_speeds() -> Iterator[Speed]:
    yield Speed("python_loop_steps", "one state, Python loop", _prepare_python_loop)
    for size in BATCH_SIZES:
        yield Speed(f"batch_{size}_steps", f"batch of {size}", partial(_prepare_batches, size, 1))
    most = BATCH_SIZES[-1]
    for threads in range(2, (os.cpu_count() or 1) + 1):
        title = f"batch of {most}, {threads} threads"
        yield Speed(f"threads_{threads}_steps", title, partial(_prepare_batches, most, threads))
    yield Speed("rollout_steps", "random playouts", _prepare_rollouts)
    title = "the seventeen heuristics (batch 4096)"
    yield Speed("heuristics_states", title, _prepare_heuristics, "states")
    for name, title, agent in (
        ("bfs_children", "breadth-first children (hash, visited set)", Exhaustive()),
        (
            "heuristic_steps",
            "the heuristic agent's children (pictures, weighted sum)",
            HeuristicAgent(),
        ),
        (
            "champion_steps",
            "the champion's children (walks, evaluators, lists)",
            Champion(shorten=0),
        ),
    ):
        yield Speed(name, title, partial(_prepare_search, agent), "children")


def _measure_rate(levels: Sequence[Level], seconds: float, prepare: Prepare) -> float:
    """Measure steps per second over all levels, each with as many rounds as the others."""
    works = [prepare(level) for level in levels]
    rounds = 1
    while True:
        results = [work(rounds) for work in works]
        spent = sum(took for _, took in results)
        if spent >= seconds or rounds >= MOST_ROUNDS:
            return sum(done for done, _ in results) / spent
        rounds = min(MOST_ROUNDS, max(2 * rounds, int(rounds * seconds / max(spent, 1e-6))))


def _prepare_python_loop(level: Level) -> Work:
    actions = [Action(int(n)) for n in np.random.default_rng(0).integers(0, 5, MIXING_STEPS)]
    start = level.start()

    def work(rounds: int) -> tuple[int, float]:
        began = time.process_time()
        for _ in range(rounds):
            state = start
            for action in actions:
                state = state.step(action)
        return rounds * len(actions), time.process_time() - began

    return work


def _mix_states(batch: Batch, count: int) -> States:
    """Return states of all sorts that random play meets, none of them over."""
    plays = batch.rollout(batch.start(4 * count + 16), MIXING_STEPS, seed=1).states
    going_on = plays[~(batch.won(plays) | batch.lost(plays))]
    return np.resize(going_on if len(going_on) else batch.start(), (count, batch.state_bytes))


def _prepare_batches(size: int, threads: int, level: Level) -> Work:
    mixed = _mix_states(Batch(level), size)
    actions = np.random.default_rng(0).integers(0, len(Action), (8, size), dtype=np.uint8)

    # Threads share the work but not the processor time.
    clock = time.process_time if threads == 1 else time.perf_counter

    def work(rounds: int) -> tuple[int, float]:
        began = clock()
        for _ in range(rounds):
            states = mixed
            for chosen in actions:
                states = level.core.step_many(states, chosen, threads)
        return rounds * actions.size, clock() - began

    return work


def _prepare_rollouts(level: Level) -> Work:
    batch = Batch(level)
    states = batch.start(256)

    def work(rounds: int) -> tuple[int, float]:
        began = time.process_time()
        steps = sum(int(batch.rollout(states, 100, seed).lengths.sum()) for seed in range(rounds))
        return steps, time.process_time() - began

    return work


def _prepare_heuristics(level: Level) -> Work:
    batch = Batch(level)
    states = _mix_states(batch, BATCH_SIZES[-1])

    def work(rounds: int) -> tuple[int, float]:
        began = time.process_time()
        for _ in range(rounds):
            features(batch, states)
        return rounds * len(states), time.process_time() - began

    return work


def _prepare_search(agent: Agent, level: Level) -> Work:
    """Prepare a search of a thousand expansions for each round; solved levels need fewer."""

    def work(rounds: int) -> tuple[int, float]:
        result = agent.solve(level, Budget(iterations=1000 * rounds, memory=4 << 30))
        return result.steps, result.seconds

    return work


def make_large_level() -> Level:
    """Return a level of 20 x 20 cells: 180 things, 40 words, every property."""
    words = "B12F13R15W16S48L8G0K7V91111BFRWSLGKVAO6789"[:40]
    inside = (words + "bwrsgl" * 30).ljust(18 * 18, ".")
    rows = ["_" * 20, *(f"_{inside[i : i + 18]}_" for i in range(0, 324, 18)), "_" * 20]
    return Level(tuple(rows))
