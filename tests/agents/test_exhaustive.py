"""Breadth-first search: shortest solutions, proofs, budgets, and any number of threads."""

from __future__ import annotations

import pytest

from babalab import Level
from babalab.agents import Exhaustive, Progress, Result, Verdict
from babalab.base.budget import Budget
from babalab.levels import pack
from support.program import ENDLESS, MAP, UNSOLVABLE


def without_time(result: Result) -> dict[str, object]:
    return {key: value for key, value in result.as_json().items() if key != "seconds"}


def test_a_shortest_solution() -> None:
    result = Exhaustive().solve(Level.parse(MAP))
    assert (result.verdict, result.solution) == (Verdict.SOLVED, "rrr")
    assert result.solved
    assert result.shortest
    assert result.length_class == 1


def test_from_a_state_within_a_play() -> None:
    assert Exhaustive().solve(Level.parse(MAP).play("rl")).solution == "rrr"
    assert Exhaustive().solve(Level.parse(MAP).play("rr")).solution == "r"


def test_a_state_that_is_won_already_needs_no_moves() -> None:
    for line in (MAP, "______/_b____/_B12__/_B13__/______"):
        result = Exhaustive().solve(Level.parse(line).play("rrr"))
        assert (result.verdict, result.solution, result.shortest) == (Verdict.SOLVED, "", True)


def test_a_level_won_where_it_stands_takes_a_move() -> None:
    result = Exhaustive().solve(Level.parse("______/_b____/_B12__/_B13__/______"))
    assert result.solution == "u"


def test_shipped_solutions_are_not_beaten_wrongly() -> None:
    for level in pack("first-steps").levels:
        result = Exhaustive().solve(level, Budget(seconds=20))
        assert result.solution is not None
        assert len(result.solution) <= len(level.solution)


def test_a_proof() -> None:
    result = Exhaustive().solve(Level.parse(UNSOLVABLE))
    assert result.verdict is Verdict.UNSOLVABLE
    assert result.solution is None
    assert not result.shortest
    assert result.statistics["visited"] == result.iterations
    assert result.length_class is None


def test_nothing_to_control_is_proved_at_once() -> None:
    result = Exhaustive().solve(Level.parse("____/_b._/____"))
    assert result.verdict is Verdict.UNSOLVABLE
    assert result.iterations == 1


def test_the_loose_hash_claims_neither() -> None:
    loose = Exhaustive(hash="loose")
    solved = loose.solve(Level.parse(MAP))
    assert solved.solution == "rrr"
    assert not solved.shortest
    assert loose.solve(Level.parse(UNSOLVABLE)).verdict is Verdict.GAVE_UP


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_change_nothing(threads: int) -> None:
    budget = Budget(iterations=6000)
    for line in (MAP, UNSOLVABLE, ENDLESS):
        level = Level.parse(line)
        one = Exhaustive().solve(level, budget)
        many = Exhaustive(threads=threads).solve(level, budget)
        assert without_time(many) == without_time(one)


def test_runs_are_repeatable() -> None:
    level = Level.parse(ENDLESS)
    first, second = (Exhaustive().solve(level, Budget(iterations=5000)) for _ in range(2))
    assert without_time(first) == without_time(second)


# ---------------------------------------------------------------- budgets


@pytest.mark.parametrize("iterations", [0, 1, 2, 17, 4096, 5000])
def test_iterations_are_kept_exactly(iterations: int) -> None:
    result = Exhaustive().solve(Level.parse(ENDLESS), Budget(iterations=iterations))
    assert result.verdict is Verdict.OUT_OF_ITERATIONS
    assert (result.iterations, result.steps) == (iterations, 5 * iterations)


@pytest.mark.parametrize("steps", [0, 4, 5, 99, 20_001])
def test_steps_are_kept(steps: int) -> None:
    result = Exhaustive().solve(Level.parse(ENDLESS), Budget(steps=steps))
    assert result.verdict is Verdict.OUT_OF_STEPS
    assert steps - 5 < result.steps <= steps


@pytest.mark.parametrize("memory", [40_000_000, 100_000_000])
def test_memory_is_kept(memory: int) -> None:
    result = Exhaustive().solve(Level.parse(ENDLESS), Budget(memory=memory))
    assert result.verdict is Verdict.OUT_OF_MEMORY
    assert memory / 4 < result.peak_memory <= memory
    assert result.statistics["visited"] > 1000


def test_seconds_are_kept() -> None:
    assert Exhaustive().solve(Level.parse(MAP), Budget(seconds=0)).verdict is Verdict.OUT_OF_TIME
    result = Exhaustive().solve(Level.parse(ENDLESS), Budget(seconds=0.3))
    assert result.verdict is Verdict.OUT_OF_TIME
    assert 0.3 <= result.seconds < 3


def test_a_budget_just_large_enough() -> None:
    level = Level.parse(MAP)
    needed = Exhaustive().solve(level).iterations
    assert Exhaustive().solve(level, Budget(iterations=needed)).solution == "rrr"
    short = Exhaustive().solve(level, Budget(iterations=needed - 1))
    assert short.verdict is Verdict.OUT_OF_ITERATIONS


@pytest.mark.parametrize("limit", ["seconds", "iterations", "steps", "memory"])
def test_budgets_below_nothing(limit: str) -> None:
    with pytest.raises(ValueError, match=f"-1 {limit} makes no sense"):
        Budget(**{limit: -1})


def test_progress_grows() -> None:
    seen: list[tuple[int, int]] = []

    def watch(progress: Progress) -> None:
        seen.append((progress.spending.iterations, progress.statistics["visited"]))

    Exhaustive().solve(Level.parse(ENDLESS), Budget(iterations=20_000), watch)
    assert len(seen) > 3
    assert seen == sorted(set(seen))
