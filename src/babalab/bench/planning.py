"""Measuring planners and on-line tuners."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from babalab.arena.plays import PlayLog
from babalab.bench.arcade import list_our_games
from babalab.bench.report import Note, Report
from babalab.games import Game, game_named, games, suite
from babalab.games.game import S
from babalab.planning import Mcts, Planner, Rhea, make_planner, think
from babalab.planning.journal import Journal
from babalab.planning.planner import planner_named
from babalab.planning.rhea import HorizonMind
from babalab.planning.tree_mind import TreeMind
from babalab.planning.tuners import TUNERS, make_tuner, online_space

LEVELS = 5
"""Levels of every game, the first ones, each with the same share of the time."""
CALLS = 1000
"""Steps of the forward model before each move."""
LONGEST_TICKS = 50
"""Moves until a play begins again."""
PLANNERS = {"rhea": "generations", "mcts": "simulations"}
"""The planners to measure on all games, and the names of their iterations."""
SHAPES: Final = ((5, 10), (10, 15))
"""Plans, and actions in each, for comparing generations in the core with those in plain Python."""
LOGGED = ("baba", "mastery/three-voices", f"rhea-adaptive:calls={CALLS}")
"""Game, level and planner that logging is measured with: the faster the game, the more it shows."""
LOGGED_TICKS = 50


def measure_planning(report: Report, seconds: float, note: Note) -> None:
    """Add all figures, each measured for about this many seconds, in one thread.

    Seconds are processor time, so other programs don't count.
    """
    for name, iterations in PLANNERS.items():
        planner = make_planner(f"{name}:calls={CALLS}")
        for game in _choose_games():
            title = f"{name} on {game.name}"
            note(title)
            made, calls, spent = _measure_thinking(game, planner, seconds)
            key = f"{name}_{game.name}"
            report.add(f"{key}_{iterations}_per_second", title, made / spent, f"{iterations}/s")
            report.add(f"{key}_calls_per_second", title, calls / spent, "calls/s")
    for game in _choose_games():
        if game(game.levels()[0]).native_model(random.Random(0)) is None:
            continue
        for population, length in SHAPES:
            key, title = f"rhea_{population}_{length}", f"rhea {population}-{length}"
            kinds = (
                Rhea(calls=CALLS, population=population, length=length),
                _PlainRhea(calls=CALLS, population=population, length=length),
            )
            _measure_both(report, game, key, title, "generations", kinds, seconds, note)
        both = Mcts(calls=CALLS), _PlainMcts(calls=CALLS)
        _measure_both(report, game, "tree", "mcts", "simulations", both, seconds, note)
    for name in TUNERS:
        note(f"the tuner {name}")
        report.add(
            f"tuner_{name}_microseconds",
            f"tuner {name}: propose and reward, on rhea's parameters",
            _measure_tuner(name, seconds),
            "us",
        )
    note("logging")
    report.add(
        "logging_percent",
        "time that logging every iteration adds to rhea-adaptive",
        100 * _measure_logging(seconds),
        "%",
    )


@dataclass(frozen=True, kw_only=True)
class _PlainRhea(Rhea):
    """The planner `rhea` as it plays games whose steps are Python's."""

    def mind(self, game: Game[S], chance: random.Random) -> HorizonMind[S]:
        return self.plain_mind(game, chance)


@dataclass(frozen=True, kw_only=True)
class _PlainMcts(Mcts):
    """The planner `mcts` as it plays games whose steps are Python's."""

    def mind(self, game: Game[S], chance: random.Random) -> TreeMind[S]:
        return self.plain_mind(game, chance)


def _measure_both(
    report: Report,
    game: type[Game[Any]],
    key: str,
    title: str,
    iterations: str,
    planners: tuple[Planner, Planner],
    seconds: float,
    note: Note,
) -> None:
    """Add the iterations a second in the core, those in plain Python, and how they compare."""
    title, key = f"{title} on {game.name}", f"{key}_{game.name}"
    found = []
    for planner, suffix, words in zip(
        planners, ("", "_plain"), ("", ", in plain Python"), strict=True
    ):
        note(title + words)
        made, _, spent = _measure_thinking(game, planner, seconds)
        found.append(made / spent)
        name = f"{key}{suffix}_{iterations}_per_second"
        report.add(name, title + words, found[-1], f"{iterations}/s")
    report.add(f"{key}_ratio", f"{title}: core to plain", found[0] / found[1], "x")


def _choose_games() -> list[type[Game[Any]]]:
    """Return all games, but of the arcade only those whose steps are measured too."""
    known = games()
    chosen = list_our_games().keys() | (known.keys() - suite().keys())
    return [game for name, game in known.items() if name in chosen]


def _measure_thinking(
    game: type[Game[Any]], planner: Planner, seconds: float
) -> tuple[int, int, float]:
    """Return the iterations and calls made on some levels, and in how many seconds."""
    levels = list(game.levels())[:LEVELS]
    iterations = calls = 0
    spent = 0.0
    for level in levels:
        ticks = _play_ticks(game(level), planner)
        next(ticks)  # the first move also prepares what is needed once
        began = time.process_time()
        while time.process_time() - began < seconds / len(levels):
            made, called = next(ticks)
            iterations += made
            calls += called
        spent += time.process_time() - began
    return iterations, calls, spent


def _play_ticks(
    game: Game[Any], planner: Planner, journal: Journal | None = None
) -> Iterator[tuple[int, int]]:
    """Play on and on, and yield the iterations and the calls of every move."""
    chance = random.Random(0)
    while True:
        state = game.start(chance)
        mind, tuner = planner.mind(game, chance), planner.begin_tuning(chance)
        for _ in range(LONGEST_TICKS):
            if game.over(state):
                break
            before = mind.calls
            made = sum(1 for _ in think(mind, state, tuner, journal, calls=planner.calls))
            if journal is not None:
                journal.tick()
            state = game.step(state, mind.decide(), chance)
            yield made - 1, mind.calls - before  # the first iteration only looks at the state


def _measure_tuner(name: str, seconds: float) -> float:
    """Measure the microseconds of a proposal and the reward for it."""
    chance = random.Random(0)
    space = online_space(planner_named("rhea"))
    tuner = make_tuner(name, space, chance, discount=1.0, exploration=0.7)
    payoffs = [chance.uniform(-1.0, 1.0) for _ in range(1000)]
    rounds = 0
    began = time.process_time()
    while not rounds or time.process_time() - began < seconds:
        for payoff in payoffs:
            tuner.reward(tuner.propose(), payoff)
        rounds += 1
    return (time.process_time() - began) / (rounds * len(payoffs)) * 1e6


def _measure_logging(seconds: float) -> float:
    """Measure how much longer the same play takes with a log, packing it included.

    Both are played in turns, and the best times of each compared.
    """
    best = {False: float("inf"), True: float("inf")}
    began = time.process_time()
    while time.process_time() - began < seconds or float("inf") in best.values():
        for logged in best:
            best[logged] = min(best[logged], _time_play(logged))
    return best[True] / best[False] - 1


def _time_play(logged: bool) -> float:
    """Measure the processor's seconds for the first ticks of a play."""
    game, level, spec = LOGGED
    kind, planner = game_named(game), make_planner(spec)
    journal = Journal() if logged else None
    ticks = _play_ticks(kind(kind.level_named(level)), planner, journal)
    tuner = planner.begin_tuning(random.Random(0))
    began = time.process_time()
    for _ in range(LOGGED_TICKS):
        next(ticks)
    if journal is not None:
        PlayLog.of(journal, tuner.space, tuner.discount)
    return time.process_time() - began
