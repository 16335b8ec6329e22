"""Every game keeps the contract that is public for anyone's own, on each of its levels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from babalab.games import Game, GameLevel, game_named, games, suite
from babalab.games.baba import Baba
from babalab.testing import GameContract

SHIPPED = [
    (name, level.name)
    for name, kind in games().items()
    for level in (kind.levels() if name not in suite() else kind.levels()[1:2])
]
"""Of games in the suite one level: they are one engine, which others test."""

MINE = '''
from typing import NamedTuple
from babalab.games import Game, GameLevel

class Walk(NamedTuple):
    at: int = 0

class Mine(Game[Walk]):
    """Walk to the right end of a corridor, whose length is the level's text."""

    name = "mine"
    actions = ("left", "right")

    @classmethod
    def levels(cls):
        return [GameLevel("short", "3"), GameLevel("long", "30")]

    def start(self, chance):
        return Walk()

    def step(self, state, action, chance):
        return state if self.over(state) else Walk(max(0, state.at + (1 if action else -1)))

    def score(self, state):
        return float(state.at)

    def won(self, state):
        return state.at >= int(self.level.text)

    def lost(self, state):
        return False
'''


@pytest.mark.parametrize(("name", "level"), SHIPPED, ids=[" ".join(pair) for pair in SHIPPED])
class TestShippedGames(GameContract):
    @pytest.fixture(autouse=True)
    def _choose(self, name: str, level: str) -> None:
        self.kind = game_named(name)
        self.level = self.kind.level_named(level)

    def make(self) -> Game[Any]:
        return self.kind(self.level)


class TestBabaThatStopsWhenNothingIsYou(GameContract):
    def make(self) -> Game[Any]:
        return Baba(Baba.level_named("first-steps/hot-foot"), stop="helpless")


class TestSomebodysFile(GameContract):
    @pytest.fixture(autouse=True)
    def _write(self, tmp_path_factory: pytest.TempPathFactory) -> None:
        self.file = Path(tmp_path_factory.getbasetemp()) / "mine.py"
        self.file.write_text(MINE, encoding="utf-8")

    def make(self) -> Game[Any]:
        return game_named(str(self.file))(GameLevel("three", "3"))


def test_none_is_left_out() -> None:
    ours = {name for name, kind in games().items() if kind.__module__.startswith("babalab.")}
    assert ours == {"baba", "fireflies", "sokoban", *suite()}


class Careless(Game[list[int]]):
    """Everything the contract forbids, a thing at a time: `fault` says which."""

    name = "careless"
    actions = ("left", "right")
    fault = ""

    @classmethod
    def levels(cls) -> list[GameLevel]:
        return [GameLevel("only", "5")]

    def start(self, chance: Any) -> list[int]:
        if self.fault == "draws":
            chance.random()
        return [0, 0]

    def legal_actions(self, state: list[int]) -> list[int]:
        if self.fault == "legal":
            return [1]
        return [] if self.over(state) and self.fault != "legal at the end" else [0, 1]

    def step(self, state: list[int], action: int, chance: Any) -> list[int]:  # noqa: ARG002
        if self.over(state) and self.fault != "goes on":
            return state
        after = state if self.fault == "changes states" else list(state)
        after[0] += 1
        after[1] += 2 * action - 1
        return after

    def score(self, state: list[int]) -> float:
        return float("nan") if self.fault == "no score" else state[1]

    def won(self, state: list[int]) -> bool:
        return state[0] >= 5

    def lost(self, state: list[int]) -> bool:
        return self.fault == "both" and state[0] >= 5

    def copy(self, state: list[int]) -> list[int]:
        return list(state)

    def key(self, state: list[int]) -> bytes:
        return bytes(16) if self.fault == "one key" else super().key(state)

    def play_plans(self, state: list[int], plans: Any, chance: Any) -> Any:
        ends = super().play_plans(state, plans, chance)
        if self.fault == "wrong ends":
            ends.states[0][1] += 1
        return ends


class CarefulAsCareless(GameContract):
    def __init__(self, fault: str) -> None:
        self.fault = fault

    def make(self) -> Game[Any]:
        game = Careless(Careless.levels()[0])
        game.fault = self.fault  # type: ignore[misc]
        return game


TESTS = [name for name in dir(GameContract) if name.startswith("test_")]


@pytest.mark.parametrize(
    ("fault", "test"),
    [
        ("draws", "test_chance_comes_from_the_stream"),
        ("legal", "test_nothing_follows_the_end"),
        ("legal at the end", "test_nothing_follows_the_end"),
        ("goes on", "test_nothing_follows_the_end"),
        ("both", "test_nothing_follows_the_end"),
        ("changes states", "test_states_are_values"),
        ("no score", "test_scores_and_pictures"),
        ("one key", "test_keys_are_hashes"),
        ("wrong ends", "test_plans_are_played_step_by_step"),
    ],
)
def test_the_contract_finds_faults(fault: str, test: str) -> None:
    with pytest.raises(AssertionError):
        getattr(CarefulAsCareless(fault), test)()


def test_the_contract_finds_no_fault_where_there_is_none() -> None:
    for test in TESTS:
        if test != "test_it_can_be_sent_to_a_worker":  # a fault does not travel
            getattr(CarefulAsCareless(""), test)()
