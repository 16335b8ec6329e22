"""The native engine and the reference agree step by step on whatever Hypothesis comes up with."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from babalab import Level
from babalab.game.reference import ReferenceGame
from support.agreement import assert_same
from support.strategies import MOVES, level_rows


def follow(rows: list[str], moves: str) -> int:
    """Play the moves in both engines and compare after each; the number of steps taken."""
    state = Level(tuple(rows)).start()
    game = ReferenceGame("\n".join(rows))
    assert_same(state, game)
    for letter in moves:
        state = state.step(letter)
        game.step(letter)
        assert_same(state, game)
    return len(moves)


@settings(max_examples=300, deadline=None)
@given(level_rows(), MOVES)
def test_engines_agree(rows: list[str], moves: str) -> None:
    follow(rows, moves)


@pytest.mark.long
def test_engines_agree_for_hundreds_of_thousands_of_steps() -> None:
    steps = 0

    @settings(
        max_examples=8_000,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
    @given(level_rows(), st.text(alphabet="udlrs", min_size=40, max_size=80))
    def play(rows: list[str], moves: str) -> None:
        nonlocal steps
        steps += follow(rows, moves)

    play()
    assert steps > 300_000
