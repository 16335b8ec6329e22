"""`babalab games check`: faults named with their places, and recordings verified."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from babalab.cli.games import traces as games_traces
from babalab.cli.main import call
from babalab.games import games
from support.shared import ARCADE, needs_arcade
from support.vgdl_folders import LANE, RECORDED, altered, write_lane


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a game, and one with a recording of it, below the working directory."""
    monkeypatch.chdir(tmp_path)
    write_lane(tmp_path / "games")
    (tmp_path / "traces").mkdir()
    write(tmp_path / "traces" / "lane.jsonl", RECORDED, altered(seed=8))
    return tmp_path / "games"


def write(file: Path, *plays: object) -> None:
    data = "".join(f"{json.dumps(each)}\n" for each in plays).encode()
    file.write_bytes(gzip.compress(data) if file.suffix == ".gz" else data)


def test_a_folder_without_games_is_not_fine(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    assert call(["games", "check", "empty"]) == 2
    assert capsys.readouterr().err.startswith("error: empty: there is no game; one is NAME.txt")


def test_nothing_wrong(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (
        ["games"],
        ["games/lane.txt"],
        ["--path", "games"],
        ["lane", "--path", "games"],
    ):
        assert call(["games", "check", *arguments]) == 0
        printed = capsys.readouterr()
        assert (printed.out, printed.err) == ("", "1 game, 1 level: 0 errors, 0 warnings\n")


def test_all_games_of_ours(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["games", "check"]) == 0
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"{len(games())} games, ")


def test_everything_wrong_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "odd.txt").write_text(LANE.replace("Moving", "Flying").replace("limit=9", "limit="))
    (folder / "lane.txt").write_text(LANE.replace("limit=9", "limit=9 weight=3"))
    (folder / "lane_lvl2.txt").write_text("ccc\n")
    (folder / "README.txt").write_text("Mine.")
    assert call(["games", "check", "games"]) == 1
    printed = capsys.readouterr()
    places = [line.partition(": ")[0] for line in printed.out.splitlines()]
    assert places == [
        "games/README.txt", "games/odd.txt:4:15", "games/odd.txt:5:25", "games/lane.txt:5:33",
        "games/lane_lvl2.txt", "games/lane.txt",
    ]  # fmt: skip
    assert printed.err == "2 games, 2 levels: 3 errors, 3 warnings\n"
    assert call(["games", "check", "games/odd.txt", "--json"]) == 1
    listed = json.loads(capsys.readouterr().out)
    assert [(each["file"], each["line"], each["severity"]) for each in listed] == [
        ("games/odd.txt", 4, "error"),
        ("games/odd.txt", 5, "error"),
    ]


def test_recordings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "traces" / "more.jsonl.gz", altered(seed=9))
    for arguments in (
        ["--traces", "traces"],
        ["--traces", "traces", "--twin"],
        ["--traces", "traces", "--path", "games"],
        ["--traces", "traces/lane.jsonl", "--traces", "traces/more.jsonl.gz"],
        ["--traces", "traces/lane.jsonl", "traces/more.jsonl.gz"],
        ["games/lane.txt", "traces/lane.jsonl", "traces/more.jsonl.gz"],
    ):
        assert call(["games", "check", *arguments, "--workers", "1"]) == 0
        assert capsys.readouterr().out == "3 plays, 9 ticks, 0 mismatches\n"


def test_several_processes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games_traces, "PLAYS_AT_ONCE", 1)
    plays = [altered(seed=seed, tick1_s=seed % 2) for seed in range(9)]
    write(tmp_path / "traces" / "lane.jsonl", *plays)
    answers = []
    for workers in ("1", "2"):
        assert call(["games", "check", "--traces", "traces", "--workers", workers, "--json"]) == 1
        answers.append(json.loads(capsys.readouterr().out))
    assert answers[0] == answers[1]
    assert (answers[0]["plays"], answers[0]["ticks"], answers[0]["mismatches"]) == (9, 27, 4)
    assert [each["seed"] for each in answers[0]["first"]] == [1, 3, 5]
    assert answers[0]["first"][0]["differences"] == [{"what": "score", "recorded": 1, "ours": 0}]


def test_differences(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "traces" / "lane.jsonl", RECORDED, *[altered(tick1_s=4)] * 5)
    assert call(["games", "check", "--traces", "traces", "--workers", "1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        "traces/lane.jsonl:2: lane level 0, seed 7, tick 1 (right)",
        "  score: recorded 4, ours 0",
    ]
    assert lines[-3] == "and 2 plays more that differ"
    assert lines[-1] == "6 plays, 18 ticks, 5 mismatches"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--traces", "nowhere.jsonl"], "nowhere.jsonl: can't be read"),
        (["--traces", "games"], "games: there are no recordings, no .jsonl or .jsonl.gz"),
        (["--traces", "bad.jsonl"], "bad.jsonl:2: not a recorded play: 'actions' is missing"),
        (["--traces", "strange.jsonl"], "strange.jsonl:1: the game is not there: there is no"),
        (["sokoban", "--traces", "traces"], "the game is not there: there is no 'lane' in sokoban"),
        (["--traces", "ours.jsonl"], "sokoban is no game of VGDL"),
        (["--twin"], "--twin is for recordings"),
        (["nonsense"], "there is no game 'nonsense'"),
    ],
)
def test_what_can_not_be_verified(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path / "bad.jsonl", RECORDED, {"game": "lane", "ticks": []})
    write(tmp_path / "strange.jsonl", altered(game="maze"))
    write(tmp_path / "ours.jsonl", altered(game="sokoban"))
    if "bad.jsonl" in arguments:
        arguments = [*arguments, "--path", "games"]
    assert call(["games", "check", *arguments, "--workers", "1"]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_keeps_what_was_verified(
    workers: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    write(tmp_path / "traces" / "lane.jsonl", *[RECORDED] * 500)
    add = games_traces.Verified.add

    def add_until_the_third(whole: games_traces.Verified, found: games_traces.Verified) -> None:
        add(whole, found)
        if found.plays == games_traces.PLAYS_AT_ONCE and whole.plays == 3 * found.plays:
            raise KeyboardInterrupt

    monkeypatch.setattr(games_traces.Verified, "add", add_until_the_third)
    assert call(["games", "check", "--traces", "traces", "--workers", workers]) == 130
    printed = capsys.readouterr()
    assert printed.out == "18 plays, 54 ticks, 0 mismatches\n"
    assert printed.err == "error: interrupted; 18 plays had been verified\n"


@needs_arcade
@pytest.mark.parametrize(
    "engine", [(), pytest.param(("--twin",), marks=pytest.mark.long)], ids=["core", "twin"]
)
def test_the_recordings_of_the_framework(
    engine: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(["games", "check", "--traces", str(ARCADE / "traces"), *engine]) == 0
    assert capsys.readouterr().out == "432 plays, 36182 ticks, 0 mismatches\n"
