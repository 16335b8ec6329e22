"""`babalab reproduce` for heuristics and tuning: what it runs, prints, draws and refuses."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from babalab import Level
from babalab.arena import Executor, Store, find_agent_spec
from babalab.cli.main import call
from babalab.levels import load_levels, write_levels
from babalab.papers.baba_tuning.published import TRAIN_IDS
from babalab.papers.baba_tuning.running import Show
from babalab.papers.baba_tuning.tuning_plan import PlannedRun
from babalab.tuning.history import History
from support.arena import LEVELS
from support.away import go_away
from support.histories import random_history
from support.shared import LEVELS as SHARED
from support.shared import needs_levels


class Runs:
    """Stands in for tuning runs, which take long."""

    def __init__(self) -> None:
        self.made: list[PlannedRun] = []
        self.levels: Sequence[Level] = ()
        self.stop_after: int | None = None

    def run_or_resume(
        self,
        planned: PlannedRun,
        levels: Sequence[Level],
        _set_name: str,
        _store: Store,
        _executor: Executor,
        _show: Show,
    ) -> History:
        if self.stop_after is not None and len(self.made) >= self.stop_after:
            raise KeyboardInterrupt
        self.made.append(planned)
        self.levels = levels
        return random_history(planned.seed, count=planned.evaluations)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    return go_away(tmp_path, monkeypatch, [*LEVELS, *load_levels("first-steps")])


@pytest.fixture
def runs(monkeypatch: pytest.MonkeyPatch) -> Runs:
    found = Runs()
    monkeypatch.setattr("babalab.papers.baba_tuning.running.run_or_resume", found.run_or_resume)
    return found


@pytest.mark.parametrize("figure", ["fig-2", "fig-3"])
def test_figures(figure: str, folder: Path, runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--levels", "set.json", "--seeds", "2", "--evaluations", "10", "--output", "a.png"]
    assert call(["reproduce", figure, *options]) == 0
    printed = capsys.readouterr()
    assert printed.out.startswith("Evolutionary Optimization of Baba Is You Agents, Fig. ")
    assert printed.err.splitlines()[0] == "run 1 of 16: ga, seed 0"
    assert printed.err.splitlines()[-1] == "wrote a.png"
    assert (folder / "a.png").stat().st_size > 10_000
    assert [(run.label, run.seed) for run in runs.made] == [
        (label, seed)
        for label in ("ga", "de", "es", "ps", "bo", "nsga2-5", "nsga2-10", "nsga3-10")
        for seed in range(2)
    ]
    assert {run.evaluations for run in runs.made} == {10}
    assert len(runs.levels) == 13


@pytest.mark.usefixtures("folder")
def test_only_some_optimisers(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--levels", "set.json", "--seeds", "1", "--evaluations", "10", "--optimizers"]
    assert call(["reproduce", "fig-2", *options, "nsga2-5,ga"]) == 0
    assert [run.label for run in runs.made] == ["ga", "nsga2-5"]
    capsys.readouterr()
    assert call(["reproduce", "fig-2", *options, "ga,nsga3-25"]) == 2
    assert "this figure has no optimiser 'nsga3-25'" in capsys.readouterr().err
    assert len(runs.made) == 2


@pytest.mark.usefixtures("folder")
def test_figures_as_json(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    assert call(["reproduce", "fig-2", "--levels", "set.json", "--quick", "--json"]) == 0
    printed = capsys.readouterr()
    found = json.loads(printed.out)
    assert printed.err == ""
    assert [band["label"] for band in found["panels"][0]["bands"]] == ["ga", "de", "es", "ps", "bo"]
    assert {(run.evaluations, run.seed) for run in runs.made} == {(20, 0), (20, 1)}


@needs_levels
@pytest.mark.usefixtures("folder")
def test_figures_are_of_the_levels_to_train_on(
    runs: Runs, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("babalab.papers.level_experiment.BESIDE", SHARED / "full_biy.json")
    assert call(["reproduce", "fig-2", "--evaluations", "10", "--json"]) == 0
    assert {level.id for level in runs.levels} == TRAIN_IDS
    assert len(runs.made) == 50
    assert call(["reproduce", "fig-3", "--quick", "--json"]) == 0
    assert len(runs.levels) == 20
    capsys.readouterr()


@pytest.mark.usefixtures("folder")
def test_ctrl_c(runs: Runs, capsys: pytest.CaptureFixture[str]) -> None:
    runs.stop_after = 3
    assert call(["reproduce", "fig-2", "--levels", "set.json", "--seeds", "1"]) == 130
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "interrupted with 5 runs to finish" in printed.err
    assert "the same command goes on from there" in " ".join(printed.err.split())


def test_table_i(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--levels", "set.json", "--quick", "--output", "costs.svg"]
    assert call(["reproduce", "table-i", *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Table I" in lines[0]
    goals = next(line for line in lines if line.startswith("goals")).split()
    assert goals[-1] == "343"
    assert all(float(number.replace(",", "")) > 0 for number in goals[1:4])
    assert (folder / "costs.svg").read_text().startswith("<?xml")
    assert call(["reproduce", "table-i", *options[:3], "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["costs"]) == 20


def test_correlations(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--levels", "set.json", "--output", "matrix.png"]
    assert call(["reproduce", "correlations", *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    named = next(line for line in lines if line.startswith("stoppers")).split()
    assert (named[1], named[-1]) == ("out-of-plan", "+0.74")
    assert (folder / "matrix.png").is_file()


@pytest.mark.usefixtures("folder")
def test_table_ii_tuned(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--levels", "set.json", "--agents", "heuristic", "--workers", "1"]
    assert call(["reproduce", "table-ii-tuned", *options, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["budget"]["seconds"] == 10
    assert found["budget"]["iterations"] == 10_000
    rows = {row["row"]: row for row in found["rows"]}
    assert rows["hand"]["ours"]["attempts"] == 13
    assert rows["hand"]["published"] is None
    assert rows["GA train set"]["published"]["win_rate"] == pytest.approx(0.7122)
    assert call(["reproduce", "table-ii-tuned", *options]) == 0
    lines = capsys.readouterr().out.splitlines()
    hand = next(line for line in lines if line.startswith("hand")).split()
    assert hand[1] == find_agent_spec("heuristic")
    assert hand[2].endswith("%")


@pytest.mark.usefixtures("folder", "runs")
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["fig-2", "--output", "a.jpg"], "the ending .png or .svg"),
        (["fig-3", "--output", "none/a.png"], "there is no folder none"),
        (["fig-2", "--agents", "bfs"], "no such option for fig-2: --agents; it is for table-xi"),
        (["fig-2", "--effort", "ours"], "no such option for fig-2: --effort"),
        (["table-i", "--seeds", "2"], "no such option for table-i: --seeds"),
        (["table-i", "--evaluations", "2"], "it is for fig-2, fig-3"),
        (["table-xi", "--output", "a.png"], "no such option for table-xi: --output"),
        (["fig-2", "--evaluations", "0"], "--evaluations"),
        (["fig-2"], "'babalab levels fetch keke', or name a set with --levels"),
        (["correlations", "--levels", "nothing.json"], "nothing.json holds no levels"),
        (["fig-4"], "fig-4"),
    ],
)
def test_wrong_usage(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    write_levels([], "nothing.json")
    assert call(["reproduce", *arguments]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert words in " ".join(printed.err.split())
    assert "Traceback" not in printed.err
