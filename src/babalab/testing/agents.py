"""Contract tests for agents."""

from __future__ import annotations

import pickle
from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Any

from babalab.agents import Agent, Progress, Result, Verdict, parameters_of
from babalab.base.budget import Budget
from babalab.base.parameters import Parameter
from babalab.game.level import Level
from babalab.levels import load_level

EASY = Level.parse("______/_b..f_/_B12._/_F13._/______")
"""Three steps to the right win."""
HARD = load_level("mastery/three-voices")
"""Its shortest solution has 72 moves, so that budgets are used up."""
UNSOLVABLE = Level.parse("______/_b..._/_B12._/_F13._/______")
"""There is no flag, and words can't be changed enough to win."""
NOBODY = Level.parse("_____/_b.f_/_..1_/_____")
"""There are no rules at all: nothing can ever happen."""


class AgentContract(ABC):
    """The contract of every agent. Say how to make yours in `make`; pytest finds the rest."""

    @abstractmethod
    def make(self, seed: int) -> Agent:
        """Return an agent with this seed and settings under which it is quick."""

    def test_solves_an_easy_level(self) -> None:
        """Check that it finds a solution, and that the solution wins."""
        result = self.make(seed=1).solve(EASY, Budget(seconds=30, iterations=10_000))
        assert result.verdict is Verdict.SOLVED, result
        assert result.solution is not None
        assert EASY.play(result.solution).won

    def test_keeps_its_budget_of_iterations(self) -> None:
        """Check that it never does more iterations than it may."""
        for limit in (0, 1, 7):
            result = self.make(seed=1).solve(HARD, Budget(iterations=limit, seconds=30))
            assert result.iterations <= limit
            assert not result.solved or HARD.play(result.solution or "").won

    def test_keeps_its_budget_of_steps(self) -> None:
        """Check that it never makes more engine steps than it may."""
        for limit in (0, 1, 99, 5_000):
            result = self.make(seed=1).solve(HARD, Budget(steps=limit, seconds=30))
            assert result.steps <= limit

    def test_keeps_its_budget_of_seconds(self) -> None:
        """Check that it gives up within a moment after its time."""
        result = self.make(seed=1).solve(HARD, Budget(seconds=0.3))
        assert result.seconds < 5

    def test_the_same_seed_gives_the_same_search(self) -> None:
        """Check that outcome, moves and counts depend on nothing but the seed."""
        budget = Budget(iterations=20, steps=200_000)
        for level in (EASY, HARD):
            results = [self.make(seed=5).solve(level, budget) for _ in range(2)]
            assert _to_comparable(results[0]) == _to_comparable(results[1])

    def test_progress_is_told(self) -> None:
        """Check that the counts reported while it runs never decrease."""
        seen: list[tuple[int, int]] = []

        def watch(progress: Progress) -> None:
            seen.append((progress.spending.iterations, progress.spending.steps))

        self.make(seed=1).solve(HARD, Budget(iterations=2_000, steps=100_000, seconds=30), watch)
        assert seen
        assert seen == sorted(seen)

    def test_levels_that_cannot_be_won_are_not_solved(self) -> None:
        """Check that it neither claims a solution nor goes on for ever."""
        for level in (UNSOLVABLE, NOBODY):
            result = self.make(seed=1).solve(level, Budget(iterations=50, seconds=30))
            assert not result.solved
            assert result.verdict is not Verdict.FAILED

    def test_states_are_as_good_as_levels(self) -> None:
        """Check that a search from a state gives moves from that state."""
        state = EASY.play("r")
        result = self.make(seed=2).solve(state, Budget(seconds=30, iterations=10_000))
        assert result.solution is not None
        assert state.play(result.solution).won

    def test_parameters_are_declared(self) -> None:
        """Check that each has a default in its range, and that a value outside is refused."""
        agent = self.make(seed=3)
        assert agent.seed == 3
        for parameter in parameters_of(type(agent)):
            parameter.check(parameter.default)
            assert parameter.help
            if parameter.low is not None:
                _check_refusal(agent, parameter, parameter.low - 1)

    def test_it_can_be_sent_to_a_worker(self) -> None:
        """Check that the agent survives pickling."""
        agent = self.make(seed=4)
        assert pickle.loads(pickle.dumps(agent)) == agent


def _to_comparable(result: Result) -> dict[str, Any]:
    return {**result.as_json(), "seconds": None, "peak_memory": None}


def _check_refusal(agent: Agent, parameter: Parameter, value: float) -> None:
    try:
        replace(agent, **{parameter.attribute: type(parameter.of(agent))(value)})
    except ValueError:
        return
    raise AssertionError(f"{parameter.name}={value} should be refused")
