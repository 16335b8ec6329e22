"""Measuring games of VGDL: the step in the core, beside its twin in plain Python."""

from __future__ import annotations

import itertools
import random
import time
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import numpy as np

from babalab.base.random_streams import SplitRandom
from babalab.bench.report import Note, Report
from babalab.games.vgdl.game import VgdlGame
from babalab.games.vgdl.plain import PlainVgdl
from babalab.games.vgdl.plain_state import PlainState
from babalab.games.vgdl.plays import VgdlPlays
from babalab.games.vgdl.streams import SplitStream
from babalab.games.vgdl.suite import suite

OURS: Final = ("magpies", "odd-socks", "truffles", "warren")
"""The games to measure: a shooter, a pusher, a digger and a chase."""
LEVELS: Final = 5
"""Levels of every game, the first ones."""
PLAYS: Final = 16
"""Random plays side by side on each level."""
PLAYS_MET: Final = 3
"""Random plays whose states are copied."""
LONGEST: Final = 200
"""Ticks after which a random play begins again."""
LOOKS: Final = 16
"""Ticks from one state to copy to the next."""
CHILDREN: Final = 10
"""Copies of a state for each action."""
BATCH: Final = 1024

Work = Callable[[], tuple[int, float]]
"""Makes some steps; returns how many, and the processor time."""


def list_our_games() -> Mapping[str, type[VgdlGame]]:
    """Return the games to measure by default."""
    return {name: suite()[name] for name in OURS}


def measure_arcade(
    report: Report, games: Mapping[str, type[VgdlGame]], seconds: float, note: Note
) -> None:
    """Add all figures, each measured for about this many seconds, in one thread.

    The core and plain Python play the same random plays and copy the same states. Every level has
    the same share of the steps.
    """
    for name, kind in games.items():
        boards = [kind(level) for level in kind.levels()[:LEVELS]]
        met = [_collect_states(board) for board in boards]
        cases: list[tuple[str, str, list[Work]]] = [
            ("steps", "steps in place", [_prepare_steps(each) for each in boards]),
            ("plain_steps", "in plain Python", [_prepare_plain_steps(each) for each in boards]),
            ("copies", "copy and advance", [_prepare_copies(each) for each in met]),
            ("plain_copies", "in plain Python", [_prepare_plain_copies(each) for each in met]),
            ("calls", "copy and advance, one by one", [_prepare_calls(each) for each in met]),
            ("batch", f"batch of {BATCH:,}", [_prepare_batch(boards, None)]),
            *(
                (f"batch_{kind}", f"batch of {BATCH:,}, {words}", [_prepare_batch(boards, kind)])
                for kind, words in (("features", "features"), ("grid", "grids"))
            ),
        ]
        found: dict[str, float] = {}
        for key, title, works in cases:
            note(f"{name}: {title}")
            found[key] = _measure_rate(works, seconds)
            report.add(f"vgdl_{name}_{key}_per_second", f"{name}: {title}", found[key], "steps/s")
            if key in ("plain_steps", "plain_copies"):
                core = key.removeprefix("plain_")
                ratio = found[core] / found[key]
                report.add(f"vgdl_{name}_{core}_ratio", f"{name}: core to plain", ratio, "x")


def _measure_rate(works: list[Work], seconds: float) -> float:
    """Measure steps per second for about this many seconds; all levels count alike."""
    per_step = 0.0
    for work in works:
        steps, spent = 0, 0.0
        while spent < seconds / len(works) or not steps:
            made, took = work()
            steps += made
            spent += max(took, 1e-9)
        per_step += spent / steps / len(works)
    return 1 / per_step


def _prepare_steps(board: VgdlGame) -> Work:
    plays = VgdlPlays([board], PLAYS)

    def work() -> tuple[int, float]:
        plays.begin()
        began = time.process_time()
        lengths = plays.play_randomly(LONGEST)
        return int(lengths.sum()), time.process_time() - began

    return work


def _prepare_plain_steps(board: VgdlGame) -> Work:
    twin, chance = PlainVgdl(board.description, board.map), SplitRandom(1)

    def work() -> tuple[int, float]:
        state, made = twin.start(), 0
        began = time.process_time()
        while made < LONGEST and not state.over:
            action = board.actions[chance.below(len(board.actions))]
            twin.advance(state, action, SplitStream(chance.next()))
            made += 1
        return made, time.process_time() - began

    return work


class _Met(NamedTuple):
    """A state of a random play, for the core and for its twin in plain Python."""

    board: VgdlGame
    state: bytes
    twin: PlainVgdl
    plain: PlainState


def _collect_states(board: VgdlGame) -> list[_Met]:
    """Play at random several times, and return a state every few ticks."""
    twin, found = PlainVgdl(board.description, board.map), []
    for seed in range(PLAYS_MET):
        chance, again = random.Random(seed), random.Random(seed)
        state, plain = board.start(chance), twin.start()
        for tick in range(LONGEST):
            if board.over(state):
                break
            if tick % LOOKS == 0:
                found.append(_Met(board, state, twin, twin.copy(plain)))
            state = board.step(state, chance.randrange(len(board.actions)), chance)
            action = board.actions[again.randrange(len(board.actions))]
            drawn = again.getrandbits(64) if board.stochastic else 0
            twin.advance(plain, action, SplitStream(drawn))
    return found


def _prepare_copies(met: list[_Met]) -> Work:
    """Copy states, advance each by an action, and store them as rows of bytes."""
    choices, chance = np.arange(len(met[0].board.actions), dtype=np.uint8), random.Random(2)
    plans = np.tile(choices, CHILDREN)[:, None]

    def work() -> tuple[int, float]:
        began = time.process_time()
        made = sum(each.board.play_plans(each.state, plans, chance).calls for each in met)
        return made, time.process_time() - began

    return work


def _prepare_plain_copies(met: list[_Met]) -> Work:
    chance, turns = SplitRandom(2), itertools.cycle(met)

    def work() -> tuple[int, float]:
        each = next(turns)
        began = time.process_time()
        for action in each.board.actions:
            each.twin.advance(each.twin.copy(each.plain), action, SplitStream(chance.next()))
        return len(each.board.actions), time.process_time() - began

    return work


def _prepare_calls(met: list[_Met]) -> Work:
    """Do the same as `_prepare_copies`, with one call per child."""
    choices, chance = range(len(met[0].board.actions)), random.Random(2)

    def work() -> tuple[int, float]:
        began = time.process_time()
        for each in met:
            for action in choices:
                each.board.step(each.state, action, chance)
        return len(met) * len(choices), time.process_time() - began

    return work


def _prepare_batch(boards: list[VgdlGame], observation: str | None) -> Work:
    plays = VgdlPlays(boards, BATCH, restart=True)
    seen = None if observation is None else plays.observe(observation)
    rounds = np.random.default_rng(0).integers(0, len(plays.actions), (8, BATCH), dtype=np.uint8)

    def work() -> tuple[int, float]:
        began = time.process_time()
        for actions in rounds:
            plays.step(actions)
            if observation is not None:
                plays.observe(observation, seen)
        return rounds.size, time.process_time() - began

    return work
