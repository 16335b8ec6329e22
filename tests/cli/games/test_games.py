"""`babalab games`: lists, pictures, the template, and everything people may get wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from babalab.base.parameters import parameters_of
from babalab.cli.main import call
from babalab.games import Fireflies, Game, game_named, games
from babalab.planning import make_planner, planners, play
from babalab.testing import GameContract

LEVEL = """\
#####
#@.*#
#####
"""
LIST = '[GameLevel("only", "1")]'
HALF = f"""
from babalab.games import Game, GameLevel

class Mine(Game):
    def score(self, state):
        return 0.0
    @classmethod
    def levels(cls):
        return {LIST}
"""
WHOLE = """
    def start(self, chance):
        return 1 // 0
    def step(self, state, action, chance):
        return state
    def won(self, state):
        return False
    lost = won
"""
NAMED = """
    name = "mine"
    actions = ("left", "right")
"""
"""A game of one's own with less and less missing; even whole it is wrong where it starts."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working directory with some files."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lane.txt").write_text(LEVEL)
    (tmp_path / "odd.txt").write_text("#####\n#@?x#\n#####\n")
    (tmp_path / "binary.txt").write_bytes(bytes(range(256)))
    (tmp_path / "empty.py").write_text("")
    (tmp_path / "broken.py").write_text("raise ValueError('not yet')")
    (tmp_path / "half.py").write_text(HALF)
    (tmp_path / "nameless.py").write_text(HALF + WHOLE)
    (tmp_path / "inert.py").write_text(HALF + WHOLE + '    name = "inert"\n')
    (tmp_path / "faulty.py").write_text(HALF + WHOLE + NAMED)
    (tmp_path / "bare.py").write_text(HALF.replace(LIST, "[]") + WHOLE + NAMED)
    (tmp_path / "texts.py").write_text(HALF.replace(LIST, '["one"]') + WHOLE + NAMED)
    (tmp_path / "letters.py").write_text(HALF + WHOLE + NAMED + '    actions = "left"\n')
    (tmp_path / "short.py").write_text(HALF + WHOLE + NAMED + "    ticks = -1\n")
    (tmp_path / "noise.txt").write_text("?" * 30 + "\n")
    (tmp_path / "drawer").mkdir()
    return tmp_path


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert call([*arguments, "--json"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return json.loads(printed.out)


def test_all_games_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["games", "list"]) == 0
    printed = capsys.readouterr().out
    for game in games().values():
        (line,) = [line for line in printed.splitlines() if line.split()[:1] == [game.name]]
        assert line.split()[1] == str(len(game.levels()))
        assert " ".join(game.actions) in line
    listed = {each["game"]: each for each in answer(capsys, "games", "list")}
    assert listed.keys() == games().keys()
    assert listed["fireflies"]["stochastic"]
    assert listed["fireflies"]["levels"][0] == "meadow"


def test_the_levels_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["games", "list", "fireflies"]) == 0
    printed = capsys.readouterr().out
    assert "Both flutter about" in printed
    rows = [line.split() for line in printed.splitlines()]
    assert ["1", "meadow", "11x7"] in rows
    assert ["5", "swarm", "19x10"] in rows
    told = answer(capsys, "games", "list", "fireflies")
    assert [each["name"] for each in told["levels"]] == [level.name for level in Fireflies.levels()]
    assert (told["levels"][0]["width"], told["levels"][0]["height"]) == (11, 7)


@pytest.mark.parametrize("level", ["orchard", "2"])
def test_a_picture(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["games", "show", "fireflies", level]) == 0
    assert capsys.readouterr().out == Fireflies.levels()[1].text


@pytest.mark.parametrize("level", ["lane.txt", "lane.txt#lane", "lane.txt#1"])
def test_a_level_in_a_file(level: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["games", "show", "fireflies", level]) == 0
    assert capsys.readouterr().out == LEVEL


def test_who_can_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["games", "agents"]) == 0
    printed = capsys.readouterr().out
    for name in planners():
        assert f"\n{name} " in f"\n{printed}"
    told = {each["agent"]: each for each in answer(capsys, "games", "agents")}
    assert told.keys() == planners().keys()
    for name, planner in planners().items():
        assert call(["games", "agents", name]) == 0
        printed = capsys.readouterr().out
        for parameter, described in zip(
            parameters_of(planner), told[name]["parameters"], strict=True
        ):
            assert f"\n{parameter.name} " in printed
            assert parameter.range in printed
            assert (described["name"], described["default"], described["range"]) == (
                parameter.name,
                parameter.default,
                parameter.range,
            )


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["list", "firefly"], "there is no game 'firefly'; did you mean 'fireflies'?"),
        (["list", "nothing-like-it"], "known games: "),
        (["list", "nowhere.py"], "nowhere.py: there is no such file"),
        (["list", "empty.py"], "empty.py: there is no game in it"),
        (["list", "broken.py"], "broken.py:1: can't be loaded: ValueError: not yet"),
        (["show", "fireflies", "medow"], "fireflies has no level 'medow'; did you mean 'meadow'?"),
        (["show", "fireflies", "0"], "fireflies has no level '0'; it has 'meadow', "),
        (["show", "fireflies", "6-9"], "6-9: fireflies has the levels from 1 to 5"),
        (["show", "fireflies", "2-3"], "'2-3' means 2 levels, and one is expected"),
        (["show", "fireflies", ","], "there is no level of fireflies: ',' names none"),
        (["list", "half.py"], "half.py: Mine lacks lost, start, step, won"),
        (["list", "half.py:Mine"], "half.py: Mine lacks lost, start, step, won"),
        (["list", "half.py:Yours"], "half.py: there is no game in it"),
        (["list", "nameless.py"], 'nameless.py: Mine has no name; write name = "my-game"'),
        (["show", "inert.py"], "inert.py: Mine has no actions; write actions = "),
        (["list", "faulty.py"], "faulty.py: ZeroDivisionError: "),
        (["show", "faulty.py"], "faulty.py: ZeroDivisionError: "),
        (["play", "faulty.py"], "(faulty.py:12: "),
        (["play", "bare.py"], "there is no level of mine: it has none of its own; name a file"),
        (["show", "texts.py"], "mine: levels() gives 'one', which is no level; write GameLevel("),
        (["run", "texts.py", "--agent", "random"], "mine: levels() gives 'one'"),
        (["list", "letters.py"], "letters.py: Mine.actions is 'left'; write actions = "),
        (["list", "short.py"], "short.py: Mine.ticks is -1; write ticks = 500"),
        (["show", "fireflies", "drawer"], "drawer: it is a folder; name a file in it"),
        (["show", "fireflies", "noise.txt"], "error: and 12 problems more\n"),
        (["show", "fireflies", "none.txt"], "there is no file 'none.txt'"),
        (["show", "fireflies", "lane.txt#two"], "lane.txt has no level 'two'; it has 'lane'"),
        (["show", "fireflies", "binary.txt"], "binary.txt: this is no text file"),
        (["show", "fireflies", "odd.txt"], "odd.txt:2:3: '?' means nothing; use "),
        (["play", "fireflies", "--level", "odd.txt"], "odd.txt:2:4: 'x' means nothing; use "),
        (["play", "fireflies"], "games play needs a terminal; to let a planner play use"),
        (["agents", "randm"], "there is no planner 'randm'; did you mean 'random'?"),
        (["new", "Game.py"], "Game.py: name a Python file with lower case letters"),
        (["new", "game.md"], "name a Python file"),
        (["new", "nowhere/game.py"], "can't be written"),
    ],
)
def test_bad_input(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["games", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith("error: ")
    assert words in printed.err
    assert "Traceback" not in printed.err


@pytest.mark.parametrize("arguments", [["show"], ["play"], ["run"], ["lst"], ["list", "a", "b"]])
def test_wrong_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["games", *arguments]) == 2
    assert "Usage: babalab games" in capsys.readouterr().err


# ---------------------------------------------------------------- a game of one's own


def test_the_template_plays(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["games", "new", "gold_rush.py"]) == 0
    assert "babalab games play gold_rush.py" in capsys.readouterr().err
    assert call(["games", "show", "gold_rush.py:GoldRush", "corridor"]) == 0
    assert capsys.readouterr().out == "#######\n#@.o.o#\n#######\n"
    told = answer(capsys, "games", "list", "gold_rush.py")
    assert (told["game"], told["stochastic"]) == ("gold-rush", True)
    kind = game_named("gold_rush.py")
    made = [play(kind(kind.levels()[0]), make_planner("random"), seed) for seed in range(5)]
    assert any(each.won and each.score == 2 for each in made)


def test_nothing_is_overwritten(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "my_game.py").write_text("mine")
    assert call(["games", "new"]) == 2
    assert "my_game.py is there already; --force overwrites it" in capsys.readouterr().err
    assert (folder / "my_game.py").read_text() == "mine"
    assert call(["games", "new", "--force"]) == 0
    assert "class MyGame(Game" in (folder / "my_game.py").read_text()


def test_the_test_that_the_template_tells_of(folder: Path) -> None:
    assert call(["games", "new", "gold_rush.py"]) == 0
    told = (folder / "gold_rush.py").read_text().partition("run pytest:\n#\n")[2]
    test = "\n".join(line.removeprefix("#").removeprefix(" ") for line in told.splitlines())
    (folder / "test_gold_rush.py").write_text(test)
    command = [sys.executable, "-m", "pytest", "-q", "test_gold_rush.py"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout
    assert " passed" in ended.stdout


class TestTemplate(GameContract):
    @pytest.fixture(autouse=True)
    def _write(self, folder: Path) -> None:
        assert call(["games", "new", str(folder / "my_game.py")]) == 0
        self.path = folder / "my_game.py"

    def make(self) -> Game[Any]:
        kind = game_named(f"{self.path}:MyGame")
        return kind(kind.levels()[1])
