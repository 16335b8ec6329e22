"""Clutter against brute force: what is taken away did not matter, and what is left does."""

from __future__ import annotations

import pytest

from babalab.agents import Exhaustive
from babalab.base.budget import Budget
from babalab.game.level import Level
from babalab.generation import Dice, random_level
from babalab.generation.baba.clutter import find_clutter, find_pieces, tidy_level
from babalab.generation.baba.mechanics import find_mechanics
from support.removal import can_go, cleared, shortest_length, wins_in_reference, words_and_kinds


@pytest.fixture(scope="module")
def solved() -> list[Level]:
    """Drafts with shortest solutions by brute force."""
    drafts = (random_level(Dice.numbered(8, number), (5, 5)) for number in range(70))
    results = ((level, Exhaustive().solve(level, Budget(iterations=60_000))) for level in drafts)
    levels = [level.with_solution(result.solution or "") for level, result in results]
    return [level for level in levels if len(level.solution) >= 3]


def test_the_solution_of_a_tidy_level_is_still_a_shortest_one(solved: list[Level]) -> None:
    assert len(solved) >= 12
    for level in solved:
        tidy = tidy_level(level)
        assert tidy.solution == level.solution
        assert wins_in_reference(tidy, tidy.solution)
        assert shortest_length(tidy) == len(level.solution)


def test_a_tidy_level_has_nothing_to_take_away(solved: list[Level]) -> None:
    changed = 0
    for level in solved:
        tidy = tidy_level(level)
        changed += tidy.rows != level.rows
        assert tidy_level(tidy).rows == tidy.rows
        assert find_clutter(tidy) == set()
        for cells in words_and_kinds(tidy):
            if can_go(tidy, cells):
                # The one exception: somebody has to be YOU at the start.
                assert not cleared(tidy, cells).start().you
    assert changed >= len(solved) / 2


def test_clutter_is_what_brute_force_says(solved: list[Level]) -> None:
    for level in solved[:12]:
        found = find_clutter(level)
        for cells in words_and_kinds(level):
            if can_go(level, cells) and cleared(level, cells).start().you:
                assert found >= set(cells)
        assert bool(found) == (tidy_level(level).rows != level.rows)


@pytest.mark.parametrize(
    ("line", "moves", "tidy"),
    [
        # A thing that no rule is about, a word that is alone.
        ("______/_b.rf_/_B12._/_F13S_/______", "rrr", "______/_b..f_/_B12._/_F13._/______"),
        # A sentence about nothing, and things with a rule that are in nobody's way.
        (
            "_______/_b...f_/_...w._/_B12.._/_F13.._/_W16.._/_S14.._/_______",
            "rrrr",
            "_______/_b...f_/_....._/_B12.._/_F13.._/_....._/_....._/_______",
        ),
        # A wall that has to be gone round stays as a whole, and so does its rule.
        (
            "_______/_b.w.f_/_..w.._/_.w.w._/_....._/_B12.._/_F13.._/_W16.._/_______",
            "dddrrrruuu",
            "_______/_b.w.f_/_..w.._/_.w.w._/_....._/_B12.._/_F13.._/_W16.._/_______",
        ),
        # Of two flags, and of what keeps one from the nearer one, the farther flag is left.
        (
            "_______/_b.w.f_/_..w.._/_....f_/_B12.._/_F13.._/_W16.._/_______",
            "ddrrrr",
            "_______/_b...._/_....._/_....f_/_B12.._/_F13.._/_....._/_______",
        ),
    ],
)
def test_what_is_taken_away(line: str, moves: str, tidy: str) -> None:
    level = Level.parse(line, solution=moves)
    assert shortest_length(level) == len(moves)
    assert tidy_level(level).line == tidy


def test_mechanics_are_kept_if_so_wished() -> None:
    level = Level.parse("______/_b..f_/_B12s_/_F13._/_S14._/______", solution="rrr")
    assert find_mechanics(tidy_level(level), "rrr") == ("walk",)
    assert find_mechanics(tidy_level(level, keep=["kill"]), "rrr") == ("walk", "kill")


def test_what_can_not_be_decided_stays() -> None:
    level = Level.parse("______/_b.rf_/_B12S_/_F130_/______", solution="rrr")
    assert tidy_level(level, steps=0).rows == level.rows
    assert tidy_level(level).line == "______/_b..f_/_B12._/_F13._/______"


def test_inert_things_need_no_proof() -> None:
    level = Level.parse("______/_b.rf_/_B12S_/_F13._/______", solution="rrr")
    assert tidy_level(level, steps=0).line == "______/_b..f_/_B12S_/_F13._/______"


def test_it_looks_no_further_than_enough() -> None:
    level = Level.parse("_______/_b.rof_/_B12V._/_F13A._/_______", solution="rrrr")
    assert len(find_clutter(level)) == 4
    assert len(find_clutter(level, enough=1)) == 1


def test_pieces_are_on_the_map_and_none_twice(solved: list[Level]) -> None:
    for level in solved:
        found = find_pieces(level)
        assert len(set(found)) == len(found)
        filled = {
            (y, x)
            for y, row in enumerate(level.rows)
            for x, character in enumerate(row)
            if character not in "._"
        }
        assert set().union(*found) == filled


def test_one_of_two_flags_side_by_side_is_clutter() -> None:
    level = Level.parse("________/_b...ff_/_..r..._/_B12..._/_F13..._/________", solution="rrrr")
    assert tidy_level(level).line == "________/_b...f._/_......_/_B12..._/_F13..._/________"
