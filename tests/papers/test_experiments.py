"""The contract of all experiments: what they declare, and that each runs, once, in the small."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from babalab.base.parameters import ParameterError, parameters_of
from babalab.levels import load_levels
from babalab.papers import (
    Experiment,
    Laboratory,
    Stored,
    experiment_named,
    experiments,
)
from babalab.papers.baba_tuning.experiments import TableI
from babalab.papers.errors import ExperimentError
from babalab.papers.level_experiment import LevelExperiment
from babalab.papers.rhea.experiments import TunerRegret
from babalab.papers.rhea.tuner_regret import SEEDS, USES
from babalab.tuning.costs import REPETITIONS
from support.shared import LEVELS as SHARED
from support.shared import needs_levels
from support.trainings import UPDATE, tiny

__all__ = ["tiny"]

NAMES = {
    "A": ["learning-curves", "table-xi", "table-xiii"],
    "B": ["correlations", "fig-2", "fig-3", "folds", "table-i", "table-ii", "table-ii-tuned"],
    "C": ["discounts", "fig-c1", "fig-c2", "fig-c3", "table-c2", "table-c3", "tuner-regret"],
    "D": ["fig-d1", "fig-d2", "fig-d3"],
}
KINDS = list(experiments().values())
NOT_KEPT = {"correlations", "table-i", "tuner-regret"}

LEVELS: dict[str, Any] = {"levels": "first-steps"}
AGENTS: dict[str, Any] = {**LEVELS, "agents": ("bfs",)}
RUNS: dict[str, Any] = {**LEVELS, "sample": 6, "seeds": 1, "evaluations": 2}
PLAYS: dict[str, Any] = {
    "games": ("fireflies",), "levels": "1", "runs": 1, "tuners": ("ea", "mab"),
    "configurations": ("2-3-12",),
}  # fmt: skip
MAPS: dict[str, Any] = {
    "problems": ("binary:width=5,height=5,path=4",), "algorithms": ("bfs", "es"), "runs": 2,
    "evaluations": 60,
}  # fmt: skip
LEARNED: dict[str, Any] = {**LEVELS, "seeds": 1, "steps": UPDATE}
SMALL: dict[str, dict[str, Any]] = {
    "table-xi": AGENTS,
    "table-ii": AGENTS,
    "table-ii-tuned": {**LEVELS, "agents": ("heuristic",)},
    "table-xiii": LEARNED,
    "learning-curves": LEARNED,
    "correlations": LEVELS,
    "table-i": {**LEVELS, "repetitions": 1},
    "fig-2": RUNS,
    "fig-3": RUNS,
    "folds": LEVELS,
    "table-c2": {**PLAYS, "beside": ("one-step",)},
    "fig-c1": {**PLAYS, "beside": ("one-step",)},
    "discounts": PLAYS,
    "table-c3": PLAYS,
    "fig-c2": PLAYS,
    "fig-c3": PLAYS,
    "tuner-regret": {"seeds": 1, "uses": 40},
    "fig-d1": MAPS,
    "fig-d2": MAPS,
    "fig-d3": MAPS,
}
"""So small that each takes a moment."""


def named(kinds: list[type[Experiment]]) -> list[Any]:
    return [pytest.param(kind, id=kind.name) for kind in kinds]


def test_all_are_registered() -> None:
    found: dict[str, list[str]] = {}
    for name, kind in experiments().items():
        assert experiment_named(name) is kind
        assert kind.name == name
        found.setdefault(kind.paper.letter, []).append(name)
    assert found == NAMES


def test_unknown_names() -> None:
    with pytest.raises(ExperimentError, match="there is no experiment 'table-c'; did you mean"):
        experiment_named("table-c")


@pytest.mark.parametrize("kind", named(KINDS))
def test_what_is_declared(kind: type[Experiment]) -> None:
    for text in (kind.title, kind.cost, kind.quick_help, kind.paper.title):
        assert text
        assert text == text.strip()
    assert not kind.title.endswith(".")
    assert kind.cost in kind.describe()
    known = {each.name for each in fields(kind)}  # type: ignore[arg-type]
    assert set(kind.quick) <= known
    for each in parameters_of(kind):
        assert each.help.endswith(".")
        assert each.usual or each.default is not None or each.placeholder
    quick = kind.make(quick=True)
    assert {name: getattr(quick, name) for name in kind.quick} == kind.quick
    assert kind.make() != quick


@pytest.mark.parametrize("kind", named(KINDS))
def test_wrong_values_are_refused(kind: type[Experiment]) -> None:
    for each in parameters_of(kind):
        with pytest.raises(ParameterError, match=each.name):
            kind.make(**{each.attribute: object()})


def test_what_is_chosen_comes_before_what_is_quick() -> None:
    table = experiment_named("table-xi").make(quick=True, seeds=2)
    assert (table.seeds, table.sample) == (2, 20)  # type: ignore[attr-defined]


def test_defaults_are_those_of_what_they_run() -> None:
    assert TableI().repetitions == REPETITIONS
    assert (TunerRegret().uses, range(TunerRegret().seeds)) == (USES, SEEDS)


@needs_levels
@pytest.mark.parametrize("kind", named([kind for kind in KINDS if kind.name not in NOT_KEPT]))
def test_the_cost_is_what_there_is_to_do(
    kind: type[Experiment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind.name in ("table-xi", "table-xiii", "learning-curves"):
        pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")
    monkeypatch.setattr("babalab.papers.level_experiment.BESIDE", SHARED / "full_biy.json")
    stored = kind.make().count_stored(Laboratory(str(tmp_path / "none.db"), trainings=tmp_path))
    assert stored is not None
    assert stored.done == 0
    assert kind.cost.startswith(str(stored).removeprefix("0 of "))
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("kind", named(KINDS))
def test_each_runs_and_is_not_run_again(
    kind: type[Experiment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind.name in ("table-xiii", "learning-curves"):
        pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")
    if kind.name in ("fig-2", "fig-3"):
        pytest.importorskip("pymoo", reason="the extra babalab[tune] is not installed")
    laboratory = Laboratory(str(tmp_path / "results.db"), trainings=tmp_path / "trainings")
    experiment = kind.make(**SMALL[kind.name])
    before = experiment.count_stored(laboratory)
    exhibit = experiment.run(laboratory)
    after = experiment.count_stored(laboratory)
    if kind.name in NOT_KEPT:
        assert before is None
        assert after is None
        assert not (tmp_path / "results.db").exists()
    else:
        assert isinstance(before, Stored)
        assert isinstance(after, Stored)
        assert before.done == 0 < before.total
        assert after.done == after.total == before.total
    tables = [each for each in (exhibit, *exhibit.more) if each.headings]
    assert tables
    for table in tables:
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.headings)}
        columns = table.split_headings()
        known = {group for group, _ in columns} | {" ".join(each).strip() for each in columns}
        assert known.issuperset(table.details)
        assert len(set(table.details)) < len(columns)
    assert exhibit.title
    assert exhibit.notes
    assert (exhibit.draw is not None) == kind.is_drawn
    json.dumps(exhibit.as_json())
    if kind.name not in NOT_KEPT:
        with monkeypatch.context() as patch:
            patch.setattr(Laboratory, "executor", lambda *_: Idle())
            again = experiment.run(laboratory)
        assert again.rows == exhibit.rows


class Idle:
    """An executor that has nothing to do."""

    count = 1
    running = ()

    def __enter__(self) -> Idle:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def run(self, tasks: Any) -> Any:
        assert not list(tasks)
        yield from ()


@pytest.mark.parametrize(
    "kind", named([kind for kind in KINDS if issubclass(kind, LevelExperiment)])
)
def test_levels_are_needed(
    kind: type[LevelExperiment], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("babalab.levels.fetched.data_folder", lambda: tmp_path)
    with pytest.raises(ExperimentError, match="babalab levels fetch keke"):
        kind.make().load_levels()
    given = kind.make(levels="first-steps")
    assert given.load_levels() == load_levels("first-steps")
    assert len(kind.make(levels="first-steps", sample=3).load_sample()) == 3
