"""Planners that cheat: what counts is what the game says when their actions are played again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab.arena import Attempt, Store, Workers
from babalab.arena.plays import PlayTask, boards, players
from babalab.arena.plays.replaying import replay_actions
from babalab.execution.work import Completion, FollowUp
from babalab.games import game_named
from babalab.planning import make_planner, play
from support.plays import played, write_game, write_planner

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers are strictest on Linux")

WINS = {
    "a game that always says won": "type(self.game).won = lambda self, state: True",
    "no random numbers": "import random; random.Random.random = lambda self: 0.9",
    "the loop": (
        "import babalab.arena.plays.play_task as t; t.log_of = lambda *_: None; "
        "import babalab.planning.playing as p; "
        "t.play = lambda *_, **__: p.Play(True, False, 9.0, 1, 0, 0.0, (1,), None)"
    ),
}


@pytest.mark.parametrize("how", WINS)
@pytest.mark.parametrize("own", [True, False], ids=["users' game", "our game"])
def test_who_cheats_wins_nothing(how: str, own: bool, tmp_path: Path) -> None:
    """The endless corridor, and our hardest level, can't be won in six moves."""
    hardest = game_named("sokoban").levels()[-1].name
    game, level = (write_game(tmp_path), "endless") if own else ("sokoban", hardest)
    planner = write_planner(tmp_path, WINS[how])
    with Store(tmp_path / "results.db") as store:
        made = played(store, game, [planner], levels=[level], ticks=6, executor=Workers(1))
    assert len(made) == 1
    assert not made[0].result.won
    assert made[0].result.score < 9


def test_the_referee_of_a_users_game_is_another_process(tmp_path: Path) -> None:
    note = tmp_path / "processes"
    tell = f"open({str(note)!r}, 'a').write(f'{{__import__(\"os\").getpid()}} ')"
    game = write_game(tmp_path, tell)
    with Store(tmp_path / "results.db") as store:
        (attempt,) = played(
            store, game, [write_planner(tmp_path)], levels=["short"], executor=Workers(1)
        )
    assert attempt.error is None
    assert len(set(note.read_text().split())) == 2


@pytest.mark.parametrize("name", ["fireflies", "sokoban", "baba"])
def test_actions_played_again_end_alike(name: str) -> None:
    kind: Any = game_named(name)
    for seed in range(3):
        game = kind(kind.levels()[0])
        made = play(game, make_planner("random"), seed, ticks=40)
        end = replay_actions(game, seed, bytes(made.actions))
        assert (end.won, end.lost, end.score, end.ticks) == (
            made.won, made.lost, made.score, made.ticks,
        )  # fmt: skip


TEXT = st.text(max_size=5)
PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=10,
)
CLAIMS = PLAIN | st.fixed_dictionaries(
    {
        "actions": PLAIN | st.binary(max_size=30),
        "calls": PLAIN,
        "log": PLAIN | st.fixed_dictionaries({"space": PLAIN, "discount": PLAIN, "trials": PLAIN}),
    }
)


@settings(max_examples=300, deadline=None)
@given(claim=CLAIMS)
def test_any_claim_is_judged(claim: Any) -> None:
    """Whatever plain data a worker sends, there is an attempt, and no win that was not played."""
    task = PlayTask(boards("sokoban", ["1"])[0], players(["random"])[0], 0, 10)
    attempt = task.judge(Completion(claim, None, Completion.failed("").started, 0.5))
    assert isinstance(attempt, Attempt)
    assert not attempt.result.won
    assert not isinstance(attempt, FollowUp)
