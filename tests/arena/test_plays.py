"""Plays: run anywhere with the same result, kept, found again, and gone on with."""

from __future__ import annotations

import contextlib
import csv
import sqlite3
import sys
from pathlib import Path
from typing import Any

import pytest

from babalab import _core
from babalab.arena import (
    ArenaError,
    Executor,
    InThisProcess,
    JoinedStudy,
    Store,
    Workers,
    carry_out,
    fingerprint,
    make_plan,
)
from babalab.arena.plays import (
    PLAYING,
    GameStudy,
    PlayRecord,
    board,
    boards,
    player,
    players,
    write_ticks,
)
from babalab.base.parameters import ParameterError
from babalab.game.errors import LevelError
from babalab.games import Fireflies, GameError, GameLevel, game_named
from babalab.levels.errors import FileError
from babalab.planning import PlannerError, make_planner, play
from support.plays import played, write_game, write_planner
from support.vgdl_folders import LANE, write_lane


@pytest.fixture
def store(tmp_path: Path) -> Any:
    with Store(tmp_path / "results.db") as store:
        yield store


@pytest.fixture
def corridor(tmp_path: Path) -> str:
    return write_game(tmp_path)


@pytest.fixture
def guesser(tmp_path: Path) -> str:
    return write_planner(tmp_path)


def test_games_in_vgdl_are_told_apart_by_their_text_and_the_engine(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (one,) = boards(str(write_lane(tmp_path / "one")))
    (same,) = boards(str(write_lane(tmp_path / "same")))
    (other,) = boards(
        str(write_lane(tmp_path / "other", text=LANE.replace("Change=2", "Change=1")))
    )
    assert one.game == same.game == other.game == "lane"
    assert (one.code, one.key) == (same.code, same.key)
    assert one.code != other.code
    assert one.source == str(tmp_path / "one" / "lane.txt")
    monkeypatch.setattr(_core, "VGDL_DIGEST", "another engine")
    board._find_codes.cache_clear()
    (elsewhere,) = boards(one.source)
    board._find_codes.cache_clear()
    assert elsewhere.code != one.code


@pytest.mark.parametrize("executor", [InThisProcess(), Workers(1)], ids=["here", "workers"])
def test_plays_of_a_game_in_vgdl(
    executor: Executor, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_lane(tmp_path / "mine")
    monkeypatch.chdir(tmp_path)
    (board,) = boards("mine/lane.txt")
    study = GameStudy([board], players(["random"]), seeds=[3], ticks=30)
    (attempt,) = carry_out(make_plan(store, study), store, executor)
    assert attempt.task.where == "lane level-0"
    kind = game_named("mine/lane.txt")
    expected = play(kind(kind.levels()[0]), make_planner("random"), 3, ticks=30)
    assert (attempt.error, attempt.result.won, list(attempt.result.actions)) == (
        None,
        expected.won,
        list(expected.actions),
    )


def outcome(record: PlayRecord) -> tuple[Any, ...]:
    """All that does not depend on where and when."""
    return (
        record.game, record.level_name, record.planner, record.seed, record.won, record.lost,
        record.score, record.ticks, record.calls, record.actions,
        None if record.log is None else record.log.trials,
    )  # fmt: skip


def test_what_goes_in_comes_out(store: Store, corridor: str, guesser: str) -> None:
    made = played(store, corridor, [f"{guesser}:calls=60,discount=0.5", "random"], seeds=[3, 4])
    records = store.records(PLAYING, whole=True)
    assert len(made) == len(records) == 12
    for attempt, record in zip(made, records, strict=True):
        task, result = attempt.task, attempt.result
        assert (record.game, record.level_name) == ("corridor", task.board.level.name)
        assert record.level_text == task.board.level.text
        assert (record.game_code, record.code) == (task.board.code, task.player.code)
        assert (record.planner, record.seed) == (task.player.spec, task.seed)
        assert (record.won, record.lost, record.score) == (result.won, result.lost, result.score)
        assert (record.ticks, record.max_ticks, record.calls) == (result.ticks, 8, result.calls)
        assert record.actions == result.actions
        assert len(record.actions) == record.ticks
        assert record.log == result.log
        assert record.error is None
    tuned = records[0]
    assert tuned.planner == "guesser:calls=60,discount=0.5"
    assert tuned.parameters["discount"] == 0.5
    assert tuned.log is not None
    assert tuned.log.discount == 0.5
    assert len(tuned.log.journal().payoffs) == 6 * tuned.ticks
    assert all(record.log is None for record in records if record.planner == "random")
    assert all(record.log is None for record in store.records(PLAYING))
    assert {record.seed for record in store.records(PLAYING, seed=[4])} == {4}
    assert len(store.records(PLAYING, planner="random", seed=[4])) == 3
    assert store.records(PLAYING, game=["fireflies"]) == []


def test_the_play_is_that_of_the_planner(store: Store) -> None:
    (attempt,) = played(store, "fireflies", ["random"], levels=["meadow"], seeds=[7], ticks=40)
    (board,) = boards("fireflies", ["meadow"])
    expected = play(game_named("fireflies")(board.level), make_planner("random"), 7, ticks=40)
    assert attempt.result.actions == bytes(expected.actions)
    assert (attempt.result.won, attempt.result.score) == (expected.won, expected.score)
    assert attempt.result.ticks == expected.ticks <= 40


@pytest.mark.parametrize("executor", [Workers(1), Workers(3)])
def test_the_same_wherever_it_runs(
    store: Store, corridor: str, guesser: str, executor: Executor, tmp_path: Path
) -> None:
    planners = [guesser, "random"]
    played(store, corridor, planners, seeds=range(4))
    with Store(tmp_path / "other.db") as other:
        played(other, corridor, planners, seeds=range(4), executor=executor)
        found = [sorted(map(outcome, each.records(PLAYING, whole=True))) for each in (store, other)]
    assert len(found[0]) == 24
    assert found[0] == found[1]


def test_interrupted_and_gone_on_with(store: Store, corridor: str, guesser: str) -> None:
    def plan() -> Any:
        study = GameStudy(boards(corridor), players([guesser, "random"]), seeds=[0, 1])
        return make_plan(store, study)

    first = plan()
    assert (first.total, first.stored, len(first.todo)) == (12, 0, 12)
    with contextlib.closing(carry_out(first, store, InThisProcess())) as coming:
        early = [next(coming).task for _ in range(5)]
    second = plan()
    assert (second.total, second.stored) == (12, 5)
    assert [*first.todo[:5], *second.todo] == first.todo
    assert early == first.todo[:5]
    assert len(list(carry_out(second, store, InThisProcess()))) == 7
    assert plan().todo == []
    assert len(store.records(PLAYING)) == 12


def test_ticks_are_part_of_a_play(store: Store, corridor: str) -> None:
    assert len(played(store, corridor, ["random"], levels=["endless"])) == 1
    assert len(played(store, corridor, ["random"], levels=["endless"], ticks=8)) == 0
    (attempt,) = played(store, corridor, ["random"], levels=["endless"], ticks=3)
    assert attempt.result.ticks <= 3


def test_again(store: Store, corridor: str) -> None:
    played(store, corridor, ["random"], levels=["short"])
    (before,) = store.records(PLAYING)
    study = GameStudy(boards(corridor, ["short"]), players(["random"]))
    plan = make_plan(store, study, again=True)
    assert len(list(carry_out(plan, store, InThisProcess()))) == 1
    (after,) = store.records(PLAYING)
    assert after.finished > before.finished
    assert outcome(after) == outcome(before)


def test_plans_are_joined(store: Store, corridor: str) -> None:
    played(store, corridor, ["random"], levels=["short"])
    studies = [
        GameStudy(boards(corridor, names), players(["random"]))
        for names in (["short", "long"], ["long", "endless"])
    ]
    plan = make_plan(store, JoinedStudy(studies))
    assert (plan.total, plan.stored) == (3, 1)
    assert [each.board.level.name for each in plan.todo] == ["long", "endless"]


def test_another_game_or_planner_has_another_code(
    corridor: str, guesser: str, tmp_path: Path
) -> None:
    (board,), (player,) = boards(corridor, ["short"]), players([guesser])
    other = tmp_path / "other"
    other.mkdir()
    (changed,) = boards(write_game(other, "action = 1 - action"), ["short"])
    assert (board.game, board.key) == (changed.game, changed.key)
    assert board.code != changed.code
    (altered,) = players([write_planner(other, "self.calls += 1")])
    assert altered.code != player.code
    with pytest.raises(ArenaError, match="are both called 'guesser'"):
        players([guesser, altered.source])


@pytest.mark.parametrize(
    ("changed", "planner_differs", "game_differs"),
    [
        ("babalab.planning.playing", True, False),
        ("babalab.planning.random_planner", True, False),
        ("babalab.games.fireflies", False, True),
        ("babalab.games.grid", False, True),
        ("babalab.agents.mcts", False, False),
    ],
)
def test_which_changes_show(
    changed: str, planner_differs: bool, game_differs: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def codes() -> tuple[str, str]:
        player._find_codes.cache_clear()
        board._find_codes.cache_clear()
        return players(["random"])[0].code, boards("fireflies")[0].code

    before = codes()
    real = fingerprint.read_source
    monkeypatch.setattr(
        fingerprint, "read_source", lambda name: real(name) + b"\nCHANGED = 1" * (name == changed)
    )
    after = codes()
    monkeypatch.undo()
    assert codes() == before
    assert (before[0] != after[0], before[1] != after[1]) == (planner_differs, game_differs)


def test_native_games_are_part_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    before = board._find_codes.__wrapped__(Fireflies)
    monkeypatch.setattr(_core, "GAMES_DIGEST", "another")
    assert board._find_codes.__wrapped__(Fireflies) != before


@pytest.mark.parametrize(
    ("extra", "error"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero (corridor.py:25: 1 / 0)"),
        ("return float('nan')", "the game's score is nan"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
    ],
)
def test_games_that_fail(store: Store, tmp_path: Path, extra: str, error: str) -> None:
    game = write_game(tmp_path, extra)
    (attempt,) = played(store, game, ["random"], levels=["endless"])
    assert attempt.error is not None
    assert attempt.error.startswith(error)
    (record,) = store.records(PLAYING)
    assert (record.error, record.won, record.actions) == (attempt.error, False, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="workers are not killed alike there")
def test_workers_survive_a_planner_that_crashes_or_hangs(store: Store, tmp_path: Path) -> None:
    game = write_game(tmp_path)
    for name, extra in (
        ("crash", "import os; os._exit(7)"),
        ("hang", "import time; time.sleep(60)"),
    ):
        folder = tmp_path / name
        folder.mkdir()
        planner = write_planner(folder, extra)
        workers = Workers(1, patience=1.5)
        made = played(store, game, [planner, "random"], levels=["short"], executor=workers)
        errors = {attempt.task.player.name: attempt.error for attempt in made}
        assert (
            errors["guesser"]
            == {
                "crash": "crashed: ended its process with exit code 7",
                "hang": "killed: still at work after 1.5 s",
            }[name]
        )
        assert errors.get("random") is None


def test_refusals(corridor: str, guesser: str, tmp_path: Path) -> None:
    with pytest.raises(GameError, match="there is no game 'chess'"):
        boards("chess")
    with pytest.raises(GameError, match="corridor has no level 'wide'"):
        boards(corridor, ["wide"])
    with pytest.raises(LevelError):
        boards("fireflies", [GameLevel("bad", "?")])
    with pytest.raises(PlannerError, match="there is no planner 'nobody'"):
        players(["nobody"])
    with pytest.raises(ParameterError, match="guesser has no parameter 'pase'; did you mean 'pace"):
        players([f"{guesser}:pase=2"])
    for kind, path in (("game", corridor), ("planner", guesser)):
        text = Path(path.rpartition(":")[0]).read_text()
        file = tmp_path / f"bad_{kind}.py"
        make: Any = boards if kind == "game" else lambda name: players([name])
        file.write_text(
            text.replace('name = "corridor"', 'name = "fireflies"').replace(
                'name = "guesser"', 'name = "random"'
            )
        )
        with pytest.raises(
            ArenaError, match=r"it calls itself '(fireflies|random)', as one of ours"
        ):
            make(str(file) if kind == "game" else f"{file}:Guesser")
    for given in ("board", "planner", "seed"):
        arguments: dict[str, Any] = {
            "board": boards(corridor), "planner": players(["random"]), "seed": [0],
        }  # fmt: skip
        arguments[given] = []
        with pytest.raises(ArenaError, match=f"there is no {given} to play with"):
            GameStudy(arguments["board"], arguments["planner"], seeds=arguments["seed"])


@pytest.mark.parametrize("read_only", [False, True])
def test_a_store_from_before_there_were_plays(
    store: Store, corridor: str, tmp_path: Path, read_only: bool
) -> None:
    path = tmp_path / "results.db"
    store.close()
    with sqlite3.connect(path) as connection:
        for table in ("plays", "game_levels"):
            connection.execute(f"DROP TABLE IF EXISTS {table}")
        connection.execute("UPDATE babalab_store SET version = 2")
    with Store(path, read_only=read_only) as old:
        assert old.records(PLAYING) == []
    with Store(path) as old:
        assert len(played(old, corridor, ["random"])) == 3


def test_statistics_as_a_file(store: Store, corridor: str, guesser: str, tmp_path: Path) -> None:
    """Against a count by hand of what the journal has."""
    played(store, corridor, ["random", f"{guesser}:calls=50"], levels=["short"], seeds=[1])
    records = store.records(PLAYING, whole=True)
    path = tmp_path / "ticks.csv"
    count = write_ticks(path, records)
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == count > 0
    (record,) = (each for each in records if each.log is not None)
    assert record.log is not None
    journal = record.log.journal()
    paces: dict[str, list[float]] = {}
    for tick, end in enumerate(journal.ends, start=1):
        paces = {}
        pairs: dict[str, list[float]] = {}
        for combination, payoff in zip(
            journal.combinations[:end], journal.payoffs[:end], strict=True
        ):
            pace, mood = (1, 2, 3)[combination[0]], ("calm", "bold")[combination[1]]
            paces.setdefault(str(pace), []).append(payoff)
            mood = "calm" if pace == 1 else mood
            pairs.setdefault(f"{pace} {mood}", []).append(payoff)
        for parameter, expected in (("pace", paces), ("all", pairs)):
            here = [
                row for row in rows if row["tick"] == str(tick) and row["parameter"] == parameter
            ]
            means = {value: sum(met) / len(met) for value, met in expected.items()}
            assert {row["value"]: float(row["visits"]) for row in here} == {
                value: len(met) for value, met in expected.items()
            }
            assert {row["value"]: float(row["mean"]) for row in here} == pytest.approx(means)
            (best,) = (row["value"] for row in here if row["best"] == "True")
            assert means[best] == pytest.approx(max(means.values()))
    assert {(row["game"], row["level"], row["planner"], row["seed"]) for row in rows} == {
        ("corridor", "short", "guesser:calls=50", "1")
    }
    parquet = pytest.importorskip("pyarrow.parquet")
    assert write_ticks(tmp_path / "ticks.parquet", records) == count
    table = parquet.read_table(tmp_path / "ticks.parquet").to_pylist()
    assert [{name: str(value) for name, value in row.items()} for row in table] == rows
    assert write_ticks(tmp_path / "none.parquet", records[:0]) == 0
    assert parquet.read_table(tmp_path / "none.parquet").num_rows == 0
    assert not list(tmp_path.glob("*.tmp"))
    with pytest.raises(ArenaError, match=r"let the name end with \.csv or \.parquet"):
        write_ticks(tmp_path / "ticks.txt", records)
    with pytest.raises(FileError, match="can't be written"):
        write_ticks(tmp_path / "nowhere" / "ticks.csv", records)
