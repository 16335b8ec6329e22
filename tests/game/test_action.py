"""Actions and the letters they are written with."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab import Action, format_moves, parse_moves
from babalab.game.errors import MovesError


@given(st.lists(st.sampled_from(Action)))
def test_moves_round_trip(actions: list[Action]) -> None:
    assert parse_moves(format_moves(actions)) == actions


def test_either_case_and_white_space_are_read() -> None:
    assert parse_moves("rR u\nD\tlS") == [
        Action.RIGHT, Action.RIGHT, Action.UP, Action.DOWN, Action.LEFT, Action.WAIT,
    ]  # fmt: skip


def test_the_first_wrong_letter_is_named_with_its_place() -> None:
    with pytest.raises(MovesError, match=r"column 4: 'x' is not a move") as caught:
        parse_moves("ud x?")
    assert caught.value.position == 3
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_vectors_point_where_letters_say() -> None:
    assert {action.letter: action.vector for action in Action} == {
        "u": (-1, 0), "d": (1, 0), "l": (0, -1), "r": (0, 1), "s": (0, 0),
    }  # fmt: skip


def test_one_letter_is_one_letter() -> None:
    with pytest.raises(ValueError, match="expected 1 move"):
        Action.from_letter("rr")
