"""Forging: what a number stands for, and that levels come out as aimed at."""

from __future__ import annotations

from itertools import islice

import pytest

from babalab.game.reference import ReferenceGame
from babalab.generation.baba.clutter import find_clutter
from babalab.generation.baba.endings import THEMES
from babalab.generation.baba.finishing import FinishedLevel
from babalab.generation.forge.forging import CLASSES, Aim, forge, list_numbers


def test_numbers_stand_for_all_classes_and_themes_in_turn() -> None:
    aims = [Aim.numbered(number) for number in range(2 * CLASSES * len(THEMES))]
    assert len({(aim.class_, aim.theme) for aim in aims}) == CLASSES * len(THEMES)
    assert {aim.theme for aim in aims if aim.quiet} == {
        "stop", "kill", "sink", "hot-melt", "push", "move",
    }  # fmt: skip


@pytest.mark.parametrize("class_", range(1, CLASSES + 1))
def test_numbers_of_a_class(class_: int) -> None:
    assert {Aim.numbered(number).class_ for number in islice(list_numbers(class_), 50)} == {class_}


@pytest.mark.parametrize(
    ("class_", "length", "missed"),
    [(1, 5, 0), (1, 6, 1), (2, 5, 1), (2, 6, 0), (3, 20, 0), (3, 23, 3), (4, 21, 0), (5, 38, 3)],
)
def test_how_far_a_solution_misses_the_class(class_: int, length: int, missed: int) -> None:
    aim = Aim(class_, "stop", quiet=False)
    assert aim.measure_length_error(length) == missed
    assert (aim.charge(length) > 0) == (missed > 0)


def forged(class_: int) -> tuple[int, FinishedLevel]:
    """The first level of a class that comes out, and its number."""
    return next(
        (number, done) for number in list_numbers(class_) if (done := forge(3, number)) is not None
    )


@pytest.mark.parametrize("class_", [1, 2])
def test_a_level_comes_out_as_aimed_at(class_: int) -> None:
    number, done = forged(class_)
    level = done.level
    assert (level.length_class, done.shortest) == (class_, True)
    game = ReferenceGame(level.line)
    assert len(game.you) == 1
    for move in level.solution:
        assert not game.won
        game.step(move)
    assert game.won
    assert not find_clutter(level)
    assert forge(3, number) == done
