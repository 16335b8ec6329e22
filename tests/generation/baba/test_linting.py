"""Linting: each flaw alone is found, tidy levels are quiet, and what is claimed holds."""

from __future__ import annotations

import pytest

from babalab.agents import Exhaustive
from babalab.base.budget import Budget
from babalab.game.level import Level
from babalab.generation.baba.clutter import remove
from babalab.generation.baba.dice import Dice
from babalab.generation.baba.linting import Code, Finding, Linter
from babalab.generation.baba.mechanics import find_mechanics
from babalab.generation.baba.random_levels import random_level
from babalab.generation.baba.symmetry import make_layout_key
from babalab.generation.baba.variants import draw_names, rename_nouns, transpose_level
from babalab.levels import handmade_packs, load_level

TIDY = "_________/_b......_/_.....f._/_..F.13._/_......._/_B12...._/_________"
WALK = "______/_b..f_/_B12__/_F13__/______"


def lint(level: Level | str, seconds: float = 10) -> list[Finding]:
    level = Level.parse(level) if isinstance(level, str) else level
    return list(Linter(seconds).lint("it", level))


def lint_codes(level: Level | str) -> list[str]:
    return [found.code.value for found in lint(level)]


@pytest.mark.parametrize("line", [TIDY, WALK])
def test_a_tidy_level_is_quiet(line: str) -> None:
    assert lint(line) == []
    assert lint(Level.parse(line, mechanics=("walk",))) == []


@pytest.mark.parametrize(
    ("line", "code", "cells", "words"),
    [
        (TIDY.replace("b......", "b...S.."), "useless", ((2, 6),), "the word SKULL"),
        (TIDY.replace("b......", "b.....f"), "useless", ((2, 8),), "the flag"),
        (TIDY.replace("B12....", "B12.S14"), "useless", None, "the words SKULL IS KILL"),
        (TIDY.replace("b......", "b...r.."), "decoration", ((2, 6),), "the rock"),
    ],
)
def test_one_piece_too_many(
    line: str, code: str, cells: tuple[tuple[int, int], ...] | None, words: str
) -> None:
    (found,) = lint(line)
    assert found.code.value == code
    assert found.code.is_note == (code == "decoration")
    assert words in found.message
    assert found.fix
    if cells is not None:
        assert found.cells == cells
        row, column = cells[0]
        assert f"row {row}, column {column}" in found.place


def test_a_part_that_is_closed_off() -> None:
    level = "____________/_b......_.__/_.....f._.._/_..F.13.____/_.......____/_B12....____/"
    (found,) = lint(level + "_" * 12)
    assert (found.code, found.cells) == (Code.UNREACHABLE, ((2, 10), (3, 10), (3, 11)))
    assert "these 3 cells" in found.message


def test_a_part_behind_a_wall_nobody_can_open() -> None:
    level = "_________/_b..fw.._/_________/_B12W16__/_F13_____/_________"
    codes = {found.code: found.cells for found in lint(level)}
    assert codes[Code.UNREACHABLE] == ((2, 7), (2, 8))


def test_a_level_that_can_not_be_won() -> None:
    assert "unsolvable" in lint_codes("______/_b..f_/_B12__/_F1.__/______")


def test_solutions_on_record() -> None:
    assert lint(Level.parse(WALK, solution="rrr")) == []
    (found,) = lint(Level.parse(WALK, solution="rr"))
    assert found.code is Code.WRONG_SOLUTION
    (found,) = lint(Level.parse(WALK, solution="lrrr"))
    assert (found.code, found.moves) == (Code.LONGER_SOLUTION, "rrr")
    assert found.code.is_note


def test_a_shortcut_around_the_mechanics() -> None:
    (found,) = lint(Level.parse(WALK, mechanics=("make-rule", "stop")))
    assert (found.code, found.moves) == (Code.SHORTCUT, "rrr")
    assert "none of the level's mechanics: make-rule" in found.message
    assert lint(Level.parse(TIDY, mechanics=("push", "make-rule"))) == []


def test_a_longer_way_can_be_a_shortcut() -> None:
    """Two pushes make ROCK IS WIN beside the rock. The flag is farther away, and wins as it is."""
    line = "___________/_F13_B12.._/_b........_/_R....r..._/_.13......_/_........f_/___________"
    level = Level.parse(line, mechanics=("push", "make-rule"))
    found = [each for each in lint(level) if each.code is Code.SHORTCUT]
    assert [each.code for each in found] == [Code.SHORTCUT]
    assert level.play(found[0].moves).won
    assert not {"push", "make-rule"} & set(find_mechanics(level, found[0].moves))


def test_a_shorter_way_than_the_one_on_record() -> None:
    """On record ROCK is made WIN, which takes six moves; the flag is five away."""
    line = "_________/_F13_B12_/_b....f._/_R......_/_.13.r.._/_......._/_________"
    level = Level.parse(line, solution="drrrrd")
    assert level.play(level.solution).won
    (found,) = [each for each in lint(level) if each.code is Code.SHORTCUT]
    assert found.moves == "rrrrr"
    assert "makes none of the rules of the solution on record: ROCK IS WIN" in found.message
    assert not any(
        each.code is Code.SHORTCUT for each in lint(Level.parse(TIDY, solution="ddrrurrr"))
    )


def test_duplicates_of_the_set_and_of_known_levels() -> None:
    level = Level.parse(TIDY)
    mirrored = Level(tuple(row[::-1] for row in level.rows))  # says nothing any more
    turned = transpose_level(level)
    renamed = rename_nouns(level, {"flag": "rock", "rock": "flag"})
    assert turned is not None
    assert renamed is not None
    linter = Linter(0, [("pack/one", level)])
    assert not any(each.code is Code.DUPLICATE for each in linter.lint("m", mirrored))
    for other, words in ((level, "the same map"), (turned, "mirrored"), (renamed, "renamed")):
        (found,) = [each for each in linter.lint("x", other) if each.code is Code.DUPLICATE]
        assert found.message.startswith("the same")
        assert words in found.message
        assert "pack/one" in found.message


def test_a_mirror_image_whose_sentences_are_put_right() -> None:
    mirrored = WALK.replace("b..f", "f..b").replace("B12_", "_B12").replace("F13_", "_F13")
    linter = Linter(5)
    assert list(linter.lint("one", Level.parse(WALK))) == []
    (found,) = linter.lint("two", Level.parse(mirrored))
    assert (found.code, found.message) == (Code.DUPLICATE, "the same as one, mirrored or turned")


def test_layouts_have_the_same_key_in_all_disguises() -> None:
    for number in range(60):
        dice = Dice.numbered(7, number)
        level = random_level(dice, (6, 6))
        other = transpose_level(level)
        assert other is not None
        other = rename_nouns(other, draw_names(dice))
        assert other is not None
        assert make_layout_key(other) == make_layout_key(level)


def test_different_levels_have_different_keys() -> None:
    levels = [level for pack in handmade_packs() for level in pack.levels]
    assert len({make_layout_key(level) for level in levels}) == len(levels)


def test_without_time_nothing_is_claimed() -> None:
    for address in ("mastery/rush-hour", "metamorphosis/dry-land", "first-steps/rolling-stone"):
        found = lint(load_level(address), seconds=0)
        assert found
        assert {each.code for each in found} <= {Code.UNDECIDED, Code.LONGER_SOLUTION}


def shortest(level: Level) -> int | None:
    result = Exhaustive().solve(level, Budget(iterations=50_000))
    return None if result.solution is None else len(result.solution)


def reachable(level: Level) -> set[tuple[int, int]]:
    """The cells that ever look different, state by state."""
    todo, changed = [""], set[tuple[int, int]]()
    start = level.start()
    states = {start.hash}
    changed |= set(start.you)
    while todo:
        moves = todo.pop()
        state = level.play(moves)
        if state.won:
            continue
        for action in "udlrs":
            after = state.step(action)
            if after.hash in states:
                continue
            states.add(after.hash)
            before = start.picture.split("\n")
            for y, row in enumerate(after.picture.split("\n")):
                changed |= {(y, x) for x, each in enumerate(row) if each != before[y][x]}
            todo.append(moves + action)
    return changed


def test_claims_about_random_levels_hold() -> None:
    """Brute force confirms every piece that is called useless and every cell out of reach."""
    checked = {Code.USELESS: 0, Code.UNREACHABLE: 0, Code.UNSOLVABLE: 0, Code.DECORATION: 0}
    for number in range(50):
        level = random_level(Dice.numbered(11, number), (4, 4))
        whole, rest = shortest(level), level
        for found in lint(level):
            checked[found.code] = checked.get(found.code, 0) + 1
            cells = frozenset((row - 1, column - 1) for row, column in found.cells)
            match found.code:
                case Code.UNSOLVABLE:
                    assert whole is None
                case Code.USELESS | Code.DECORATION:
                    rest = remove(rest, cells)
                    assert shortest(rest) == whole
                case Code.UNREACHABLE:
                    assert not cells & reachable(level)
    assert min(checked.values()) >= 1, checked


def test_our_packs_have_no_grave_findings() -> None:
    grave = {Code.UNSOLVABLE, Code.WRONG_SOLUTION, Code.DUPLICATE, Code.SHORTCUT}
    linter = Linter(0.5)
    for pack in handmade_packs():
        for level in pack.levels[::4]:
            assert not grave & {each.code for each in linter.lint(level.id, level)}, level.id
