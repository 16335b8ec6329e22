"""Moves taken back: played again they lead to where they were taken back from."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab.game.action import parse_moves
from babalab.game.chronicle import Chronicle
from babalab.game.events import Cause, Destroyed, Pushed, RuleBroken, RuleMade, Transformed
from babalab.game.level import Level
from babalab.game.reference import ReferenceGame
from babalab.generation.baba.dice import Dice
from babalab.generation.baba.endings import THEMES, make_ending
from babalab.generation.baba.mechanics import find_mechanics
from babalab.generation.baba.obstacles import (
    OBSTACLES,
    add_barrier,
    add_mover,
    add_pushable,
    plug_shortcut,
    remove_piece,
)
from babalab.generation.baba.reverse_moves import REVERSE_MOVES, drown, pull, walk
from babalab.generation.baba.start_position import StartPosition, change_cells

seeds = st.integers(0, 2**32)
ALL = REVERSE_MOVES | OBSTACLES


def dice_of(seed: int) -> Dice:
    return Dice(np.random.default_rng(seed))


def an_ending(dice: Dice, *wanted: str) -> Level:
    """A position one move before a win, on a map of any size."""
    while True:
        level = make_ending(dice.integer(5, 9), dice.integer(5, 8), dice, wanted)
        if level is not None:
            return level


def wins(level: Level) -> bool:
    """Whether the reference engine says that the solution wins with its last move."""
    game = ReferenceGame(level.line)
    for move in level.solution:
        assert not game.won
        game.step(move)
    return game.won


@settings(deadline=None, max_examples=60)
@given(seeds)
def test_an_ending_is_one_move_before_a_win(seed: int) -> None:
    level = an_ending(dice_of(seed))
    assert len(level.solution) == 1
    assert wins(level)


def test_moves_taken_back_and_played_lead_back() -> None:
    """Nearly always: what wins in the end counts, whatever else is there then."""
    same = different = 0
    for seed in range(60):
        dice = dice_of(seed)
        level = an_ending(dice)
        for _ in range(12):
            made = dice.pick_weighted(REVERSE_MOVES)(level, dice)
            if made is None:
                continue
            assert made.solution.endswith(level.solution)
            game = ReferenceGame(made.line)
            for move in made.solution.removesuffix(level.solution):
                game.step(move)
            if game.picture() == level.map:
                same += 1
            else:
                different += 1
            level = made
        assert wins(level)
    assert same > 200
    assert same > 20 * different


@settings(deadline=None, max_examples=60)
@given(seeds)
def test_the_known_solution_survives_what_is_put_in_the_way(seed: int) -> None:
    dice = dice_of(seed)
    level = an_ending(dice)
    for _ in range(15):
        made = dice.pick_weighted(ALL)(level, dice)
        level = level if made is None else made
    assert wins(level)


def test_all_that_can_be_taken_back_is() -> None:
    seen: Counter[str] = Counter()
    for seed in range(250):
        dice = dice_of(seed)
        level = an_ending(dice, dice.pick(list(THEMES)))
        for _ in range(10):
            level = dice.pick_weighted(ALL)(level, dice) or level
        play = Chronicle(level.line)
        for action in parse_moves(level.solution):
            for event in play.turn(action):
                match event:
                    case Pushed():
                        seen["word" if event.is_word else "thing"] += 1
                    case RuleMade() | RuleBroken() | Transformed():
                        seen[event.kind] += 1
                    case Destroyed():
                        seen[event.cause.name] += 1
    assert seen["word"] > seen["thing"] > 0
    for each in ("rule-made", "rule-broken", "transformed", Cause.SINK.name, Cause.MELT.name):
        assert seen[each] > 0, each


@pytest.mark.parametrize("seed", range(10))
def test_a_walk(seed: int) -> None:
    level = Level.parse("________/_..b.f._/_B12F13_/________", solution="rr")
    made = walk(level, dice_of(seed))
    assert made is not None
    assert (made.rows[1], made.solution) in {
        ("_.b..f._", "rrr"),
        ("_b...f._", "rrrr"),
        ("_...bf._", "lrr"),
    }


def test_a_pull_takes_along_what_was_pushed() -> None:
    # The words are out of reach, and there is room for one step before the flag.
    below = "/__________/_B12_F13__/_R15______/__________"
    level = Level.parse("__________/_.f.br..._" + below, solution="ll")
    for seed in range(10):
        made = pull(level, dice_of(seed))
        assert made is not None
        assert (made.rows[1], made.solution) == ("_.fbr...._", "rll")
    stuck = Level.parse("__________/_.fbr...._" + below, solution="l")
    assert pull(stuck, dice_of(0)) is None


def test_a_pull_unmakes_a_rule_and_turns_things_back() -> None:
    # The last word of ROCK IS FLAG was pushed down, and what was a rock is a flag since then.
    level = Level.parse("_______/_..b.f_/_R1F.._/_____._/_B12.._/_F13.._/_______", solution="rr")
    made = {each for seed in range(40) if (each := pull(level, dice_of(seed))) is not None}
    turned = [each for each in made if "r" in each.line]
    assert turned
    for each in turned:
        assert ("rock", "flag") not in StartPosition(each).rules
        assert "transform" in find_mechanics(each, each.solution)


def test_what_was_pushed_under_is_there_again() -> None:
    rows = "_________/_....b.f_/_B12F13._/_R15G10._/_________"
    level = Level.parse(rows, solution="rr")
    found = {made.line for seed in range(60) if (made := drown(level, dice_of(seed))) is not None}
    assert "_________/_.br.g.f_/_B12F13._/_R15G10._/_________" not in found
    assert "_________/_..brg.f_/_B12F13._/_R15G10._/_________" in found
    for line in found:
        assert line.count("g") == line.count("r") == 1


def test_a_thing_where_nothing_comes_by() -> None:
    level = Level.parse(
        "_________/_b....f._/_......._/_......._/_B12F13W_/_......1_/_......6_/_________",
        solution="rrrrr",
    )
    for change in (add_barrier, plug_shortcut):
        made = [change(level, dice_of(seed)) for seed in range(20)]
        assert any(each is not None for each in made)
        for each in made:
            assert each is None or (each.rows[1][:7] == "_b....f" and "w" in each.line)
    assert add_mover(level, dice_of(0)) is None
    assert add_pushable(level, dice_of(0)) is None


def test_what_is_needed_is_not_cleared_away() -> None:
    level = Level.parse("______/_b..f_/_B12._/_F13r_/______", solution="rrr")
    found = {
        made.line for seed in range(60) if (made := remove_piece(level, dice_of(seed))) is not None
    }
    assert found == {"______/_b..f_/_B12._/_F13._/______"}


def test_a_change_must_win_with_its_last_move() -> None:
    level = Level.parse("_______/_.b..f_/_B12.._/_F13.._/_______", solution="rrr")
    assert change_cells(level, {(1, 2): ".", (1, 1): "b"}, "r") is not None
    assert change_cells(level, {(1, 2): ".", (1, 1): "b"}) is None  # it stops before the flag
    assert change_cells(level, {(1, 4): "f"}) is None  # it is there too soon
