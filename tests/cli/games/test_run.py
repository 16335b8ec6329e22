"""`babalab games run`: the plays, their table, being interrupted and going on, and watching one."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from babalab.arena.plays import summarize_plays
from babalab.cli.main import call
from babalab.games import Fireflies
from babalab.planning import make_planner, play
from support.program import PATIENCE, PROGRAM, Terminal, environment

WALK = '''
import time
from babalab.games import Game, GameLevel


class Walk(Game[int]):
    """Go right as far as the level says; every real step takes a while."""

    name = "walk"
    actions = ("left", "right")
    ticks = 3

    @classmethod
    def levels(cls):
        return [GameLevel("short", "1"), GameLevel("long", "2"), GameLevel("endless", "9")]

    def start(self, chance):
        return 0

    def step(self, state, action, chance):
        time.sleep({pause})
        return state if self.over(state) else state + action

    def score(self, state):
        return float(state)

    def won(self, state):
        return state == int(self.level.text)

    def lost(self, state):
        return False
'''
RIGHT = '''
from dataclasses import dataclass
from babalab.planning import Mind, Planner


class Going(Mind):
    def look(self, state):
        pass

    cost = 1

    def iterate(self, combination):
        self.calls += 1
        return 0.0

    def decide(self):
        {body}


@dataclass(frozen=True, kw_only=True)
class Right(Planner):
    """Goes right."""

    name = "right"

    def mind(self, game, chance):
        return Going(game)
'''


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with a game and planners, and the default store."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "walk.py").write_text(WALK.format(pause=0))
    (tmp_path / "slow.py").write_text(WALK.format(pause=0.02))
    (tmp_path / "right.py").write_text(RIGHT.format(body="return 1"))
    (tmp_path / "lazy.py").write_text(
        RIGHT.format(body="raise ValueError('no idea')").replace('"right"', '"lazy"')
    )
    monkeypatch.setenv("BABALAB_STORE", str(tmp_path / "results.db"))
    return tmp_path / "results.db"


def rows(store: Path) -> int:
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as connection:
            count: int = connection.execute("SELECT count(*) FROM plays").fetchone()[0]
            return count
    except sqlite3.OperationalError:
        return 0


def answer(capfd: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> dict[str, Any]:
    assert call(["games", "run", *arguments, "--json"]) == code
    printed = capfd.readouterr()
    assert printed.err == ("error: every play failed\n" if code else "")
    told: dict[str, Any] = json.loads(printed.out)
    return told


def test_the_table(store: Path, capfd: pytest.CaptureFixture[str]) -> None:
    command = ["games", "run", "walk.py", "--agent", "right.py:calls=10,random", "--runs", "4"]
    assert call([*command, "--workers", "2"]) == 0
    printed = capfd.readouterr()
    assert printed.err == "2 planners, 3 levels, 4 runs: 24 plays to make\n"
    heading, *table = (line.split() for line in printed.out.splitlines())
    assert " ".join(heading) == "planner level won win rate score ticks calls/s ms/tick"
    assert table[0][:8] == ["right:calls=10", "short", "4/4", "100.0", "±", "0.0", "%", "1.00"]
    assert table[1][:2] + table[1][7:8] == ["long", "4/4", "2.0"]
    assert table[2][:7] == ["endless", "0/4", "0.0", "±", "0.0", "%", "3.00"]
    assert table[3][:6] == ["all", "levels", "8/12", "66.7", "±", "13.6"]
    assert table[4][0] == "random"
    assert rows(store) == 24
    assert call([*command, "--workers", "0"]) == 0
    again = capfd.readouterr()
    assert again.err.endswith("0 plays to make, 24 stored before\n")
    assert again.out == printed.out
    assert rows(store) == 24


def test_json(store: Path, capfd: pytest.CaptureFixture[str]) -> None:
    command = ["fireflies", "--agent", "random", "--levels", "1-2,swarm", "--runs", "3"]
    told = answer(capfd, *command, "--seed", "5", "--ticks", "30")
    assert told["store"] == str(store)
    assert (told["plays"], told["made"], told["stored_before"]) == (9, 9, 0)
    assert [each["level"] for each in told["results"]] == ["meadow", "orchard", "swarm", None]
    for level, row in zip(("meadow", "orchard", "swarm"), told["results"], strict=False):
        game = Fireflies(Fireflies.level_named(level))
        made = [play(game, make_planner("random"), seed, ticks=30) for seed in (5, 6, 7)]
        assert row["won"] == sum(each.won for each in made)
        assert row["mean_score"] == pytest.approx(sum(each.score for each in made) / 3)
        assert row["mean_ticks"] == pytest.approx(sum(each.ticks for each in made) / 3)
    more = answer(capfd, *command[:-1], "5", "--seed", "5", "--ticks", "30", "--workers", "2")
    assert (more["made"], more["stored_before"]) == (6, 9)
    again = answer(capfd, *command, "--seed", "5", "--ticks", "30", "--again")
    assert (again["made"], again["stored_before"]) == (9, 0)
    for before, now in zip(told["results"], again["results"], strict=True):
        timed = {"calls_per_second", "milliseconds_per_tick"}
        assert {key: before[key] for key in before.keys() - timed} == {
            key: now[key] for key in now.keys() - timed
        }


def test_the_standard_error(tmp_path: Path) -> None:
    """By hand: one of four on a level, three of four on another, and so half of all eight."""
    from babalab.arena import InThisProcess, Store, carry_out, make_plan
    from babalab.arena.plays import GameStudy, boards, players

    with Store(tmp_path / "made.db") as made:
        chosen, who = boards("walk.py", ["1", "2"]), players(["right.py"])
        study = GameStudy(chosen, who, seeds=range(4))
        list(carry_out(make_plan(made, study), made, InThisProcess()))
        records = study.records(made)
    won = {"short": [True, False, False, False], "long": [True, True, True, False]}
    changed = [replace(each, won=won[each.level_name][each.seed]) for each in records]
    short, long, overall = summarize_plays(changed, who, chosen)
    assert (short.win_rate, long.win_rate, overall.win_rate) == (0.25, 0.75, 0.5)
    assert short.standard_error == pytest.approx((0.25 * 0.75 / 4) ** 0.5)
    assert overall.standard_error == pytest.approx((0.5 * 0.5 / 8) ** 0.5)
    assert (overall.plays, overall.won, overall.failed) == (8, 4, 0)
    changed[0] = replace(changed[0], error="ValueError", won=False, score=0.0, ticks=0)
    assert sum(row.failed for row in summarize_plays(changed, who, chosen)[:2]) == 1


def test_failures_are_told(store: Path, capfd: pytest.CaptureFixture[str]) -> None:
    command = ["games", "run", "walk.py", "--agent", "lazy.py:Right", "--levels", "short,2"]
    assert call([*command, "--runs", "1"]) == 1
    printed = capfd.readouterr()
    assert "error: lazy failed on short, seed 0: ValueError: no idea (lazy.py:" in printed.err
    assert printed.err.endswith("error: every play failed\n")
    heading, *table = (line.split() for line in printed.out.splitlines())
    assert heading[-1] == "failed"
    assert [line[-1] for line in table] == ["1", "1", "2"]
    told = answer(capfd, *command[2:], "--runs", "2", code=1)
    failed = {(each["level"], each["seed"], each["agent"]) for each in told["failures"]}
    assert failed == {(level, seed, "lazy") for level in ("short", "long") for seed in (0, 1)}
    assert rows(store) == 4
    assert call([*command, "--runs", "1"]) == 1
    printed = capfd.readouterr()
    assert "0 plays to make, 2 stored before" in printed.err
    assert "error: lazy failed on short, seed 0: ValueError: no idea" in printed.err


def test_narrow_terminals_have_fewer_columns(capfd: pytest.CaptureFixture[str]) -> None:
    command = ["games", "run", "walk.py", "--agent", "right.py:calls=10", "--runs", "1"]
    assert call(command) == 0
    capfd.readouterr()
    for columns, first, last in ((40, "planner level", "win rate"), (100, "planner", "ms/tick")):
        with Terminal(*command, columns=columns) as terminal:
            assert terminal.wait() == 0
            shown = terminal.text.splitlines()
        heading = next(line for line in shown if line.startswith("planner "))
        assert " ".join(heading.split()).startswith(first)
        assert heading.rstrip().endswith(last)
        assert "…" not in heading


def test_what_can_not_be_logged_is_told_before_the_plays(
    store: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", None)
    command = ["games", "run", "walk.py", "--agent", "random", "--log", "ticks.parquet"]
    assert call(command) == 2
    assert "needs the extra babalab[parquet]: " in capfd.readouterr().err
    assert rows(store) == 0


def test_a_seed_that_no_store_has_room_for(capfd: pytest.CaptureFixture[str]) -> None:
    command = ["games", "run", "walk.py", "--agent", "random", "--seed", str(10**20)]
    assert call(command) == 2
    assert "--seed" in capfd.readouterr().err


@pytest.mark.parametrize("name", ["ticks.csv", "ticks.parquet"])
def test_the_log_of_every_tick(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    options = ["--levels", "1", "--runs", "2", "--ticks", "5", "--log", name]
    adaptive = "rhea-adaptive:tuner=mab,calls=300"
    assert call(["games", "run", "fireflies", "--agent", adaptive, *options]) == 0
    told = re.search(rf"wrote ([\d,]+) rows to {name}\n", capfd.readouterr().err)
    assert told is not None
    count = int(told[1].replace(",", ""))
    if name.endswith(".csv"):
        with Path(name).open(newline="") as file:
            lines = list(csv.DictReader(file))
        assert len(lines) == count > 0
        assert {line["tick"] for line in lines} == set("12345")
    else:
        parquet = pytest.importorskip("pyarrow.parquet")
        assert parquet.read_table(name).num_rows == count > 0
    assert call(["games", "run", "fireflies", "--agent", "random", *options]) == 0
    assert "only planners with a tuner" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["fireflys", "--agent", "random"], "no game 'fireflys'; did you mean 'fireflies'"),
        (["fireflies", "--agent", "randm"], "there is no planner 'randm'; did you mean 'random'?"),
        (["fireflies", "--agent", "random:call=5"], "random has no parameter 'call'; did you mean"),
        (["fireflies", "--agent", "random:calls=x"], "calls=x: it must be a whole number"),
        (["fireflies", "--agent", ","], "there is no planner"),
        (["fireflies", "--agent", ",", "--watch"], "there is no planner to watch"),
        (["fireflies", "--agent", "random", "--levels", "medow"], "did you mean 'meadow'?"),
        (["fireflies", "--agent", "random", "--log", "x.txt"], "end with .csv or .parquet"),
        (["fireflies", "--agent", "random", "--log", "no/x.csv"], "there is no folder"),
        (["fireflies", "--agent", "random", "--store", "/dev/null"], "not a file"),
        (["fireflies", "--agent", "random", "--watch"], "--watch needs a terminal; leave it out"),
        (["fireflies", "--agent", "random", "--runs", "0"], "Invalid value"),
        (["fireflies", "--agent", "random", "--ticks", "0"], "Invalid value"),
        (["fireflies"], "Missing option"),
    ],
)
def test_bad_input(
    options: list[str], words: str, store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert call(["games", "run", *options]) == 2
    printed = capfd.readouterr()
    assert words in printed.err
    assert printed.out == ""
    assert "Traceback" not in printed.err
    assert rows(store) == 0


@pytest.mark.skipif(os.name == "nt", reason="about signals of Unix")
def test_an_interrupted_run_goes_on(
    store: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    command = ["games", "run", "slow.py", "--agent", "right.py", "--runs", "15"]
    process = subprocess.Popen(
        [*PROGRAM, *command, "--workers", "2"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment(), cwd=tmp_path,
    )  # fmt: skip
    deadline = time.monotonic() + PATIENCE
    while rows(store) < 3:
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=PATIENCE)
    kept = rows(store)
    assert process.returncode == 130
    assert 3 <= kept < 45
    made = re.search(r"interrupted after (\d+) of 45 plays", told)
    assert made is not None
    assert int(made[1]) in (kept - 1, kept)
    assert "the same command goes on from there" in told
    assert "Traceback" not in told
    assert call([*command, "--json"]) == 0
    rest = json.loads(capfd.readouterr().out)
    assert (rest["stored_before"], rest["made"]) == (kept, 45 - kept)
    assert [row["plays"] for row in rest["results"]] == [15, 15, 15, 45]


# ---------------------------------------------------------------- in a terminal


def test_the_display(store: Path) -> None:
    command = ["games", "run", "slow.py", "--agent", "right.py", "--runs", "10", "--workers", "1"]
    with Terminal(*command, columns=100) as terminal:
        terminal.wait_for("1 planner, 3 levels, 10 runs: 30 plays to make")
        terminal.wait_for(" won")
        terminal.wait_for("right on ")
        terminal.wait_for("win rate")
        assert terminal.wait() == 0
        assert "20/30" in terminal.text
    assert rows(store) == 30


def test_watching(store: Path) -> None:
    with Terminal("games", "run", "fireflies", "--agent", "random", "--ticks", "8",
                  "--watch") as terminal:  # fmt: skip
        terminal.wait_for("#....@....#")
        terminal.wait_for("random on fireflies meadow   score 0   0/8")
        terminal.wait_for("8/8")
        assert terminal.wait() == 1
        assert "random on fireflies meadow: not won after 8 ticks, score" in terminal.text
    assert rows(store) == 0


def test_watching_is_left_by_ctrl_c() -> None:
    with Terminal("games", "run", "fireflies", "--agent", "random", "--levels", "swarm",
                  "--watch", lines=6, columns=20) as terminal:  # fmt: skip
        terminal.wait_for("random on firefl")
        terminal.press("\x03")
        assert terminal.wait() == 130
        assert "Traceback" not in terminal.text
