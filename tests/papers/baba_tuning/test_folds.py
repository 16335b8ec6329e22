"""The table of folds against solving every level directly."""

from __future__ import annotations

from pathlib import Path

import pytest

from babalab.agents import make_agent
from babalab.arena import InThisProcess, Store, carry_out
from babalab.base.budget import COMPETITION
from babalab.heuristics.plus import PLUS_NAMES
from babalab.heuristics.weights import weight_sets
from babalab.levels import load_levels
from babalab.papers.baba_tuning import folds

LEVELS = load_levels("first-steps")


def test_each_level_is_judged_by_the_agent_of_its_fold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    agents = (("the same", "dfs"), ("another each time", "random:length={fold}"))
    monkeypatch.setattr(folds, "AGENTS", agents)
    monkeypatch.setattr(folds, "COMPETITION", budget := folds.COMPETITION.__class__(iterations=40))
    with Store(tmp_path / "results.db") as store:
        assert folds.count_attempts(store, LEVELS) == (0, 20)
        for plan in folds.plan_folds(store, LEVELS, "first-steps"):
            for _ in carry_out(plan, store, InThisProcess()):
                pass
        assert not any(plan.todo for plan in folds.plan_folds(store, LEVELS, "first-steps"))
        assert folds.count_attempts(store, LEVELS) == (20, 20)
        table = folds.make_folds(store, LEVELS)
    expected = {
        title: [
            sum(
                make_agent(spec.format(fold=fold)).solve(level, budget).solved
                for level in LEVELS[fold - 1 :: 5]
            )
            for fold in range(1, 6)
        ]
        for title, spec in agents
    }
    assert table.data["solved"] == expected
    assert table.data["sizes"] == [2] * 5
    assert len(set(map(tuple, expected.values()))) == 2
    assert [row[-3] for row in table.rows] == [str(sum(each)) for each in expected.values()]


def test_there_is_a_set_for_every_fold() -> None:
    sets = weight_sets(PLUS_NAMES)
    for fold in range(1, folds.FOLDS + 1):
        made = sets[f"plus-fold-{fold}"].made
        assert made["held_out"] == f"{fold}/{folds.FOLDS}"
        assert made["held_out_budget"] == "10 s, 10,000 iterations"
    assert COMPETITION.iterations == 10_000
