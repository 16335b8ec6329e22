"""Levels as values, and what is wrong with maps that are none."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given

from babalab import Level, LevelError
from babalab.base.diagnostics import Flaw
from babalab.game.diagnostics import LevelFlaw, diagnose
from babalab.game.level import length_class_of
from support.strategies import level_rows


@given(level_rows())
def test_both_text_forms_round_trip(rows: list[str]) -> None:
    level = Level(tuple(rows))
    assert Level.parse(level.line) == level
    if level.height > 1:
        assert Level.parse(level.map) == level
    assert pickle.loads(pickle.dumps(level)) == level


def test_only_the_map_decides_equality() -> None:
    level = Level.parse("___/_b_/___", name="one")
    same = Level.parse("___\n_b_\n___\n", name="other", solution="u")
    assert level == same
    assert hash(level) == hash(same)
    assert level != Level.parse("___/_f_/___", name="one")


def test_blanks_are_empty_cells() -> None:
    assert Level.parse("____\n_b _\n____").rows == ("____", "_b._", "____")


def test_all_errors_are_named_at_once() -> None:
    with pytest.raises(LevelError) as caught:
        Level.parse("____\n_bX_\n___\n_?._")
    places = [(p.kind, p.line, p.column) for p in caught.value.diagnostics]
    assert places == [
        (Flaw.UNKNOWN_CHARACTER, 2, 3),
        (Flaw.RAGGED_ROW, 3, 4),
        (Flaw.UNKNOWN_CHARACTER, 4, 2),
    ]
    assert str(caught.value).startswith("line 2, column 3: error: 'X' is not a map character")
    assert pickle.loads(pickle.dumps(caught.value)).diagnostics == caught.value.diagnostics


@pytest.mark.parametrize("text", ["", "\n\n", "  \n "])
def test_no_rows(text: str) -> None:
    with pytest.raises(LevelError) as caught:
        Level.parse(text)
    assert [diagnostic.kind for diagnostic in caught.value.diagnostics] == [Flaw.NO_ROWS]


@pytest.mark.parametrize(("width", "height"), [(65, 3), (3, 65), (65, 65)])
def test_larger_than_64_is_a_clear_error(width: int, height: int) -> None:
    with pytest.raises(LevelError, match=f"the map is {width} x {height}; at most 64 x 64"):
        Level(("." * width,) * height)


@pytest.mark.parametrize(
    ("rows", "kinds"),
    [
        (["______", "_b12._", "______"], {LevelFlaw.NO_YOU_RULE, LevelFlaw.NO_WIN_WORD}),
        (["______", "_B123_", "______"], {LevelFlaw.NOBODY_TO_CONTROL}),
        (["______", "_b23._", "______"], {LevelFlaw.NO_YOU_RULE, LevelFlaw.NO_IS_WORD}),
        (["_____", "_bB._", "_.1._", "_.23_", "_____"], set()),
        (["______", "bB12._", "_...3_", "______"], {LevelFlaw.OPEN_BORDER}),
    ],
)
def test_warnings(rows: list[str], kinds: set[Flaw]) -> None:
    diagnostics = diagnose(rows)
    assert {diagnostic.kind for diagnostic in diagnostics} == kinds
    assert not any(diagnostic.is_error for diagnostic in diagnostics)
    assert Level(tuple(rows)).warnings == diagnostics


def test_difficulty_classes_are_the_papers() -> None:
    lengths = {0: 1, 5: 1, 6: 2, 10: 2, 11: 3, 20: 3, 21: 4, 40: 4, 41: 5, 500: 5}
    assert {length: length_class_of(length) for length in lengths} == lengths


def test_a_level_of_64_x_64_plays() -> None:
    rows = ["_" * 64, *["_" + "." * 62 + "_"] * 62, "_" * 64]
    rows[1] = "_B12.F13" + "." * 55 + "_"
    rows[62] = "_b" + "." * 60 + "f_"
    state = Level(tuple(rows)).start().play("r" * 60)
    assert not state.won
    assert state.step("r").won


def test_a_crowded_level_of_64_x_64_plays() -> None:
    """Four thousand things that are all YOU: every cell is occupied, nobody can move."""
    rows = ["B12" + "b" * 61, *["b" * 64] * 63]
    state = Level(tuple(rows)).start().play("rdlus")
    assert len(state.you) == 64 * 64 - 3
    assert state.picture.count("b") == 62 * 62
