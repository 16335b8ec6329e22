"""The native engine and the reference agree step by step, on whatever levels we can think of."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab import Batch, Level, _core
from babalab.game.reference import ReferenceGame
from support.agreement import assert_same
from support.crowded import crowded_level
from support.strategies import MOVES, level_rows

QUIRKS = [
    line.split(" | ")
    for line in Path(__file__).with_name("quirks.txt").read_text(encoding="utf-8").splitlines()
    if not line.startswith("#")
]


def follow(rows: Sequence[str], moves: str) -> int:
    """Play the moves in both engines and compare after each; the number of steps taken."""
    state = Level(tuple(rows)).start()
    game = ReferenceGame("\n".join(rows))
    assert_same(state, game)
    for letter in moves:
        state = state.step(letter)
        game.step(letter)
        assert_same(state, game)
    return len(moves)


def follow_crowded(levels: int, seed: int) -> int:
    """Long random walks through crowded levels; the number of steps taken."""
    chance = random.Random(seed)
    return sum(
        follow(crowded_level(chance), "".join(chance.choices("udlrs", k=60))) for _ in range(levels)
    )


@pytest.mark.parametrize(("about", "play"), QUIRKS, ids=[about for about, _ in QUIRKS])
def test_quirks(about: str, play: str) -> None:  # noqa: ARG001
    level, _, moves = play.partition("@")
    follow(level.split("/"), moves)


@settings(max_examples=300, deadline=None)
@given(level_rows(), MOVES)
def test_engines_agree(rows: list[str], moves: str) -> None:
    follow(rows, moves)


def test_engines_agree_on_crowded_levels() -> None:
    assert follow_crowded(levels=500, seed=2026) == 30_000


@pytest.mark.long
@settings(max_examples=8_000, deadline=None, database=None)
@given(level_rows(), st.text(alphabet="udlrs", min_size=40, max_size=80))
def test_engines_agree_on_many_more(rows: list[str], moves: str) -> None:
    follow(rows, moves)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_engines_agree_for_hundreds_of_thousands_of_steps(seed: int) -> None:
    assert follow_crowded(levels=2_000, seed=seed) == 120_000


@pytest.mark.long
def test_the_room_for_ghosts_suffices() -> None:
    """No state of tens of millions is more than a row can hold (see `EngineLimitError`)."""
    chance = random.Random(7)
    steps = 0
    for _ in range(4_000):
        level = Level(crowded_level(chance))
        batch = Batch(level)
        plays = batch.rollout(batch.start(200), 100, seed=1)
        assert not (level.core.status_many(plays.states) & _core.OVERFLOWN).any(), level.line
        steps += int(plays.lengths.sum())
    assert steps > 10_000_000
