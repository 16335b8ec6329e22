"""Measuring games of VGDL: the step in the core, beside its twin in plain Python."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import numpy as np

from babalab.cli.measuring import Note, Report
from babalab.games.split_random import SplitRandom, streams_of
from babalab.games.vgdl.game import VgdlGame
from babalab.games.vgdl.plain import PlainState, PlainVgdl
from babalab.games.vgdl.plays import VgdlPlays
from babalab.games.vgdl.streams import SplitStream
from babalab.games.vgdl.suite import suite

OURS: Final = ("magpies", "odd-socks", "truffles", "warren")
"""Of our own games a shooter, a pusher, a digger and a chase."""
LEVELS: Final = 5
"""Of every game the first so many."""
PLAYS: Final = 4
"""Random plays on each of them."""
LONGEST: Final = 200
"""Ticks of random play until a play begins again."""
LOOKS: Final = 8
"""States that are copied are met every so many ticks."""
CHILDREN: Final = 10
"""Copies of such a state that are advanced by each action."""
BATCH: Final = 1024

Work = Callable[[], tuple[int, float]]
"""Makes some steps; how many, and in which seconds of the processor."""


def arcade_games() -> Mapping[str, type[VgdlGame]]:
    """Those of our own that are measured."""
    return {name: suite()[name] for name in OURS}


def measure_arcade(
    report: Report, games: Mapping[str, type[VgdlGame]], seconds: float, note: Note
) -> None:
    """Add all figures, each measured for about so many seconds, in one thread.

    Core and plain Python play the very same random plays, and copy the same states met there.
    """
    for name, kind in games.items():
        boards = [kind(level) for level in kind.levels()[:LEVELS]]
        met = _states_met(boards)
        cases: list[tuple[str, str, Work]] = [
            ("steps", "steps in place", _in_place(boards)),
            ("plain_steps", "steps in place, plain Python", _plain_in_place(boards)),
            ("copies", "copy and advance", _copying(met)),
            ("plain_copies", "copy and advance, plain Python", _plain_copying(met)),
            ("loop", "copy and advance, one by one from Python", _python_loop(met)),
            ("batch", f"batch of {BATCH:,}", _batch(boards, None)),
            ("batch_features", f"batch of {BATCH:,}, features", _batch(boards, "features")),
            ("batch_grid", f"batch of {BATCH:,}, grids", _batch(boards, "grid")),
        ]
        found: dict[str, float] = {}
        for key, title, work in cases:
            note(f"{name}: {title}")
            found[key] = _rate(work, seconds)
            report.add(f"vgdl_{name}_{key}_per_second", f"{name}: {title}", found[key], "steps/s")
        for key, title in (("steps", "steps in place"), ("copies", "copy and advance")):
            ratio = found[key] / found[f"plain_{key}"]
            report.add(f"vgdl_{name}_{key}_ratio", f"{name}: {title}, core to plain", ratio, "x")


def _rate(work: Work, seconds: float) -> float:
    """Steps per second in about so many seconds, after a first time that does not count."""
    work()
    steps, spent = 0, 0.0
    while spent < seconds:
        made, took = work()
        steps += made
        spent += max(took, 1e-9)
    return steps / spent


def _in_place(boards: list[VgdlGame]) -> Work:
    """Random plays, of every level the same number."""
    plays = [VgdlPlays([board], PLAYS) for board in boards]

    def work() -> tuple[int, float]:
        spent, made = 0.0, 0
        for seed, each in enumerate(plays):
            each.seed(seed)
            each.begin()
            began = time.process_time()
            lengths = each.play_randomly(LONGEST)
            spent += time.process_time() - began
            made += int(lengths.sum())
        return made, spent

    return work


def _plain_in_place(boards: list[VgdlGame]) -> Work:
    """The very same plays."""
    twins = [PlainVgdl(board.description, board.map) for board in boards]

    def work() -> tuple[int, float]:
        began, made = time.process_time(), 0
        for seed, twin in enumerate(twins):
            for stream in streams_of(seed, PLAYS).tolist():
                made += _plain_play(boards[0], twin, SplitRandom(stream))
        return made, time.process_time() - began

    return work


def _plain_play(game: VgdlGame, twin: PlainVgdl, chance: SplitRandom) -> int:
    state = twin.start()
    for made in range(LONGEST):
        if state.over:
            return made
        action = game.actions[chance.below(len(game.actions))]
        twin.advance(state, action, SplitStream(chance.next() if game.stochastic else 0))
    return LONGEST


class _Met(NamedTuple):
    """A state of a random play, as the core has it and as its twin does."""

    board: VgdlGame
    state: bytes
    twin: PlainVgdl
    plain: PlainState


def _states_met(boards: list[VgdlGame]) -> list[_Met]:
    found = []
    for board in boards:
        chance, again = random.Random(1), random.Random(1)
        twin = PlainVgdl(board.description, board.map)
        state, plain = board.start(chance), twin.start()
        for tick in range(LONGEST):
            if board.over(state):
                break
            if tick % LOOKS == 0:
                found.append(_Met(board, state, twin, twin.copy(plain)))
            state = board.step(state, chance.randrange(len(board.actions)), chance)
            action = board.actions[again.randrange(len(board.actions))]
            seed = again.getrandbits(64) if board.stochastic else 0
            twin.advance(plain, action, SplitStream(seed))
    return found


def _copying(met: list[_Met]) -> Work:
    """Copies of states, each advanced by an action; and stored, as rows of bytes."""
    choices = np.arange(len(met[0].board.actions), dtype=np.uint8)
    plans = np.tile(choices, CHILDREN)[:, None]

    def work() -> tuple[int, float]:
        chance = random.Random(2)
        began = time.process_time()
        made = sum(each.board.play_plans(each.state, plans, chance).calls for each in met)
        return made, time.process_time() - began

    return work


def _plain_copying(met: list[_Met]) -> Work:
    actions = met[0].board.actions

    def work() -> tuple[int, float]:
        chance = SplitRandom(2)
        began = time.process_time()
        for each in met:
            for action in actions:
                stream = SplitStream(chance.next())
                each.twin.advance(each.twin.copy(each.plain), action, stream)
        return len(met) * len(actions), time.process_time() - began

    return work


def _python_loop(met: list[_Met]) -> Work:
    """The same as `_copying`, a call for each."""
    choices = range(len(met[0].board.actions))

    def work() -> tuple[int, float]:
        chance = random.Random(2)
        began = time.process_time()
        for each in met:
            for action in choices:
                each.board.step(each.state, action, chance)
        return len(met) * len(choices), time.process_time() - began

    return work


def _batch(boards: list[VgdlGame], observation: str | None) -> Work:
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
