"""Measuring planners and on-line tuners."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from typing import Any

from babalab.cli.measuring import Note, Report
from babalab.games import Game, games
from babalab.planning import Planner, make_planner, think
from babalab.planning.registry import planner_named
from babalab.planning.tuners import TUNERS, make_tuner, online_space

LEVELS = 5
"""Of every game the first so many, each with the same share of the time."""
CALLS = 1000
"""Steps of the forward model before each move."""
LONGEST_TICKS = 50
"""Moves until a play begins again, so that all states measured are early ones of their level."""
PLANNERS = {"rhea": "generations", "mcts": "simulations"}
"""What is measured on all games, and what an iteration of each is called."""


def measure_planning(report: Report, seconds: float, note: Note) -> None:
    """Add all figures, each measured for about this many seconds, in one thread."""
    for name, iterations in PLANNERS.items():
        for game in games().values():
            note(f"{name} on {game.name}")
            made, calls, spent = _thought(game, make_planner(f"{name}:calls={CALLS}"), seconds)
            key, title = f"{name}_{game.name}", f"{name} on {game.name}"
            report.add(f"{key}_{iterations}_per_second", title, made / spent, f"{iterations}/s")
            report.add(f"{key}_calls_per_second", title, calls / spent, "calls/s")
    for name in TUNERS:
        note(f"the tuner {name}")
        report.add(
            f"tuner_{name}_microseconds",
            f"tuner {name}: propose and reward, on rhea's parameters",
            _tuned(name, seconds),
            "us",
        )
    note("logging")
    report.add(
        "logging_percent",
        "time that keeping the journal of every iteration adds (rhea-adaptive)",
        100 * (_logging_ratio(seconds) - 1),
        "%",
    )


def _thought(game: type[Game[Any]], planner: Planner, seconds: float) -> tuple[int, int, float]:
    """Iterations and calls made in so many seconds of thinking, spread over some levels."""
    levels = list(game.levels())[:LEVELS]
    totals = [0, 0]
    spent = 0.0
    for level in levels:
        ticks = _ticks(game(level), planner)
        began = time.perf_counter()
        while time.perf_counter() - began < seconds / len(levels):
            for number, count in enumerate(next(ticks)):
                totals[number] += count
        spent += time.perf_counter() - began
    return totals[0], totals[1], spent


def _ticks(game: Game[Any], planner: Planner) -> Iterator[tuple[int, int]]:
    """Play on and on; the iterations and the calls of every move."""
    chance = random.Random(0)
    while True:
        state = game.start(chance)
        mind, tuner = planner.mind(game, chance), planner.begin_tuning(chance)
        for _ in range(LONGEST_TICKS):
            if game.over(state):
                break
            before = mind.calls
            made = sum(1 for _ in think(mind, state, tuner, calls=planner.calls))
            yield made - 1, mind.calls - before  # the first is for looking
            state = game.step(state, mind.decide(), chance)


def _tuned(name: str, seconds: float) -> float:
    """Microseconds of a proposal and the reward for it."""
    chance = random.Random(0)
    tuner = make_tuner(
        name, online_space(planner_named("rhea")), chance, discount=1.0, exploration=0.7
    )
    payoffs = [chance.uniform(-1.0, 1.0) for _ in range(1000)]
    rounds = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        for payoff in payoffs:
            tuner.reward(tuner.propose(), payoff)
        rounds += 1
    return (time.perf_counter() - began) / (rounds * len(payoffs)) * 1e6
