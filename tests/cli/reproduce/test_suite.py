"""`babalab reproduce --suite` and budgets of `games run`: on folders of tiny games."""

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
from support.arcades import write_arcade
from support.away import go_away

COMMON = ["--quick", "--configurations", "2-3-12", "--workers", "1"]


@pytest.fixture
def arcade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    go_away(tmp_path, monkeypatch, [])
    return str(write_arcade(tmp_path / "games", "walk", "aliens"))


def test_table_c2(arcade: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All three levels of both games; interrupted, it goes on; other planners only if asked for."""
    arguments = ["reproduce", "table-c2", "--suite", arcade, "--tuners", "mab,random", *COMMON]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(monitor, "watch_plan", broken_off)
        assert call(arguments) == 130
    assert "the same command goes on from there" in capsys.readouterr().err
    assert call(arguments) == 0
    printed = capsys.readouterr()
    assert "tuners: 9 plays to make, 3 made before\n" in printed.err
    assert "screening" not in printed.err
    heading, *rows = printed.out.splitlines()[1:4]
    assert heading.split()[-3:] == ["aliens", "walk", "paper"]
    assert [row.split()[:2] for row in rows] == [["mab", "2-3-12"], ["random", "2-3-12"]]
    assert call([*arguments, "--beside", "one-step,random", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["tuner"] for row in found["rows"]] == [
        "mab", "random", "one-step", "random planner",
    ]  # fmt: skip
    assert (found["suite"], found["beside"]) == (arcade, ["one-step", "random"])
    assert found["games"]["walk"] == ["level-0", "level-1", "level-2"]
    with Store(tmp_path / "results.db") as store:
        assert len(store.records(PLAYING)) == 12 + 12


def broken_off(*given: Any, **options: Any) -> Any:
    """Three plays, then Ctrl-C."""
    plays = evaluating.watch_plan(*given, **options)
    for _ in range(3):
        yield next(plays)
    plays.close()
    raise KeyboardInterrupt


def test_from_the_same_plays(
    arcade: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("matplotlib")
    common = ["--suite", arcade, "--games", "walk", "--levels", "1-2", "--tuners", "ea", *COMMON]
    assert call(["reproduce", "table-c3", *common]) == 0
    assert "tuners: 2 plays to make" in capsys.readouterr().err
    for name in ("fig-c1", "fig-c2", "fig-c3"):
        picture = tmp_path / f"{name}.png"
        assert call(["reproduce", name, "--output", str(picture), *common]) == 0
        assert "tuners: 0 plays to make, 2 made before" in capsys.readouterr().err
        assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_broken_game_is_told(arcade: str, capsys: pytest.CaptureFixture[str]) -> None:
    (Path(arcade) / "aliens.txt").write_text("BasicGame\n    SpriteSet\n        a > Nonsense\n")
    common = ["--suite", arcade, "--levels", "1", "--tuners", "ea", *COMMON]
    assert call(["reproduce", "table-c3", *common]) == 0
    printed = capsys.readouterr()
    assert "aliens can't be played and is left out" in printed.err
    assert "tuners: 1 play to make" in printed.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["table-c2", "--suite", "nowhere"], "nowhere"),
        (["table-c2", "--suite", "arcade", "--games", "chess"], "arcade has no game 'chess'"),
        (["table-c2", "--suite", "arcade", "--levels", "3-2"], "or which, such as 2-3"),
        (["table-c2", "--suite", "arcade", "--beside", "nobdy"], "there is no planner 'nobdy'"),
        (["table-c2", "--suite", "arcade", "--beside", "mcts:x=1"], "no parameter 'x'"),
        (
            ["table-c3", "--suite", "arcade", "--beside", "mcts"],
            "table-c3: --beside; it is for",
        ),
        (["table-ii", "--suite", "arcade"], "no such option for table-ii: --suite"),
    ],
)
@pytest.mark.usefixtures("arcade")
def test_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["reproduce", *arguments, "--quick"]) == 2
    assert message in capsys.readouterr().err.replace("\n", " ")


def test_budgets_of_a_run(arcade: str, capsys: pytest.CaptureFixture[str]) -> None:
    """For all planners that have none of their own."""
    run = ["games", "run", f"{arcade}/walk.txt", "--levels", "1", "--runs", "1", "--workers", "0"]
    agents = ["--agent", "rhea:length=2,population=3,mcts:calls=9,one-step,random"]
    assert call([*run, *agents, "--calls", "20", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)["results"]
    assert [row["agent"] for row in made if row["level"] is None or len(made) == 4] == [
        "rhea:calls=20,length=2,population=3", "mcts:calls=9", "one-step:calls=20",
        "random:calls=20",
    ]  # fmt: skip
    assert call([*run, "--agent", "mcts,one-step", "--milliseconds", "0.5", "--json"]) == 0
    made = json.loads(capsys.readouterr().out)["results"]
    assert "mcts:calls=100000000,milliseconds=0.5" in {row["agent"] for row in made}
