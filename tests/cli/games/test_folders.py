"""`babalab games --path`: games of folders listed, shown, run and checked by their names."""

from __future__ import annotations

import json
import os
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from babalab.cli.main import call
from babalab.games import games
from support.vgdl_folders import LANE, RECORDED, write_lane


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two games, below the working directory."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BABALAB_GAMES", raising=False)
    write_lane(tmp_path / "mine")
    write_lane(tmp_path / "mine", "sokoban", LANE.replace("Take the coins", "Not our Sokoban"))
    return tmp_path / "mine"


def words(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert call(["games", *arguments]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


@pytest.mark.parametrize(
    "arguments", [["--path", "mine"], ["--path", "mine", "list"], ["list", "--path", "mine"]]
)
@pytest.mark.usefixtures("folder")
def test_the_games_of_a_folder(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    printed = words(capsys, *arguments)
    assert printed.startswith("2 games in mine\n")
    rows = [line.split() for line in printed.splitlines()]
    about = "1 wait left right down up no Take the coins."
    assert ["lane", *about.split()] in rows
    assert not [row for row in rows if row[:1] == ["fireflies"]]
    listed = json.loads(words(capsys, *arguments, "--json"))
    assert [each["game"] for each in listed] == ["lane", "sokoban"]
    assert listed[0]["file"] == str(Path("mine") / "lane.txt")
    assert listed[0]["levels"] == ["level-0"]


@pytest.mark.usefixtures("folder")
def test_a_folder_of_the_environment(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BABALAB_GAMES", "mine")
    printed = words(capsys, "list")
    assert "\nin mine\n" in printed
    assert {"lane", "fireflies"} <= {line.split()[0] for line in printed.splitlines() if line}
    listed = json.loads(words(capsys, "list", "--json"))
    assert {each["game"] for each in listed} == {*games(), "lane", "sokoban"}
    assert words(capsys, "show", "lane") == words(capsys, "show", "mine/lane.txt")
    monkeypatch.setenv("BABALAB_GAMES", "nowhere")
    assert call(["games", "list"]) == 2
    assert "BABALAB_GAMES: nowhere: there is no such folder" in capsys.readouterr().err


@pytest.mark.usefixtures("folder")
def test_names_are_looked_up_in_the_folder_first(capsys: pytest.CaptureFixture[str]) -> None:
    by_name = [["--path", "mine", "list", "sokoban"], ["list", "sokoban", "--path", "mine"]]
    for arguments in [
        *by_name,
        ["list", "mine/sokoban.txt"],
        ["--path", "mine", "list", "sokoban.txt"],
    ]:
        assert "Not our Sokoban" in words(capsys, *arguments)
    assert "Push every box" in words(capsys, "list", "sokoban")
    assert "fireflies" in words(capsys, "--path", "mine", "list", "fireflies")
    assert words(capsys, "show", "--path", "mine", "lane", "level-0")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--path", "mine", "show", "lame"], "mine: there is no game 'lame'; did you mean 'lane'"),
        (["--path", "mine", "run", "qqq", "--agent", "random"], "known games: 'lane', 'sokoban'"),
        (["--path", "nowhere"], "nowhere: there is no such folder"),
        (
            ["show", "lane", "--path", "mine/lane.txt"],
            "mine/lane.txt: this is a file; name its folder",
        ),
        (["show", "mine"], "mine: this is a folder; name a game in it: mine/NAME.txt"),
        (["show", "mine/lane"], "there is a file, mine/lane.txt: write that"),
        (["show", "mine/lane_lvl0.txt"], "this is a level; the game is mine/lane.txt"),
        (["show", "mine/lane.txt", "7"], "lane has no level '7'"),
        (["--path", "mine", "--json", "list"], "put --json behind list"),
    ],
)
def test_what_is_not_there(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["games", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_broken_game_is_told_of(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "odd.txt").write_text(LANE.replace("Moving", "Flying").replace("limit=9", "limit="))
    (folder / "README.txt").write_text("Mine.")
    assert call(["games", "--path", "mine"]) == 0
    printed = capsys.readouterr()
    assert "lane" in printed.out
    assert "odd" not in printed.out
    assert "error: mine/odd.txt:4:15: " in printed.err
    assert "error: mine/odd.txt:5:25: " in printed.err
    assert "mine/README.txt: warning: it does not begin with BasicGame" in printed.err
    assert call(["games", "--path", "mine", "show", "odd"]) == 2
    assert "mine/odd.txt:4:15" in capsys.readouterr().err
    for file in folder.glob("[ls]*"):
        file.unlink()
    assert call(["games", "--path", "mine"]) == 2
    assert "there is no game that can be played" in capsys.readouterr().err


def test_a_broken_level_hides_no_others(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "lane_lvl1.txt").write_text("ccc\n")
    assert call(["games", "--path", "mine", "list", "lane"]) == 0
    printed = capsys.readouterr()
    rows = [line.split() for line in printed.out.splitlines()]
    assert ["1", "level-0", "3x1"] in rows
    assert ["2", "level-1", "broken"] in rows
    assert "mine/lane_lvl1.txt" in printed.err


def test_plays_of_a_folder_are_kept_apart_by_the_text(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def made(*arguments: str) -> Any:
        common = ["--agent", "random", "--runs", "2", "--workers", "0", "--store", "plays.db"]
        return json.loads(words(capsys, *arguments, *common, "--ticks", "4", "--json"))["made"]

    assert made("--path", "mine", "run", "lane") == 2
    assert made("run", "lane", "--path", "mine") == 0, "the same game"
    assert made("run", "mine/lane.txt") == 0, "the same game"
    (folder / "lane.txt").write_text(LANE.replace("\n", "\r\n"), newline="")
    assert made("run", "mine/lane.txt") == 0, "only the ends of lines are others"
    write_lane(folder, text=LANE.replace("scoreChange=2", "scoreChange=3"))
    assert made("run", "mine/lane.txt") == 2, "another game of the same name"
    assert made("run", "mine/sokoban.txt") == 2, "another game with the name of one of ours"


def test_a_new_description(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["games", "new", "mine/berries.txt"]) == 0
    assert "wrote mine/berries.txt and its first level" in capsys.readouterr().err
    assert call(["games", "check", "--path", "mine", "berries"]) == 0
    printed = capsys.readouterr()
    assert (printed.out, printed.err) == ("", "1 game, 1 level: 0 errors, 0 warnings\n")
    arguments = ["run", "mine/berries.txt", "--agent", "random", "--runs", "1", "--workers", "0"]
    told = json.loads(words(capsys, *arguments, "--store", "plays.db", "--json"))
    assert told["results"][0]["mean_ticks"] > 1
    for wrong in ("berries_1.txt", "my game.txt", "8.txt"):
        assert call(["games", "new", wrong]) == 2
        assert "name it with letters" in capsys.readouterr().err
    assert call(["games", "new", "mine/berries.txt"]) == 2
    assert folder.joinpath("berries_lvl0.txt").is_file()


@pytest.mark.skipif(sys.platform == "win32", reason="links, pipes and sockets of files")
@pytest.mark.parametrize(
    "arguments",
    [["list", "--path", "mine"], ["check", "mine"], ["show", "lane", "level-0", "--path", "mine"]],
)
def test_what_is_no_plain_file_is_skipped_with_a_word(
    arguments: list[str], folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Neither a circle of links nor something endless hides the games beside it."""
    (folder / "circle.txt").symlink_to("circle.txt")
    (folder / "one.txt").symlink_to("other.txt")
    (folder / "other.txt").symlink_to("one.txt")
    (folder / "lane_lvl1.txt").symlink_to("lane_lvl1.txt")
    (folder / "gone.txt").symlink_to("nowhere.txt")
    (folder / "endless.txt").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.txt")
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(os.path.relpath(folder / "socket.txt"))
    deep = folder
    for _ in range(50):
        deep = deep / "folder.txt"
        deep.mkdir()
    assert call(["games", *arguments]) == 0
    printed = "".join(capfd.readouterr())
    if arguments[0] != "check":
        assert ("skipped" in printed) == (arguments[0] == "list")
        return
    for name in ("circle", "one", "other", "gone", "lane_lvl1"):
        assert f"{name}.txt: warning: this link leads nowhere, or in a circle; skipped" in printed
    for name in ("endless", "pipe", "socket"):
        assert f"{name}.txt: warning: this is no plain file; skipped" in printed


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of files")
def test_recordings_that_are_no_plain_files_are_skipped(
    folder: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (folder / "plays.jsonl").write_text(json.dumps(RECORDED) + "\n")
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "circle.jsonl").symlink_to("circle.jsonl")
    assert call(["games", "check", "mine", "--traces", "mine", "--workers", "1"]) == 0
    told = capfd.readouterr().err
    assert "pipe.jsonl: this is no plain file; skipped" in told
    assert "circle.jsonl: this is no plain file; skipped" in told
