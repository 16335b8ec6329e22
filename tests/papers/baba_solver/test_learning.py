"""Experiments about learning: what is planned, trained, gone on with, tested and put together."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")

from babalab.arena import InThisProcess, Store, Workers, carry_out
from babalab.arena.pictures.errors import PictureError
from babalab.base.budget import Budget
from babalab.game.action import Action
from babalab.learning.errors import LearningError
from babalab.learning.training.learning_curve import METRICS
from babalab.learning.training.presets import preset_named
from babalab.learning.training.success_picture import draw_success
from babalab.learning.training.training import TrainingReport
from babalab.learning.training.weights_file import read_weights
from babalab.papers.baba_solver.learning_curves import (
    make_learning_curves,
    make_success_band,
    read_success_curve,
)
from babalab.papers.baba_solver.published import LEVELS, MOVES, ROWS, LearningRow
from babalab.papers.baba_solver.table_xiii import Table13
from babalab.papers.baba_solver.training_plan import (
    PlannedTraining,
    TrainingPlan,
    is_done,
    plan_trainings,
    policy_of,
    select_class,
)
from babalab.papers.baba_solver.training_runs import run_trainings
from babalab.papers.baba_solver.tries import try_at_random, try_policy
from support.policies import write_policy
from support.shared import LEVELS as SHARED
from support.shared import needs_levels
from support.trainings import FAR, UPDATE, WALKS, tiny

__all__ = ["tiny"]


class Told:
    """How many updates were made for each training."""

    def __init__(self, stop_after: int | None = None) -> None:
        self.updates: dict[str, list[int]] = {}
        self._left = stop_after

    def tell(self, planned: PlannedTraining, report: TrainingReport) -> None:
        self.updates.setdefault(planned.name, []).append(report.steps)
        if self._left is not None:
            self._left -= 1

    def stop(self) -> bool:
        return self._left is not None and self._left <= 0


# ---------------------------------------------------------------- plans


def test_class_1_is_what_five_moves_solve() -> None:
    nameless = replace(WALKS[0], solution="")
    assert select_class([FAR, *WALKS, WALKS[0]], "set.json") == WALKS
    with pytest.raises(LearningError, match=r"set\.json has no levels of class 1"):
        select_class([FAR, nameless], "set.json")


@needs_levels
def test_class_1_of_the_public_levels() -> None:
    from babalab.levels import load_levels

    found = select_class(load_levels(SHARED / "full_biy.json"), "full_biy")
    assert len(found) == 29
    assert all(level.height <= 20 and level.width <= 20 for level in found)
    if not (SHARED / "biy246.json").is_file():
        pytest.skip("biy246.json is not there")
    paper = load_levels(SHARED / "biy246.json")
    sizes = Counter(level.length_class for level in paper)
    assert [sizes[each] for each in range(1, 6)] == [34, 33, 68, 51, 60]
    reported = select_class(paper, "biy246")
    assert len(reported) == LEVELS
    assert {level.line for level in found} < {level.line for level in reported}


def test_a_training_for_every_preset_reward_and_seed(tmp_path: Path) -> None:
    planned = plan_trainings(WALKS, tmp_path, seeds=2)
    flat = {"paper-code": "knowledge-flat", "paper-text": "knowledge-flat:text"}
    assert [(each.label, each.recipe.reward, each.seed) for each in planned] == [
        (f"{row} {preset}", reward, seed)
        for preset in ("paper-code", "paper-text")
        for row, reward in (("RL", "distance"), ("RL-0", flat[preset]), ("RL-d", "knowledge"))
        for seed in range(2)
    ]
    assert {each.recipe.steps for each in planned} == {10_000}
    assert planned == plan_trainings(WALKS, tmp_path, seeds=2)
    others = plan_trainings(WALKS, tmp_path, seeds=1, presets=("strong", "paper", "strong"))
    assert (others[0].label, others[0].recipe.reward) == ("strong", "sparse")
    assert [each.label for each in others[1:]] == ["RL paper", "RL-0 paper", "RL-d paper"]


def plan_paper(folder: Path, seeds: int, steps: int) -> list[PlannedTraining]:
    """Plan trainings of one preset."""
    planned = plan_trainings(WALKS, folder, seeds=seeds, steps=steps, presets=("paper",))
    assert [each.label for each in planned[::seeds]] == ["RL", "RL-0", "RL-d"]
    return planned


def test_another_recipe_or_other_levels_are_another_training(tmp_path: Path) -> None:
    def names(folder: str = "a", steps: int = 500, count: int = 3) -> set[str]:
        return {each.name for each in plan_trainings(WALKS[:count], tmp_path / folder, steps=steps)}

    assert names() == names("b")
    assert not names() & names(steps=501)
    assert not names() & names(count=2)
    with pytest.raises(LearningError, match="a comma in its name"):
        names("a,b")


# ---------------------------------------------------------------- trainings


@pytest.mark.usefixtures("tiny")
def test_what_is_done_is_not_made_again(tmp_path: Path) -> None:
    planned = plan_paper(tmp_path, 1, 2 * UPDATE)
    told = Told()
    assert run_trainings(planned, tmp_path, tell=told.tell) == []
    assert told.updates == {each.name: [UPDATE, 2 * UPDATE] for each in planned}
    assert all(is_done(each, tmp_path) for each in planned)
    again = Told()
    more = plan_paper(tmp_path, 2, 2 * UPDATE)
    assert run_trainings(more, tmp_path, tell=again.tell) == []
    assert set(again.updates) == {each.name for each in more if each.seed == 1}


@pytest.mark.usefixtures("tiny")
def test_what_was_interrupted_goes_on_as_if_nothing_had_been(tmp_path: Path) -> None:
    through, stopped = tmp_path / "through", tmp_path / "stopped"
    planned = plan_paper(through, 1, 4 * UPDATE)
    run_trainings(planned, through)
    same = plan_paper(stopped, 1, 4 * UPDATE)
    told = Told(stop_after=6)
    left = run_trainings(same, stopped, tell=told.tell, stop=told.stop)
    assert left == same[1:]
    assert [len(steps) for steps in told.updates.values()] == [4, 2]
    rest = Told()
    assert run_trainings(same, stopped, tell=rest.tell) == []
    assert rest.updates == {
        same[1].name: [3 * UPDATE, 4 * UPDATE],
        same[2].name: [UPDATE, 2 * UPDATE, 3 * UPDATE, 4 * UPDATE],
    }
    assert _learned(same, stopped) == _learned(planned, through)


@pytest.mark.usefixtures("tiny")
def test_side_by_side_they_stop_and_learn_the_same(tmp_path: Path) -> None:
    folders = tmp_path / "one", tmp_path / "two"
    alone, beside = (plan_paper(each, 1, 16 * UPDATE)[:2] for each in folders)
    run_trainings(alone, folders[0])
    told = Told()
    stopped = run_trainings(
        beside, folders[1], executor=Workers(2), tell=told.tell, stop=lambda: bool(told.updates)
    )
    assert stopped
    for each in stopped:
        made = told.updates.get(each.name, [])
        assert made == [UPDATE * (number + 1) for number in range(len(made))]
        kept = sorted((folders[1] / each.name / "checkpoints").glob("steps-*"))
        assert [int(path.stem.removeprefix("steps-")) for path in kept] == (made or [0])[-1:]
    assert run_trainings(beside, folders[1]) == []
    assert _learned(beside, folders[1]) == _learned(alone, folders[0])


@pytest.mark.usefixtures("tiny")
def test_what_goes_wrong_side_by_side_is_told_and_stops_the_others(tmp_path: Path) -> None:
    planned = plan_paper(tmp_path, 1, 100_000 * UPDATE)
    wrong = planned[0]._replace(recipe=planned[0].recipe.changed({"reward": "happiness"}))
    with pytest.raises(LearningError, match=f"{planned[0].name}: .*happiness"):
        run_trainings([wrong, *planned[1:]], tmp_path, executor=Workers(2))
    assert not (tmp_path / planned[2].name).exists()


def _learned(planned: list[PlannedTraining], folder: Path) -> list[dict[str, bytes]]:
    files = [read_weights(policy_of(each, folder), "policy") for each in planned]
    return [
        {name: weights.numpy().tobytes() for name, weights in file.tensors.items()}
        for file in files
    ]


# ---------------------------------------------------------------- single episodes


def _liking(action: Action) -> tuple[float, ...]:
    return tuple(99.0 * (each == action) for each in Action)


def test_single_episodes(tmp_path: Path) -> None:
    rightwards = write_policy(tmp_path / "right.safetensors", bias=_liking(Action.RIGHT))
    tried = try_policy(rightwards, WALKS)
    assert (tried.episodes, tried.won, tried.rate, tried.greedy) == (15, 15, 1.0, 1.0)
    assert tried.length == pytest.approx((3 + 1 + 1) / 3)
    leftwards = write_policy(tmp_path / "left.safetensors", bias=_liking(Action.LEFT))
    tried = try_policy(leftwards, WALKS, tries=2)
    assert (tried.episodes, tried.won, tried.greedy) == (6, 0, 0.0)
    assert tried.length == MOVES == 100


def test_single_episodes_have_a_limit_of_their_own(tmp_path: Path) -> None:
    """However long those of the training were."""
    bias = _liking(Action.LEFT)
    for max_steps in (5, 10_000):
        policy = write_policy(tmp_path / "left.safetensors", bias=bias, max_steps=max_steps)
        assert try_policy(policy, WALKS, tries=2).length == 100
        assert try_policy(policy, WALKS, tries=2, moves=9).length == 9


def test_single_episodes_at_random() -> None:
    """Level by level as counted by hand: of two moves, both must go right."""
    level = replace(FAR, rows=("______", "_b.f__", "_B12__", "_F13__", "______"), solution="rr")
    recipe = preset_named("paper")
    tried = try_at_random([level], recipe, tries=4000, moves=2)
    assert tried.rate == pytest.approx(1 / 25, abs=0.013)
    assert tried == try_at_random([level], recipe, tries=4000, moves=2)
    assert tried != try_at_random([level], recipe, tries=4000, moves=2, seed=1)


# ---------------------------------------------------------------- the table


@pytest.mark.usefixtures("tiny")
def test_the_table(tmp_path: Path) -> None:
    planned = plan_trainings(WALKS, tmp_path, seeds=2, steps=UPDATE)
    run_trainings(planned, tmp_path)
    plan = TrainingPlan(WALKS, tmp_path, planned)
    table = Table13(plan, Budget(iterations=30), tries=7, reported=[*WALKS, FAR])
    with Store(tmp_path / "results.db") as store:
        assert len(list(carry_out(table.plan(store), store, InThisProcess()))) == 13 * 3
        assert table.plan(store).todo == []
        exhibit = table.make_exhibit(store)
        alone = Table13(plan, Budget(iterations=30)).make_exhibit(store).as_json()
        short = Table13(plan, Budget(iterations=30), reported=[FAR], moves=1)
        assert len(list(carry_out(short.plan(store), store, InThisProcess()))) == 13 * 3
        cut = short.make_exhibit(store).as_json()
    data = exhibit.as_json()
    assert [each["preset"] for each in data["presets"]] == ["paper-code", "paper-text"]
    for preset in data["presets"]:
        assert [row["row"] for row in preset["rows"]] == ["RL", "RL-0", "RL-d"]
        for row, published in zip(preset["rows"], ROWS, strict=True):
            _check_row(row, published)
        means = {row["row"]: row["ours"]["win_rate"] for row in preset["rows"]}
        for pair in preset["order"]:
            assert pair["mean"] == pytest.approx(
                means[pair["better"]] - means[pair["worse"]], abs=2e-6
            )
        assert 0 <= preset["seeds_in_order"] <= 2
    assert (data["random"]["episodes"], data["random"]["reported"]["episodes"]) == (300, 400)
    names = ["RL", "RL-0", "RL-d"]
    assert [row[0] for row in exhibit.rows] == [*names, *names, "random moves"]
    for shown in (exhibit, *exhibit.more):
        assert len({len(row) for row in shown.rows} | {len(shown.headings)}) == 1
    assert exhibit.rows[0][7] == "43.53%"
    assert any("until 30 iterations are spent" in note for note in exhibit.notes)
    json.dumps(data)
    row = alone["presets"][0]["rows"][0]
    assert [each["episodes"] for each in row["trainings"]] == [15, 15]
    assert row["ours"]["win_rate"] == row["ours"]["trained_on"]
    assert alone["random"]["reported"] is None
    assert (data["moves"], cut["moves"]) == (100, 1)
    assert cut["random"]["length"] == cut["presets"][0]["rows"][0]["ours"]["length"] == 1
    assert cut["random"]["reported"]["won"] == 0 < data["random"]["reported"]["won"]
    assert cut["random"]["within_budget"] < 0.7, "one of the three levels takes three moves"


def _check_row(row: dict[str, Any], published: LearningRow) -> None:
    """Compute the means of a row from its two trainings again."""
    trained, reported = row["trainings"], [each["reported"] for each in row["trainings"]]
    assert [each["episodes"] for each in trained] == [21, 21]
    assert [each["episodes"] for each in reported] == [28, 28]
    rates = [each["won"] / 28 for each in reported]
    assert row["ours"]["win_rate"] == pytest.approx(sum(rates) / 2, abs=1e-6)
    assert row["ours"]["error"] == pytest.approx(abs(rates[0] - rates[1]) / 2, abs=1e-6)
    assert row["ours"]["trained_on"] == pytest.approx(
        sum(each["won"] for each in trained) / 42, abs=1e-6
    )
    assert (row["ours"]["lowest"], row["ours"]["highest"]) == pytest.approx(
        (min(rates), max(rates)), abs=1e-6
    )
    assert row["published"]["win_rate"] == published.figures.win_rate
    assert row["ours"]["within_budget"] > 0.5


# ---------------------------------------------------------------- curves


def _write_curve(folder: Path, *points: tuple[int, float | None]) -> None:
    folder.mkdir(parents=True)
    lines = [json.dumps({"steps": steps, "success_rate": rate}) for steps, rate in points]
    (folder / METRICS).write_text("\n".join(lines) + '\n{"steps": 99', encoding="utf-8")


def test_bands(tmp_path: Path) -> None:
    _write_curve(tmp_path / "a", (10, 0.1), (20, 0.2), (30, None), (40, 0.6), (50, 0.9))
    _write_curve(tmp_path / "b", (10, 0.3), (20, 0.2), (30, 0.5), (40, 0.2))
    _write_curve(tmp_path / "c", (10, 0.2), (20, 0.5), (30, 0.5), (40, 0.1))
    curves = [read_success_curve(tmp_path / name) for name in "abc"]
    assert curves[0] == {10: 0.1, 20: 0.2, 40: 0.6, 50: 0.9}
    band = make_success_band("RL", curves)
    assert (band.label, band.runs, band.steps) == ("RL", 3, (10, 20, 40))
    assert band.low == (0.1, 0.2, 0.1)
    assert band.mean == pytest.approx((0.2, 0.3, 0.3))
    assert band.high == (0.3, 0.5, 0.6)


def test_no_bands(tmp_path: Path) -> None:
    _write_curve(tmp_path / "a", (10, None))
    for folder in ("a", "nowhere"):
        with pytest.raises(LearningError, match="no learning curve"):
            read_success_curve(tmp_path / folder)
    with pytest.raises(LearningError, match="no steps in common"):
        make_success_band("RL", [{10: 0.1}, {20: 0.1}])
    with pytest.raises(LearningError, match="no steps in common"):
        make_success_band("RL", [])
    with pytest.raises(PictureError, match="no learning curves"):
        draw_success(tmp_path / "a.png", [], {}, {}, 0.5, "nothing")


def test_curves_of_trainings(tmp_path: Path) -> None:
    planned = plan_paper(tmp_path, 2, 500)
    for place, each in enumerate(planned):
        _write_curve(tmp_path / each.name, (10, 0.1 * place), (20, 0.1 * place + 0.2))
    exhibit = make_learning_curves(TrainingPlan(WALKS, tmp_path, planned), 0.25)
    data = exhibit.as_json()
    assert [band["label"] for band in data["bands"]] == ["RL", "RL-0", "RL-d"]
    assert data["bands"][1]["low"] == pytest.approx([0.2, 0.4])
    assert data["bands"][1]["high"] == pytest.approx([0.3, 0.5])
    assert data["published"]["RL-d"] == 0.4765
    assert exhibit.rows[2] == [
        "RL-d", "knowledge", "2", "20", "45.0%", "65.0%", "60.0%", "70.0%", "47.65%",
    ]  # fmt: skip
    assert exhibit.draw is not None
    for name in ("a.png", "b.png", "c.svg"):
        exhibit.draw(tmp_path / name)
    assert (tmp_path / "a.png").read_bytes() == (tmp_path / "b.png").read_bytes()
    assert (tmp_path / "c.svg").read_text().startswith("<?xml")
