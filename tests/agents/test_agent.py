"""What every agent gets for free: verified solutions, accounts, Ctrl-C, a name to be found by."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from babalab import BabalabError, Level
from babalab.agents import (
    AGENTS,
    Agent,
    Findings,
    Progress,
    Result,
    Search,
    Spending,
    Verdict,
    agent_named,
    agents,
    register,
)
from babalab.base.budget import Budget
from babalab.game.state import State
from support.program import MAP


class Walker(Agent):
    """Walks to the right until it has won or may no longer."""

    name = "walker"

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        state, moves = start, ""
        while not state.won:
            spending.affordable(1, 1)
            spending.spend(iterations=1, steps=1)
            state, moves = state.step("r"), moves + "r"
            statistics["walked"] = len(moves)
            spending.occupy(100 * len(moves))
            yield Progress(spending, statistics)
        return Findings(moves)


class Claimant(Agent):
    """Says whatever it is told to say."""

    name = "claimant"

    def __init__(self, findings: Findings) -> None:
        self.findings = findings

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        statistics["claims"] = 1
        statistics["width"] = start.level.width
        yield Progress(spending, statistics)
        return self.findings


def claim(findings: Findings) -> Result:
    return Claimant(findings).solve(Level.parse(MAP))


def test_an_agent_of_a_few_lines() -> None:
    result = Walker().solve(Level.parse(MAP))
    assert (result.agent, result.verdict, result.solution) == ("walker", Verdict.SOLVED, "rrr")
    assert (result.iterations, result.steps, result.peak_memory) == (3, 3, 300)
    assert result.statistics == {"walked": 3}
    assert not result.shortest


@pytest.mark.parametrize("solution", ["", "l", "rr", "rrrl"])
def test_a_solution_that_does_not_win_is_a_failure(solution: str) -> None:
    result = claim(Findings(solution, shortest=True))
    assert (result.verdict, result.solution) == (Verdict.FAILED, None)
    assert (result.error or "").startswith(f"{solution!r} does not win (test_agent.py:")
    assert not result.shortest
    assert not result.solved


@pytest.mark.parametrize(
    ("findings", "verdict"),
    [
        (Findings("rrr"), Verdict.SOLVED),
        (Findings("RR r", shortest=True), Verdict.SOLVED),
        (Findings(), Verdict.GAVE_UP),
        (Findings(proved_unsolvable=True), Verdict.UNSOLVABLE),
        (Findings(shortest=True), Verdict.GAVE_UP),
    ],
)
def test_verdicts(findings: Findings, verdict: Verdict) -> None:
    result = claim(findings)
    assert result.verdict is verdict
    assert result.shortest is (findings.shortest and verdict is Verdict.SOLVED)
    assert result.statistics == {"claims": 1, "width": 6}


@pytest.mark.parametrize(
    ("budget", "verdict", "iterations"),
    [
        (Budget(iterations=2), Verdict.OUT_OF_ITERATIONS, 2),
        (Budget(steps=1), Verdict.OUT_OF_STEPS, 1),
        (Budget(seconds=0), Verdict.OUT_OF_TIME, 0),
        (Budget(memory=150), Verdict.OUT_OF_MEMORY, 2),
        (Budget(iterations=3, steps=3, memory=300, seconds=60), Verdict.SOLVED, 3),
    ],
)
def test_budgets(budget: Budget, verdict: Verdict, iterations: int) -> None:
    result = Walker().solve(Level.parse(MAP), budget)
    assert (result.verdict, result.iterations) == (verdict, iterations)
    assert (result.solution is not None) is (verdict is Verdict.SOLVED)


def test_ctrl_c_keeps_what_was_counted() -> None:
    def interrupt(after: int) -> Callable[[Progress], None]:
        def watch(progress: Progress) -> None:
            if progress.spending.iterations == after:
                raise KeyboardInterrupt

        return watch

    result = Walker().solve(Level.parse(MAP), watch=interrupt(2))
    assert (result.verdict, result.solution) == (Verdict.INTERRUPTED, None)
    assert (result.iterations, result.steps) == (2, 2)
    assert result.statistics == {"walked": 2}


def test_ctrl_c_inside_the_search() -> None:
    class Interrupted(Walker):
        def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
            yield from ()
            statistics["before"] = len(start.rules)
            spending.spend(iterations=4, steps=20)
            raise KeyboardInterrupt

    result = Interrupted().solve(Level.parse(MAP))
    assert (result.verdict, result.iterations, result.steps) == (Verdict.INTERRUPTED, 4, 20)
    assert result.statistics == {"before": 2}


def test_the_result_as_json() -> None:
    text = json.dumps(Walker().solve(Level.parse(MAP)).as_json())
    answer = json.loads(text)
    assert answer.pop("seconds") >= 0
    assert answer == {
        "agent": "walker",
        "verdict": "solved",
        "solution": "rrr",
        "iterations": 3,
        "steps": 3,
        "peak_memory": 300,
        "statistics": {"walked": 3},
        "error": None,
        "shortest": False,
        "length": 3,
        "length_class": 1,
    }
    failed = json.loads(json.dumps(claim(Findings("l")).as_json()))
    assert (failed["length"], failed["length_class"], failed["verdict"]) == (None, None, "failed")


def test_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(AGENTS, "known", AGENTS.all())
    assert register(Walker) is Walker
    assert agent_named("walker") is Walker
    assert list(agents()) == sorted([*agents()])
    with pytest.raises(ValueError, match="there is an agent 'walker' already"):
        register(Walker)
    with pytest.raises(BabalabError, match=r"there is no agent 'nobody'; known agents: .*walker"):
        agent_named("nobody")


class Anytime(Agent):
    """Has a solution at once, and goes on for ever."""

    name = "anytime"

    def search(self, _start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        while True:
            spending.affordable(1, 1)
            spending.spend(iterations=1, steps=1)
            yield Progress(spending, statistics, "lrrr")


def test_the_best_solution_so_far_survives_the_budget() -> None:
    result = Anytime().solve(Level.parse(MAP), Budget(iterations=5))
    assert (result.verdict, result.solution, result.shortest) == (Verdict.SOLVED, "lrrr", False)


def test_and_ctrl_c() -> None:
    def interrupt(progress: Progress) -> None:
        if progress.spending.iterations == 3:
            raise KeyboardInterrupt

    result = Anytime().solve(Level.parse(MAP), watch=interrupt)
    assert (result.verdict, result.solution) == (Verdict.SOLVED, "lrrr")


def test_and_the_end_of_memory() -> None:
    class Greedy(Anytime):
        name = "greedy"

        def search(self, _start: State, spending: Spending, statistics: dict[str, int]) -> Search:
            if self.seed:
                yield Progress(spending, statistics, "lrrr")
            raise MemoryError

    assert Greedy(seed=1).solve(Level.parse(MAP)).solution == "lrrr"
    with pytest.raises(MemoryError):
        Greedy().solve(Level.parse(MAP))


def test_a_budget_can_be_narrowed_for_a_while() -> None:
    spending = Spending(Budget(steps=100))
    spending.spend(steps=30)
    with spending.narrowed(steps=20):
        assert spending.steps_left == 20
    assert spending.steps_left == 70
    with spending.narrowed(steps=1_000):
        assert spending.steps_left == 70
    with Spending(Budget()).narrowed(steps=7):
        pass
