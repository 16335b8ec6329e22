"""Objectives against figures worked out by hand, and which evaluations are the good ones."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from babalab.agents import Verdict
from babalab.base.budget import Budget
from babalab.tuning import (
    OBJECTIVES,
    Evaluation,
    TuningError,
    best,
    find_constant_objectives,
    find_objective,
    find_pareto_front,
)
from babalab.tuning.objectives import choose_objectives, measure_all
from babalab.tuning.outcome import LevelOutcome, Score
from support.arena import LEVELS, attempt

SCORE = Score(
    [
        [LevelOutcome(100, 0.5, 10), LevelOutcome(300, 1.5, 30)],
        [LevelOutcome(2000, 2.0), LevelOutcome(600, 1.0, 20)],
        [LevelOutcome(40, 0.1), LevelOutcome(2000, 0.9, failed=True)],
    ],
    limit=2000,
)
"""Three levels with two seeds; one attempt gave up early, one failed."""


def evaluation(number: int, spec: str = "", solved: int = 0, **objectives: float) -> Evaluation:
    fitness = objectives.get("fitness", 0.0)
    return Evaluation(number, {}, spec or str(number), objectives, fitness, solved, 9, 0, 0, None)


def test_by_hand() -> None:
    # 3 of 6 solved; (100 + 300 + 2000 + 600 + 40 + 2000) / 6 = 840 iterations
    assert measure_all(SCORE, list(OBJECTIVES.values())) == {
        "fitness": 0.5 * 2000 + (2000 - 840),
        "solved": 0.5,
        "iterations": 840,
        "seconds": pytest.approx(1.0),
        "length": (10 + 30 + 20 + 3 * 2000) / 6,
    }
    assert (SCORE.solved, SCORE.failed, SCORE.length) == (3, 1, 20)


def test_the_best_fitness_of_the_paper() -> None:
    """39 of 50 levels with 317 iterations on average are 3,243 of at most 4,000."""
    solved = [[LevelOutcome(350, 0.1, 9)]] * 39
    unsolved = [[LevelOutcome(200, 2.0)]] * 11
    score = Score([*solved, *unsolved], 2000)
    assert OBJECTIVES["fitness"].measure(score) == pytest.approx(1560 + 2000 - 317)
    assert OBJECTIVES["fitness"].measure(Score([[LevelOutcome(0, 0, 1)]], 2000)) == 4000


def test_subsets() -> None:
    objectives = choose_objectives(["subsets"], 3, 2)
    assert measure_all(SCORE, objectives) == {"solved[1-2]": 0.75, "solved[3-3]": 0.0}
    assert [len(choose_objectives(["subsets"], 50, size)) for size in (5, 10, 25, 50, 1)] == [
        10, 5, 2, 1, 50
    ]  # fmt: skip
    again = find_objective("solved[1-2]")
    assert (again.measure(SCORE), again.larger_is_better) == (0.75, True)


def test_subsets_by_their_fitness() -> None:
    # (100 + 300 + 2000 + 600) / 4 = 750 iterations, (40 + 2000) / 2 = 1020
    objectives = choose_objectives(["subsets-fitness"], 3, 2)
    assert measure_all(SCORE, objectives) == {
        "fitness[1-2]": 0.75 * 2000 + 2000 - 750,
        "fitness[3-3]": 2000 - 1020,
    }
    assert find_objective("fitness[3-3]").measure(SCORE) == 980


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["fitnes"], "no objective 'fitnes'; did you mean 'fitness'"),
        (
            ["joy"],
            "known objectives: 'fitness', 'solved', .*'subsets'",
        ),
        (["solved", "solved"], "solved is named twice"),
        ([], "there is no objective"),
    ],
)
def test_objectives_that_are_none(names: list[str], words: str) -> None:
    with pytest.raises(TuningError, match=words):
        choose_objectives(names, 10, 5)


@pytest.mark.parametrize(
    ("changes", "iterations"),
    [
        ({"verdict": Verdict.OUT_OF_TIME, "solution": None}, 7),
        ({"verdict": Verdict.OUT_OF_ITERATIONS, "solution": None}, 7),
        ({"verdict": Verdict.GAVE_UP, "solution": None}, 7),
        ({"verdict": Verdict.FAILED, "solution": None}, 200),
        ({"verdict": Verdict.SOLVED}, 7),
    ],
)
def test_iterations_that_count(changes: dict[str, Any], iterations: int) -> None:
    """Those used, also if the clock ended the attempt; all that were allowed if it failed."""
    outcome = LevelOutcome.of(attempt(LEVELS[0], **changes))
    assert (outcome.iterations, outcome.seconds) == (iterations, 0.5)


def test_failing_at_once_is_not_quick() -> None:
    made = attempt(LEVELS[0], verdict=Verdict.FAILED, solution=None, error="x" * 1000)
    timed = replace(made, task=replace(made.task, budget=Budget(seconds=2, iterations=200)))
    outcome = LevelOutcome.of(timed)
    assert (outcome.seconds, outcome.error) == (2, "x" * 300)


def test_where_there_is_no_agent_there_is_nothing_to_take() -> None:
    tried = [evaluation(n, seconds=float(n)) for n in range(3)]
    refused = [replace(each, refused="no") for each in tried]
    assert best([refused[0], *tried[1:]]) is tried[1]
    assert best(refused) is None
    several = [evaluation(n, seconds=float(n), length=1.0) for n in range(2)]
    nobody = replace(several[0], refused="no")
    assert find_pareto_front([nobody, several[1]]) == [several[1]]
    assert best([nobody, several[1]]) is several[1]
    assert best([nobody]) is None


def test_the_best_of_one_objective() -> None:
    tried = [evaluation(n, fitness=f) for n, f in enumerate([3.0, 7.0, 7.0, 1.0])]
    assert best(tried) is tried[1]
    fast = [evaluation(n, iterations=f) for n, f in enumerate([3.0, 1.0, 1.0, 7.0])]
    assert best(fast) is fast[1]
    assert best([]) is None


def test_the_pareto_front() -> None:
    """Of share solved, more is better, of iterations less."""
    tried = [
        evaluation(0, solved=5, **{"solved[1-2]": 0.5, "iterations": 100.0}),
        evaluation(1, solved=6, **{"solved[1-2]": 0.4, "iterations": 50.0}),
        evaluation(2, solved=9, **{"solved[1-2]": 0.5, "iterations": 101.0}),
        evaluation(3, solved=5, **{"solved[1-2]": 0.5, "iterations": 100.0}),
        evaluation(4, solved=1, **{"solved[1-2]": 0.1, "iterations": 10.0}),
        evaluation(5, solved=1, **{"solved[1-2]": 0.1, "iterations": 11.0}),
    ]
    assert [each.number for each in find_pareto_front(tried)] == [0, 1, 4]
    assert best(tried) is tried[1]  # 2 solved more, but is not in the front


def test_what_never_changes() -> None:
    tried = [evaluation(n, fitness=float(n), solved=1) for n in range(3)]
    assert find_constant_objectives(tried) == []
    same = [evaluation(n, iterations=float(n), length=5.0) for n in range(3)]
    assert find_constant_objectives(same) == ["length"]
    assert find_constant_objectives([same[0]]) == []
    all_failed = [replace(each, failed=9) for each in same]
    assert find_constant_objectives(all_failed) == []
    one_point = [evaluation(n, "bfs", length=5.0) for n in range(3)]
    assert find_constant_objectives(one_point) == []
