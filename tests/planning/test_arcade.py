"""All planners on arcade games, with and without chance: their budgets, seeds and moves."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from babalab.games.vgdl import VgdlGame, games_in
from babalab.planning import make_planner, play, think
from babalab.planning import planner as planner_module
from babalab.planning.move_limits import add_move_limits
from babalab.planning.tuners import TUNERS
from support.arcades import write_arcade

PLANNERS = [
    "rhea:length=3,population=5,calls=60",
    *(f"rhea-adaptive:length=3,population=5,calls=60,tuner={tuner}" for tuner in TUNERS),
    "mcts:calls=60",
    *(f"mcts-adaptive:calls=60,tuner={tuner}" for tuner in TUNERS),
    "one-step:calls=60",
    "random",
]


@pytest.fixture(params=["calm", "wild"])
def game(request: pytest.FixtureRequest, tmp_path: Path) -> VgdlGame:
    folder = write_arcade(tmp_path / "games", "walk", wild=request.param == "wild")
    kind = games_in(folder)["walk"]
    assert kind.stochastic == (request.param == "wild")
    return kind(kind.levels()[2])


@pytest.mark.parametrize("spec", PLANNERS)
def test_the_same_play_within_the_budget(game: VgdlGame, spec: str) -> None:
    planner = make_planner(spec)
    one, other = (play(game, planner, 5) for _ in range(2))
    assert (one.actions, one.score, one.calls) == (other.actions, other.score, other.calls)
    assert one.won or one.lost  # a walk ends when its time of twelve ticks is over
    assert 1 <= one.ticks <= 13
    mind, tuner = planner.mind(game, random.Random(1)), planner.begin_tuning(random.Random(2))
    state = game.start(random.Random(0))
    for _ in range(4):
        before = mind.calls
        for _ in think(mind, state, tuner, calls=planner.calls):
            pass
        assert mind.calls - before <= planner.calls
        action = mind.decide()
        assert action in game.legal_actions(state)
        state = game.step(state, action, random.Random(0))
        if game.over(state):
            return


@pytest.mark.parametrize("name", ["rhea", "rhea-adaptive", "mcts", "mcts-adaptive"])
def test_who_thinks_walks_to_the_flag(game: VgdlGame, name: str) -> None:
    """The nearest flag is two steps off; whoever looks ahead wins nearly always."""
    near = type(game)(type(game).levels()[0])
    assert sum(play(near, make_planner(f"{name}:calls=300"), seed).won for seed in range(5)) == 5


@pytest.mark.parametrize("name", ["rhea", "mcts"])
def test_the_clock_decides(game: VgdlGame, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a clock that goes on by a millisecond whenever it is looked at."""
    looks = iter(range(10_000))
    monkeypatch.setattr(planner_module.time, "perf_counter", lambda: next(looks) / 1000)
    planner = make_planner(add_move_limits(name, milliseconds=40))
    mind, tuner = planner.mind(game, random.Random(1)), planner.begin_tuning(random.Random(2))
    state = game.start(random.Random(0))
    thoughts = think(mind, state, tuner, calls=planner.calls, milliseconds=planner.milliseconds)
    assert sum(1 for _ in thoughts) == 1 + 39  # to look at the state, and one in every millisecond
    assert planner.calls > mind.calls


def test_nothing_is_thought_where_there_is_no_choice(game: VgdlGame) -> None:
    """After the walker is gone, only waiting is left: the tree is not grown for it."""

    class Fallen(type(game)):  # type: ignore[misc]
        def legal_actions(self, state: bytes) -> tuple[int, ...]:
            return () if self.over(state) else (0,)

    made = play(Fallen(game.level), make_planner("mcts:calls=50"), 0)
    assert (made.calls, set(made.actions)) == (0, {0})
