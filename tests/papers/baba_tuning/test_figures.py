"""Fig. 2 and Fig. 3: which runs they need, and what they make of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from babalab.heuristics import NAMES
from babalab.papers.baba_tuning.fig_2 import make_fig_2
from babalab.papers.baba_tuning.fig_3 import make_fig_3
from babalab.papers.baba_tuning.tuning_plan import (
    PlannedRun,
    plan_multi_runs,
    plan_single_runs,
    run_all,
)
from babalab.tuning.history import History
from babalab.tuning.pictures import PictureError, find_best_evaluation
from support.histories import random_history


def made_up(planned: PlannedRun) -> History:
    objectives = 1 if planned.subset_size is None else 50 // planned.subset_size
    return random_history(
        planned.seed + 100 * (planned.subset_size or 0),
        count=planned.evaluations,
        objectives=objectives,
    )


SINGLE = run_all(plan_single_runs(2, 20), made_up)
MULTI = run_all(plan_multi_runs(2, 20, 50), made_up)


def test_the_plan_is_the_papers() -> None:
    assert list(SINGLE) == ["ga", "de", "es", "ps", "bo"]
    assert list(MULTI) == ["nsga2-5", "nsga2-10", "nsga2-25", "nsga3-10", "nsga3-25"]
    runs = [*plan_single_runs(5, 200), *plan_multi_runs(5, 200, 50)]
    assert len(runs) == len(set(runs)) == 50
    assert {run.evaluations for run in runs} == {200}
    assert {run.seed for run in runs} == set(range(5))


def test_subsets_need_more_than_one_subset_of_levels() -> None:
    assert [run.label for run in plan_multi_runs(1, 10, 20)] == ["nsga2-5", "nsga2-10", "nsga3-10"]
    assert plan_multi_runs(3, 10, 5) == []


def test_runs_are_made_in_the_order_of_the_plan() -> None:
    asked: list[PlannedRun] = []

    def runner(planned: PlannedRun) -> History:
        asked.append(planned)
        return made_up(planned)

    plan = plan_single_runs(2, 10)
    found = run_all(plan, runner)
    assert asked == plan
    assert {label: len(runs) for label, runs in found.items()} == dict.fromkeys(
        ("ga", "de", "es", "ps", "bo"), 2
    )


def test_figure_2(tmp_path: Path) -> None:
    exhibit = make_fig_2(SINGLE, MULTI, "50 levels")
    rows = {row[0]: row[1:] for row in exhibit.rows}
    assert list(rows) == [*SINGLE, *MULTI]
    best = [find_best_evaluation(run).fitness for run in SINGLE["ga"]]
    assert rows["ga"][:6] == [
        "2", "20", f"{min(best):,.0f}", f"{sum(best) / 2:,.0f}", f"{max(best):,.0f}", "3,243",
    ]  # fmt: skip
    assert rows["de"][5] == rows["nsga3-10"][5] == ""
    solved = max(max(each.solved for each in run.evaluations) for run in MULTI["nsga2-5"])
    assert rows["nsga2-5"][6] == f"{solved} of 50"
    data = exhibit.as_json()
    first, second = data["panels"]
    assert first["published"] == {"ga": 3243, "ps": 3244, "bo": 3218}
    assert first["bands"][0]["evaluations"] == tuple(range(1, 21))
    assert second["bands"][0]["evaluations"] == (10, 20)
    last = [max(run.evaluations[10:], key=lambda e: (e.solved, e.fitness)) for run in
            MULTI["nsga2-10"]]  # fmt: skip
    assert second["bands"][1]["high"][-1] == max(each.fitness for each in last)
    exhibit.draw(tmp_path / "a.png")
    assert (tmp_path / "a.png").stat().st_size > 10_000


def test_figure_3(tmp_path: Path) -> None:
    exhibit = make_fig_3(SINGLE, MULTI, "50 levels")
    assert [row[0] for row in exhibit.rows] == [
        f"w{place} {name}" for place, name in enumerate(NAMES, start=1)
    ]
    panels = exhibit.as_json()["panels"]
    assert list(panels) == [
        "(a) one objective: 8 agents",
        "(b) several objectives: 10 agents",
    ]
    first, second = panels.values()
    agents = [
        find_best_evaluation(run) for label in ("ga", "de", "es", "ps") for run in SINGLE[label]
    ]
    assert first["goals"]["values"] == [each.point["weights[goals]"] for each in agents]
    best = [find_best_evaluation(run) for runs in MULTI.values() for run in runs]
    assert second["path"]["values"] == [each.point["weights[path]"] for each in best]
    # The fitness of these runs is highest where the weight of goals is -5.
    assert exhibit.rows[0][3:5] == ["-", "yes"]
    assert [row[4] for row in exhibit.rows].count("yes") == 5
    assert [row[8] for row in exhibit.rows].count("yes") == 4
    exhibit.draw(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").stat().st_size > 10_000


def test_without_several_objectives(tmp_path: Path) -> None:
    for place, figure in enumerate((make_fig_2, make_fig_3)):
        exhibit = figure(SINGLE, {}, "5 levels")
        assert len(exhibit.as_json()["panels"]) == 1
        exhibit.draw(tmp_path / f"{place}.png")
    assert len(list(tmp_path.iterdir())) == 2


def test_without_one_objective(tmp_path: Path) -> None:
    for place, figure in enumerate((make_fig_2, make_fig_3)):
        exhibit = figure({}, MULTI, "50 levels")
        (title,) = (
            exhibit.as_json()["panels"]
            if place
            else (each["title"] for each in exhibit.as_json()["panels"])
        )
        assert title.startswith("(b) several objectives")
        assert len({len(exhibit.headings), *map(len, exhibit.rows)}) == 1
        exhibit.draw(tmp_path / f"{place}.png")


def test_runs_without_evaluations() -> None:
    empty = {"ga": [History("ga-0", {}, [])]}
    for figure in (make_fig_2, make_fig_3):
        with pytest.raises(PictureError, match="'ga-0' has no evaluations"):
            figure(empty, {}, "no levels")
