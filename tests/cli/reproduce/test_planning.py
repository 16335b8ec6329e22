"""`babalab reproduce` for paper C: what it plays, prints, draws and refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from babalab.arena import Store
from babalab.arena.plays import PLAYING
from babalab.cli.main import call
from babalab.cli.reproduce import monitor
from babalab.cli.ui import progress as evaluating
from support.away import go_away
from support.plays import write_game

COMMON = ["--quick", "--levels", "1", "--configurations", "2-3-12", "--workers", "1"]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    go_away(tmp_path, monkeypatch, [])
    return write_game(tmp_path)


def test_table_c2(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["reproduce", "table-c2", "--games", game, "--tuners", "mab,random", *COMMON]
    assert call(arguments) == 0
    printed = capsys.readouterr()
    lines = printed.out.splitlines()
    assert lines[0].endswith("Table II")
    assert [line.split()[:2] for line in lines[2:4]] == [["mab", "2-3-12"], ["random", "2-3-12"]]
    assert lines[4].startswith("best-fixed")
    assert "tuners: 2 plays to make\n" in printed.err
    assert "screening: 9 plays to make\n" in printed.err
    assert "finalists: 2 plays to make\n" in printed.err
    assert call([*arguments, "--json"]) == 0
    again = capsys.readouterr()
    assert again.err == ""
    found = json.loads(again.out)
    assert (found["runs"], found["games"]) == (1, {"corridor": ["short"]})
    assert [row["tuner"] for row in found["rows"]] == ["mab", "random", "best-fixed"]


def test_table_c3_and_figures(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    common = ["--games", game, "--tuners", "ea,mab,nmc", "--runs", "2", *COMMON]
    assert call(["reproduce", "table-c3", *common]) == 0
    printed = capsys.readouterr()
    assert "tuners: 6 plays to make" in printed.err
    rows = [line.split() for line in printed.out.splitlines()[2:6]]
    assert [row[:2] for row in rows] == [
        ["corridor", "ea"], ["corridor", "mab"], ["corridor", "nmc"], ["corridor", "agreed"],
    ]  # fmt: skip
    for name in ("fig-c2", "fig-c3"):
        picture = tmp_path / f"{name}.png"
        assert call(["reproduce", name, "--output", str(picture), *common]) == 0
        assert "tuners: 0 plays to make, 6 made before" in capsys.readouterr().err
        assert picture.read_bytes().startswith(b"\x89PNG")


def test_interrupted(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was played is kept, and the same command goes on."""
    arguments = ["reproduce", "table-c2", "--games", game, *COMMON]

    def broken_off(*given: Any, **options: Any) -> Any:
        with_two = evaluating.watch_plan(*given, **options)
        yield next(with_two)
        yield next(with_two)
        with_two.close()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(monitor, "watch_plan", broken_off)
        assert call(arguments) == 130
    assert "interrupted; all plays made are safe in" in capsys.readouterr().err
    with Store(tmp_path / "results.db") as store:
        assert len(store.records(PLAYING)) == 2
    assert call(arguments) == 0
    assert "tuners: 3 plays to make, 2 made before" in capsys.readouterr().err


def test_plays_that_fail_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    go_away(tmp_path, monkeypatch, [])
    game = write_game(tmp_path, "raise ValueError('slipped')")
    assert call(["reproduce", "table-c3", "--games", game, "--tuners", "mab", *COMMON]) == 0
    told = capsys.readouterr().err
    assert "ValueError: slipped" in told
    assert "1 play failed; they count as not won" in told


def test_tuner_regret(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "regret.png"
    arguments = ["reproduce", "tuner-regret", "--quick", "--output", str(picture)]
    assert call([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["uses"] == 500
    assert [len(each["tuners"]) for each in found["bandits"]] == [5, 5, 5]
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["table-c2", "--tuners", "nobody"], "there is no tuner 'nobody'"),
        (["table-c2", "--configurations", "5x10"], "'5x10' is no configuration"),
        (["table-c2", "--configurations", "50-50-10"], "calls=10: it must be at least 2500"),
        (["table-c2", "--games", "chess"], "there is no game 'chess'"),
        (["table-c2", "--games", ","], "--games names none"),
        (["table-c2", "--levels", "first-steps"], "of paper C it is how many of each game"),
        (["table-c2", "--output", "x.png"], "no such option for table-c2: --output"),
        (["table-c2", "--agents", "bfs"], "no such option for table-c2: --agents"),
        (
            ["table-ii", "--games", "baba"],
            "no such option for table-ii: --games; it is for discounts, fig-c1",
        ),
        (["tuner-regret", "--levels", "1"], "no such option for tuner-regret: --levels"),
        (["fig-c2", "--configurations", "all"], "fig-c2 shows one configuration"),
    ],
)
@pytest.mark.usefixtures("game")
def test_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["reproduce", *arguments, "--quick"]) == 2
    assert message in capsys.readouterr().err.replace("\n", " ")
