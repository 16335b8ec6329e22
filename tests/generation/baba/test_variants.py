"""Variants of levels: their solutions go with them, and what does not fit is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.game.level import Level
from babalab.game.reference import ReferenceGame
from babalab.game.vocabulary import NOUNS
from babalab.generation import (
    Dice,
    cut_at_win,
    make_random_variant,
    rename_nouns,
    resize_level,
    transpose_level,
)
from babalab.levels import handmade_packs
from support.strategies import level_rows

LEVELS = [level for pack in handmade_packs() for level in pack.levels]
ACROSS = Level.parse("______/_b..f_/_B12._/_F13._/______", solution="rrr", name="Across")

seeds = st.integers(0, 2**32)


def wins(level: Level) -> bool:
    """Whether the reference engine says that the recorded solution wins with its last move."""
    game = ReferenceGame(level.line)
    for move in level.solution:
        assert not game.won
        game.step(move)
    return game.won


def test_transposed() -> None:
    mirrored = transpose_level(ACROSS)
    assert mirrored == Level.parse("_____/_bBF_/_.11_/_.23_/_f.._/_____")
    assert mirrored is not None
    assert (mirrored.solution, mirrored.name) == ("ddd", "Across")


def test_what_moves_by_itself_looks_to_the_right_also_in_the_mirror() -> None:
    # Waiting lets the flag come; in the mirror image it should come from above, and does not.
    level = Level.parse("______/_F17._/_F13._/_fb.._/_B12._/______", solution="s")
    assert cut_at_win(level, "s") == "s"
    assert transpose_level(level) is None


def test_most_levels_of_ours_have_a_mirror_image() -> None:
    mirrored = [transpose_level(level) for level in LEVELS]
    kept = [level for level in mirrored if level is not None]
    without_move = [level for level in LEVELS if "7" not in level.line]
    assert len(kept) >= len(without_move) - 3  # where the order of things matters
    for level in kept:
        assert wins(level)
        again = transpose_level(level)
        assert again is not None
        assert again in LEVELS


def test_renamed() -> None:
    level = rename_nouns(ACROSS, {"baba": "rock", "rock": "baba", "flag": "keke", "keke": "flag"})
    assert level == Level.parse("______/_r..k_/_R12._/_K13._/______")
    assert level is not None
    assert level.solution == "rrr"


def test_two_nouns_never_become_one() -> None:
    with pytest.raises(ValueError, match="a name of its own"):
        rename_nouns(ACROSS, {"baba": "flag"})


@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.id)
def test_renamed_levels_are_solved_as_before(level: Level) -> None:
    backwards = rename_nouns(level, dict(zip(NOUNS, reversed(NOUNS), strict=True)))
    assert backwards is not None
    assert backwards.solution == level.solution
    assert wins(backwards)


def test_embedded() -> None:
    level = resize_level(ACROSS, left=1, top=2)
    assert level is not None
    assert level.rows == (
        "_______", "_....._", "_....._", "_.b..f_", "_.B12._", "_.F13._", "_______",
    )  # fmt: skip
    assert level.solution == "rrr"
    assert resize_level(level, left=-1, top=-2) == ACROSS
    assert resize_level(level, right=-1) is None, "something is there"
    assert resize_level(ACROSS, top=-9) is None, "nothing would be left"
    walled = resize_level(ACROSS, right=1, bottom=1, fill="_")
    assert walled is not None
    assert walled.rows == (
        "_______", "_b..f__", "_B12.__", "_F13.__", "_______", "_______",
    )  # fmt: skip


def test_an_embedding_in_which_the_solution_fails_is_none() -> None:
    # The second step to the right goes against the border, if that is still there.
    level = Level.parse("_____/_B12_/_F13_/_..f_/_.b._/_____", solution="rru")
    assert cut_at_win(level, "rru") == "rru"
    assert resize_level(level, left=1) is not None
    assert resize_level(level, right=1) is None
    assert resize_level(Level(level.rows), right=1) is not None, "there is nothing to check"


@given(level_rows(), seeds)
def test_random_variants_of_any_level_are_levels(rows: list[str], seed: int) -> None:
    variant = make_random_variant(Level(tuple(rows)), Dice.numbered(seed, 0), most_inside=18)
    assert variant is not None
    assert variant.width <= 20
    assert variant.height <= 20


@given(st.sampled_from(LEVELS), seeds)
def test_random_variants_are_solved_by_their_solutions(level: Level, seed: int) -> None:
    variant = make_random_variant(level, Dice.numbered(seed, 0), most_inside=18)
    if variant is not None:
        assert cut_at_win(variant, variant.solution) == variant.solution != ""


def test_the_part_of_the_moves_that_wins() -> None:
    assert cut_at_win(ACROSS, "RRRuu") == "RRR"
    assert cut_at_win(ACROSS, "rr") is None
