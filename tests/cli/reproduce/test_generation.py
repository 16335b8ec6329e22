"""`babalab reproduce` for paper D: what it searches, prints, draws and refuses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from babalab.arena import Store
from babalab.base.budget import Budget
from babalab.cli.main import call
from babalab.cli.reproduce import monitor
from babalab.cli.ui import progress as evaluating
from babalab.generation.study import GENERATING
from babalab.papers.map_generation.experiments import FigureD1
from support.away import go_away
from support.generations import write_algorithm, write_problem
from support.page import parse

SMALL = "binary:width=5,height=5,path=4"
COMMON = ["--runs", "2", "--evaluations", "150", "--workers", "1"]


@pytest.fixture(autouse=True)
def away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_away(tmp_path, monkeypatch, [])


def test_figures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """All algorithms of the paper on a small problem; the three figures share their searches."""
    pytest.importorskip("matplotlib")
    picture, page = tmp_path / "bars.png", tmp_path / "maps.html"
    arguments = ["--problems", SMALL, *COMMON]
    written = ["--output", str(picture), "--examples", str(page)]
    assert call(["reproduce", "fig-d1", *arguments, *written]) == 0
    printed = capsys.readouterr()
    assert "32 searches to make\n" in printed.err
    assert f"wrote 16 maps to {page}" in printed.err.replace("\n", " ").replace("  ", " ")
    lines = printed.out.splitlines()
    assert lines[0].endswith("Map Generation, Fig. 1")
    assert [line.split()[:2] for line in lines[2:18:3]] == [
        ["bfs", "narrow"], ["dfs", "narrow"], ["gbfs", "narrow"], ["mcts", "narrow"],
        ["hill-climbing", "wide"], ["ga", "wide"],
    ]  # fmt: skip
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert len(parse(page.read_text(encoding="utf-8")).all("figure")) == 16
    for name, rows in (("fig-d2", 12), ("fig-d3", 16)):
        assert call(["reproduce", name, *arguments, "--json"]) == 0
        again = capsys.readouterr()
        assert again.err == ""
        found = json.loads(again.out)
        assert len(found["cells"]) == rows
        assert (found["runs"], found["evaluations"], found["seconds"]) == (2, 150, None)
        assert all(cell["evaluations"]["mean"] <= 150 for cell in found["cells"])


def test_what_is_searched() -> None:
    usual = FigureD1().make_comparison()
    assert (len(usual.methods), usual.runs, usual.limits) == (48, 30, Budget(60.0))
    quick = FigureD1.make(quick=True).make_comparison()
    assert (len(quick.methods), quick.runs, quick.limits) == (48, 3, Budget(2.0))
    fair = FigureD1.make(quick=True, evaluations=5000, runs=7).make_comparison()
    assert (fair.runs, fair.limits) == (7, Budget(evaluations=5000))
    both = FigureD1(evaluations=5000, seconds=3.0).make_comparison()
    assert both.limits == Budget(3.0, evaluations=5000)
    code = FigureD1(follow="code").make_comparison().methods
    assert {each.key for each in code}.isdisjoint(each.key for each in usual.methods)
    declared = {each.name: each for each in FigureD1.list_options()}
    some = FigureD1(
        problems=declared["problems"].parse("zelda:width=9,height=5,binary"),
        algorithms=declared["algorithms"].parse("es,mcts:c=2"),
    ).make_comparison()
    assert {each.problem for each in some.methods} == {"zelda:width=9,height=5", "binary"}
    assert {each.algorithm for each in some.methods} == {"es", "mcts:c=2.0"}


def test_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What was found is kept, and the same command goes on."""
    arguments = ["reproduce", "fig-d1", "--problems", SMALL, "--algorithms", "es,ga", *COMMON]

    def broken_off(*given: Any, **options: Any) -> Any:
        with_three = evaluating.watch_plan(*given, **options)
        for _ in range(3):
            yield next(with_three)
        with_three.close()
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(monitor, "watch_plan", broken_off)
        assert call(arguments) == 130
    assert "interrupted; all searches made are safe in" in capsys.readouterr().err
    with Store(tmp_path / "results.db") as store:
        assert len(store.records(GENERATING)) == 3
    assert call(arguments) == 0
    assert "1 search to make, 3 made before" in capsys.readouterr().err


def test_of_ones_own_and_failing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    problem = write_problem(tmp_path) + ":width=20,wanted=12"
    algorithm = write_algorithm(tmp_path, "if depth == 4: raise ValueError('slipped')")
    folder = tmp_path / "maps"
    arguments = ["--problems", problem, "--algorithms", algorithm, "--examples", str(folder)]
    assert call(["reproduce", "fig-d1", *arguments, *COMMON]) == 0
    printed = capsys.readouterr()
    assert "ValueError: slipped" in printed.err
    assert "2 searches failed; they count with what they had found" in printed.err
    assert printed.out.splitlines()[2].split()[:3] == ["flipper", "wide", "0"]
    assert (folder / "lamps_width_20_wanted_12-flipper-wide.png").is_file()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["fig-d1", "--follow", "book"], "it must be text or code"),
        (["fig-d1", "--problems", "mazes"], "there is no problem 'mazes'"),
        (["fig-d1", "--algorithms", "hills"], "there is no algorithm 'hills'"),
        (["fig-d1", "--representations", "wider"], "there is no representation 'wider'"),
        (["fig-d1", "--problems", ","], "--problems names none"),
        (["fig-d1", "--algorithms", "es", "--representations", "narrow"], "searches no tree"),
        (["fig-d2", "--examples", "maps.gif"], "examples are a page"),
        (["fig-d3", "--output", "bars.gif"], "a picture is a file with the ending"),
        (["fig-d1", "--games", "baba"], "no such option for fig-d1: --games"),
        (["fig-d1", "--levels", "5"], "no such option for fig-d1: --levels"),
        (["table-ii", "--seconds", "5"], "no such option for table-ii: --seconds"),
        (["fig-c1", "--examples", "x.html"], "it is for fig-d1, fig-d2, fig-d3"),
    ],
)
def test_refused(arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["reproduce", *arguments, "--quick"]) == 2
    assert message in capsys.readouterr().err.replace("\n", " ")
