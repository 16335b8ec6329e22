"""What all games have from `Game`: bulk plays by a plain loop, levels by name, keys."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babalab.games import Baba, Fireflies, Game, GameError, GameLevel, Sokoban, game_named, games
from babalab.games.fireflies import Evening
from support.orchard import Orchard

KEYS = """
import random
from babalab.games import games
for kind in games().values():
    for level in kind.levels():
        game = kind(level)
        state = game.start(random.Random(1))
        for action in (0, 1, 2, 3, 1):
            state = game.step(state, action, random.Random(action))
        print(kind.name, level.name, game.key(state).hex())
"""


def test_keys_are_the_same_in_every_process() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", KEYS], env={"PYTHONHASHSEED": seed}, capture_output=True,
            text=True, check=True, timeout=60,
        ).stdout
        for seed in ("1", "2")
    ]  # fmt: skip
    assert told[0] == told[1]
    assert len(told[0].splitlines()) == sum(len(kind.levels()) for kind in games().values())


class Countdown(Game[int]):
    """Adds what is thrown to what is played; over at the number that is the level's text."""

    name = "countdown"
    actions = ("none", "one", "two")
    stochastic = True

    @classmethod
    def levels(cls) -> list[GameLevel]:
        return [GameLevel("ten", "10")]

    def start(self, chance: random.Random) -> int:  # noqa: ARG002
        return 0

    def step(self, state: int, action: int, chance: random.Random) -> int:
        return state if self.over(state) else state + action + chance.randrange(2)

    def score(self, state: int) -> float:
        return -float(state)

    def won(self, state: int) -> bool:
        return state == int(self.level.text)

    def lost(self, state: int) -> bool:
        return state > int(self.level.text)


def test_plans_are_played_one_after_the_other() -> None:
    game = Countdown(GameLevel("", "10"))
    plans = np.array([[2, 2, 2, 2, 2, 2, 2], [0, 0, 1, 1, 0, 0, 0], [2] * 7], np.uint8)
    ends = game.play_plans(0, plans, random.Random(4))
    chance = random.Random(4)
    for number, plan in enumerate(plans.tolist()):
        state, made = 0, 0
        for action in plan:
            if state >= 10:
                break
            state, made = state + action + chance.randrange(2), made + 1
        assert ends.states[number] == state
        assert ends.lengths[number] == made
        assert ends.scores[number] == -state
        assert (ends.won[number], ends.lost[number]) == (state == 10, state > 10)
    np.testing.assert_array_equal(ends.actions, plans)
    assert ends.calls == ends.lengths.sum() > 7


@pytest.mark.parametrize("kind", [Fireflies, Sokoban, Baba, Orchard])
@pytest.mark.parametrize(
    "plans", [[[0, 9]], [[0, -1]], [[0.0, 1.0]], [[np.nan]], [[True]], [0, 1], [[["0"]]], [[256]]]
)
def test_plans_are_rows_of_actions(kind: Any, plans: Any) -> None:
    game = kind(kind.levels()[0])
    state = game.start(random.Random(1))
    with pytest.raises(GameError, match="plans"):
        game.play_plans(state, np.array(plans), random.Random(1))
    good = game.play_plans(state, np.array([[0, 9], [1, 9]])[:, :1], random.Random(1))
    assert good.actions.tolist() == [
        [0],
        [1],
    ]  # whole numbers of any size, and any part of an array


def test_random_plays_try_all_actions_alike() -> None:
    """Chi-square over the actions of many plays: at 0.1 %, 13.8 for 2 degrees of freedom."""
    game = Countdown(GameLevel("", "1000000"))
    ends = game.play_randomly([0, 5], 3000, random.Random(2))
    counts = np.bincount(ends.actions.ravel(), minlength=3)
    assert ((counts - 2000) ** 2 / 2000).sum() < 13.8
    assert ends.lengths.tolist() == [3000, 3000]
    assert ends.actions.shape == (2, 3000)


def test_no_plays_and_no_depth() -> None:
    game, chance = Fireflies(Fireflies.levels()[0]), random.Random(1)
    state = game.start(chance)
    assert game.play_plans(state, np.zeros((0, 5), np.uint8), chance).calls == 0
    ends = game.play_plans(state, np.zeros((3, 0), np.uint8), chance)
    assert list(ends.states) == [state] * 3
    assert game.play_randomly([], 5, chance).actions.shape == (0, 5)
    assert isinstance(ends.states[0], Evening)


def test_levels_by_name_and_number() -> None:
    assert Fireflies.level_named("meadow") is Fireflies.levels()[0]
    assert Fireflies.level_named("2") is Fireflies.levels()[1]
    for wrong in ("0", "6", ""):
        with pytest.raises(GameError, match=r"it has 'meadow', 'orchard'.*number from 1 to 5"):
            Fireflies.level_named(wrong)
    with pytest.raises(GameError, match="fireflies has no level 'medow'; did you mean 'meadow'"):
        Fireflies.level_named("medow")


def test_a_file_is_one_level_unless_the_game_knows_better() -> None:
    (level,) = Fireflies.read_levels("#@*#", "some/where/lawn.txt")
    assert (level.name, level.text) == ("lawn", "#@*#")
    text = "#####\n#@$.#\n#####\n"
    assert len(Sokoban.read_levels(f"{text}\n{text}", "two.xsb")) == 2


def test_games_by_name(tmp_path: Path) -> None:
    assert game_named("sokoban") is Sokoban
    with pytest.raises(GameError, match="did you mean 'sokoban'"):
        game_named("sokobann")
    with pytest.raises(GameError, match="no such file"):
        game_named(str(tmp_path / "none.py"))
    broken = tmp_path / "broken.py"
    broken.write_text("import nothing_of_that_name", encoding="utf-8")
    with pytest.raises(GameError, match=r"broken.py:1: can't be loaded: ModuleNotFoundError"):
        game_named(str(broken))
    empty = tmp_path / "empty.py"
    empty.write_text("from babalab.games import Game", encoding="utf-8")
    with pytest.raises(GameError, match="there is no game"):
        game_named(str(empty))
