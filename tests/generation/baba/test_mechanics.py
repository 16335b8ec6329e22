"""Mechanics against the tags that our packs were given by hand, and on levels with one each."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from babalab.game.level import Level
from babalab.generation import GenerationError
from babalab.generation.baba.mechanics import (
    MECHANICS,
    find_mechanics,
    parse_mechanics,
    sort_mechanics,
)
from babalab.levels import packs

LEVELS = [level for pack in packs() for level in pack.levels]


@pytest.mark.parametrize("level", [pytest.param(level, id=level.id) for level in LEVELS])
def test_tags_of_our_packs(level: Level) -> None:
    assert find_mechanics(level, level.solution) == level.mechanics


@pytest.mark.parametrize(
    ("line", "moves", "mechanics"),
    [
        ("______/_b..f_/_B12._/_F13._/______", "rrr", "walk"),
        ("_______/_br.f._/_B12.._/_F13.._/_R15.._/_______", "rrr", "push"),
        ("______/_b..f_/_B12w_/_F13._/_W16._/______", "rrr", "walk+stop"),
        ("______/_b..f_/_B12._/_F13._/_W16._/______", "rrr", "walk"),
        ("______/_b..f_/_B12s_/_F13._/_S14._/______", "rrr", "walk+kill"),
        ("______/_b..f_/_B12g_/_F13._/_G10._/______", "rrr", "walk+sink"),
        ("______/_b..f_/_B12._/_F13._/_V18._/_B19._/______", "rrr", "walk+self-reference"),
        ("______/_b..f_/_B12l_/_F13._/_L18._/_B19._/______", "rrr", "walk+hot-melt+self-reference"),
        ("______/_b..f_/_B12k_/_F13._/_K17._/______", "rrr", "walk+move"),
        ("______/_bb.f_/_B12._/_F13._/______", "rr", "walk+many-you"),
        ("_______/_b...f_/_.F.13_/_B12.._/_______", "drurrr", "push+make-rule"),
        # Who walks, or moves by itself, is not pushed although it is PUSH.
        ("_______/_b..f._/_B12.._/_F13.._/_B15.._/_______", "rrr", "walk+self-reference"),
        ("_______/_b..f._/_B12k._/_F13.._/_K17K._/_...1._/_...5._/_______", "rrr", "walk+move"),
    ],
)
def test_levels_with_one_of_each(line: str, moves: str, mechanics: str) -> None:
    level = Level.parse(line)
    assert level.play(moves).won
    assert find_mechanics(level, moves) == parse_mechanics(mechanics)


def test_moves_behind_the_win_do_not_count() -> None:
    level = Level.parse("______/_b..f_/_B12._/_F13._/_...._/______")
    assert find_mechanics(level, "rrr") == find_mechanics(level, "rrrld") == ("walk",)
    assert find_mechanics(level, "rrld") == ("push", "break-rule"), "without a win they would"


@given(st.lists(st.sampled_from(MECHANICS)))
def test_mechanics_are_read_as_written(named: list[str]) -> None:
    assert parse_mechanics("+".join(named)) == sort_mechanics(named)
    assert parse_mechanics(" + ".join(named)) == sort_mechanics(named)


@pytest.mark.parametrize("text", ["fly", "kill+", "kill sink", "kill,sink"])
def test_what_is_no_mechanic_is_named(text: str) -> None:
    with pytest.raises(GenerationError, match="there is no mechanic"):
        parse_mechanics(text)
