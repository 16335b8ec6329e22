"""The planned runs: made once, gone on with, and never mixed up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from babalab.arena import InThisProcess, Store
from babalab.base.budget import Budget
from babalab.heuristics import NAMES
from babalab.levels import load_levels
from babalab.papers.baba_tuning.running import (
    count_evaluations,
    make_tuning,
    run_or_resume,
)
from babalab.papers.baba_tuning.tuning_plan import PlannedRun, plan_multi_runs, plan_single_runs
from babalab.papers.errors import ExperimentError
from babalab.tuning import Evaluation, History, Tuning

LEVELS = load_levels("first-steps")
RUN = PlannedRun("ga", 1, evaluations=12)


def let_come(_: Tuning, coming: Iterable[Evaluation]) -> None:
    for _ in coming:
        pass


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "results.db")


def made(store: Store, planned: PlannedRun) -> tuple[History, int]:
    """The run, and how many evaluations had to be made for it."""
    counted: list[Tuning] = []

    def show(tuning: Tuning, coming: Iterable[Evaluation]) -> None:
        let_come(tuning, coming)
        counted.append(tuning)

    history = run_or_resume(planned, LEVELS, "first-steps", store, InThisProcess(), show)
    return history, counted[0].made


def test_runs_are_those_of_the_paper() -> None:
    tuning = make_tuning(RUN, LEVELS)
    assert tuning.settings["spec"] == "heuristic:threshold=0.5"
    assert tuning.space.names == [f"weights[{name}]" for name in NAMES]
    assert tuning.terms.budget == Budget(seconds=2, iterations=2000)
    assert tuning.settings["population"] == 10
    assert tuning.settings["objectives"] == ["fitness"]
    assert all((each["low"], each["high"]) == (-10, 10) for each in tuning.settings["vary"])


def test_all_planned_runs_can_be_made_and_have_names_of_their_own() -> None:
    levels = LEVELS * 5
    plan = [*plan_single_runs(2, 200), *plan_multi_runs(2, 200, 50)]
    tunings = [make_tuning(planned, levels) for planned in plan]
    assert len({tuning.name for tuning in tunings}) == len(plan) == 20
    assert [len(each.objectives) for each in tunings[10::2]] == [10, 5, 2, 5, 2]


def test_other_settings_have_another_name() -> None:
    name = make_tuning(RUN, LEVELS).name
    assert name == make_tuning(replace(RUN, evaluations=99), LEVELS, "elsewhere").name
    assert name != make_tuning(replace(RUN, population=12), LEVELS).name
    assert name != make_tuning(RUN, LEVELS[1:]).name


def test_made_once_and_gone_on_with(store: Store) -> None:
    first, count = made(store, RUN)
    assert count == len(first.evaluations) == 12
    assert made(store, RUN) == (first, 0)
    longer, count = made(store, replace(RUN, evaluations=15))
    assert count == 3
    assert list(longer.evaluations)[:12] == list(first.evaluations)
    again, count = made(store, RUN)
    assert (again.evaluations, count) == (first.evaluations, 0)


def test_what_is_in_the_store_is_counted(store: Store) -> None:
    """The run has seed 1; there are runs of six kinds on ten levels."""
    assert count_evaluations(store, LEVELS, 2, 20) == (0, 6 * 2 * 20)
    made(store, RUN)
    assert count_evaluations(store, LEVELS, 2, 20) == (12, 240)
    assert count_evaluations(store, LEVELS, 2, 10) == (10, 120)
    assert count_evaluations(store, LEVELS, 1, 20) == (0, 120)
    assert count_evaluations(store, LEVELS[1:], 2, 20)[0] == 0
    assert count_evaluations(store, LEVELS, 2, 20, optimizers=("ga", "nsga2-5")) == (12, 80)
    assert count_evaluations(store, LEVELS, 2, 20, optimizers=("de",)) == (0, 40)


def test_optimisers_that_are_not_in_the_figure(store: Store) -> None:
    with pytest.raises(ExperimentError, match="this figure has no optimiser 'nsga2'"):
        count_evaluations(store, LEVELS, 2, 20, optimizers=("ga", "nsga2"))


def test_broken_off(store: Store) -> None:
    def for_a_while(_: Tuning, coming: Iterable[Evaluation]) -> None:
        list(islice(coming, 5))
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run_or_resume(RUN, LEVELS, "", store, InThisProcess(), for_a_while)
    history, count = made(store, RUN)
    assert len(history.evaluations) == 12
    assert count == 12 - 5
