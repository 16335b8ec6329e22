"""Fireflies: transitions worked out by hand, and what chance does counted."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from babalab.game.errors import LevelError
from babalab.games import Fireflies, GameLevel
from babalab.games.fireflies import Evening

WAIT, LEFT, RIGHT, UP, DOWN = range(5)
CRITICAL = {2: 13.8, 4: 18.5}
"""Of chi-square at 0.1 %, by degrees of freedom."""


class Scripted(random.Random):
    """A stream that says what it is told: under a half moves, and where to."""

    def __init__(self, *numbers: float) -> None:
        super().__init__(0)
        self.numbers = list(numbers)

    def random(self) -> float:
        return self.numbers.pop(0)


def game_of(text: str) -> Fireflies:
    return Fireflies(GameLevel("", text))


def after(text: str, action: int, *luck: float) -> tuple[Fireflies, Evening]:
    game = game_of(text)
    chance = Scripted(*luck)
    state = game.step(game.start(chance), action, chance)
    assert not chance.numbers
    return game, state


@pytest.mark.parametrize(
    ("text", "action", "luck", "picture", "caught", "stung"),
    [
        ("#@..*#", RIGHT, (0.9,), "#.@.*#", 0, False),
        ("#@..*#", LEFT, (0.9,), "#@..*#", 0, False),
        ("#@..*#", UP, (0.9,), "#@..*#", 0, False),
        ("#@*..*#", RIGHT, (0.9,), "#.@..*#", 1, False),  # stepped onto: it does not move any more
        ("#@.*.*#", RIGHT, (0.0, 0.9), "#.@..*#", 1, False),  # it comes to you
        ("#@.*.*#", WAIT, (0.25, 0.9), "#@..**#", 0, False),  # right: the second of two ways
        ("#@.*..*#", WAIT, (0.49, 0.9), "#@..*.*#", 0, False),
        ("#@w.*#", RIGHT, (0.9, 0.9), "#.w.*#", 0, True),
        ("#@.w.*#", RIGHT, (0.0, 0.9), "#.w..*#", 0, True),  # it comes to you
        ("#@w..*#", RIGHT, (0.3, 0.9), "#.@w.*#", 0, True),  # who meets you has met you
        ("#@*w#", RIGHT, (0.1,), "#.w.#", 1, True),  # all caught, but stung
    ],
)
def test_one_row(
    text: str, action: int, luck: tuple[float, ...], picture: str, caught: int, stung: bool
) -> None:
    game, state = after(text, action, *luck)
    assert game.picture(state) == picture
    assert (state.caught, game.score(state)) == (caught, float(caught))
    assert game.lost(state) == stung


def test_the_last_one_wins() -> None:
    game, state = after("#@*#", RIGHT)
    assert game.won(state)
    assert not game.lost(state)
    assert game.step(state, LEFT, Scripted()) is state


def test_up_and_down() -> None:
    game, state = after("###\n#.#\n#@#\n#.#\n#*#\n###", UP, 0.9)
    assert game.picture(state) == "###\n#@#\n#.#\n#.#\n#*#\n###"
    state = game.step(state, DOWN, Scripted(0.9))
    assert state.you == game.start(random.Random()).you


def test_who_is_hedged_in_stays() -> None:
    """A firefly with nowhere to go draws its luck all the same."""
    game, state = after("#@.#*#", RIGHT, 0.0)
    assert game.picture(state) == "#.@#*#"


@pytest.mark.parametrize("thing", ["*", "w"])
def test_half_the_time_they_flutter_and_anywhere_alike(thing: str) -> None:
    text = f"#########\n#@#....*#\n###.{thing}..##\n####..###\n#########"
    game = game_of(text)
    chance = random.Random(7)
    start = game.start(chance)
    here = text.index(f".{thing}.") + 1
    where: Counter[int] = Counter()
    for _ in range(6000):
        state = game.step(start, WAIT, chance)
        things = set(state.flies if thing == "*" else state.wasps)
        moved = things & {here, here - 1, here + 1, here - 10, here + 10}
        where[min(moved, key=lambda cell: abs(cell - here))] += 1
    expected = {here: 3000, here - 1: 750, here + 1: 750, here - 10: 750, here + 10: 750}
    assert set(where) == set(expected)
    chi_square = sum((where[cell] - n) ** 2 / n for cell, n in expected.items())
    assert chi_square < CRITICAL[4]


def test_everybody_flutters_alone() -> None:
    """Two in a row of three cells: what one does says nothing about the other."""
    game = game_of("#@#######\n##.*.#.*.\n#########")
    chance = random.Random(8)
    start = game.start(chance)
    pairs: Counter[tuple[int, int]] = Counter()
    for _ in range(8000):
        pairs[game.step(start, WAIT, chance).flies] += 1  # type: ignore[index]
    assert len(pairs) == 9
    shares = (0.25, 0.5, 0.25)
    cells = [sorted({pair[side] for pair in pairs}) for side in (0, 1)]
    chi_square = sum(
        (pairs[left, right] - 8000 * p * q) ** 2 / (8000 * p * q)
        for left, p in zip(cells[0], shares, strict=True)
        for right, q in zip(cells[1], shares, strict=True)
    )
    assert chi_square < 26.1  # 8 degrees of freedom, 0.1 %


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "there are no rows"),
        ("#..*#", "there must be one @"),
        ("#@.@*#", "there must be one @ .*, not 2"),
        ("#@..#", r"there must be a \*"),
        ("#@.*#\n#.x.#", "line 2, column 3: .*'x' means nothing"),
        ("@*" + "." * 99, "no side may be longer than 100"),
    ],
)
def test_bad_levels(text: str, fault: str) -> None:
    with pytest.raises(LevelError, match=fault):
        game_of(text)


def test_rows_may_end_early() -> None:
    game = game_of("#####\n#@*\n#####")
    assert game.picture(game.start(random.Random())) == "#####\n#@*..\n#####"
