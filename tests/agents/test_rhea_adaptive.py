"""Self-adaptive rolling horizons in the arena: what is spent, when a play begins again."""

from __future__ import annotations

import random
from typing import Any

import pytest

from babalab import Level
from babalab.agents import ParameterError, RheaAdaptive, Verdict
from babalab.base.budget import Budget
from babalab.game.batch import States
from babalab.games.baba import Baba
from babalab.games.game import Ends, Plans
from babalab.planning import tuned
from babalab.planning.tuners import Tuner

EASY = Level.parse("______/_b..f_/_B12._/_F13._/______")
ENDLESS = Level.parse("________/_b....._/_B12..._/_F1...S_/_f....._/________")
"""There is no WIN."""
CONFINED = Level.parse("______/_b..._/______/_B12._/______")
"""Nothing can happen, so all plans are played to their ends."""


def test_a_plan_that_wins_is_the_solution() -> None:
    result = RheaAdaptive(seed=1, length=10).solve(EASY, Budget(iterations=1))
    assert result.verdict is Verdict.SOLVED
    assert result.iterations == 1
    assert result.statistics["moves"] == 0, "none was made before the plan was found"
    assert 3 <= len(result.solution or "") <= 10


def test_moves_made_come_before_the_plan() -> None:
    level = Level.parse(
        "______________/_b..........f_/_B12........._/_F13........._/______________"
    )
    result = RheaAdaptive(seed=1, length=4, population=5, steps_per_move=200).solve(
        level, Budget(iterations=500, seconds=30)
    )
    assert result.solution is not None
    assert level.play(result.solution).won
    assert result.statistics["moves"] >= 7
    assert result.iterations == result.statistics["moves"] + 1


@pytest.mark.parametrize("steps", [151, 990, 3_000, 20_000])
def test_steps_are_those_made(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0
    play_plans, step = Baba.play_plans, Baba.step

    def counted_plans(
        self: Baba, state: States, plans: Plans, chance: random.Random
    ) -> Ends[States]:
        nonlocal made
        ends = play_plans(self, state, plans, chance)
        made += int(ends.lengths.sum())
        return ends

    def counted_step(self: Baba, *arguments: Any) -> States:
        nonlocal made
        made += 1
        return step(self, *arguments)

    monkeypatch.setattr(Baba, "native_model", lambda *_: None)
    monkeypatch.setattr(Baba, "play_plans", counted_plans)
    monkeypatch.setattr(Baba, "step", counted_step)
    for level in (ENDLESS, CONFINED):
        made = 0
        result = RheaAdaptive(seed=2, length=10, population=15, steps_per_move=1000).solve(
            level, Budget(steps=steps)
        )
        assert result.verdict is Verdict.OUT_OF_STEPS
        assert result.steps == made <= steps
        assert steps - made <= 150


def test_a_play_without_a_win_begins_again_with_what_was_learned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tuners: set[int] = set()
    trials = 0

    make = tuned.make_tuner

    def spied(*arguments: Any, **options: Any) -> Tuner:
        tuner = make(*arguments, **options)
        tuners.add(id(tuner))
        reward = tuner.reward

        def counted(combination: Any, payoff: float) -> None:
            nonlocal trials
            trials += 1
            reward(combination, payoff)

        tuner.reward = counted  # type: ignore[method-assign]
        return tuner

    monkeypatch.setattr(tuned, "make_tuner", spied)
    result = RheaAdaptive(seed=3, moves=4).solve(ENDLESS, Budget(iterations=10))
    assert result.iterations == 10
    assert result.statistics["plays"] == 3
    assert result.statistics["moves"] == 10
    assert len(tuners) == 1
    assert result.statistics["generations"] == trials > 10


def test_a_lost_play_begins_again() -> None:
    """Nothing can be done about what comes along the passage and kills."""
    level = Level.parse("_______/_b...s_/_______/_B12.._/_S14.._/_S17.._/_______")
    result = RheaAdaptive(seed=3).solve(level, Budget(iterations=30))
    assert not result.solved
    assert result.statistics["plays"] > 1


def test_from_where_nothing_can_follow() -> None:
    result = RheaAdaptive().solve(Level.parse("_____/_b.._/_B1._/_____"), Budget(iterations=5))
    assert result.verdict is Verdict.GAVE_UP


@pytest.mark.parametrize("tuner", ["mab", "nmc", "ea", "ntbea", "random"])
def test_every_tuner(tuner: Any) -> None:
    assert RheaAdaptive(tuner=tuner, seed=1).solve(EASY, Budget(iterations=20)).solved


def test_a_move_has_steps_for_one_generation_at_least() -> None:
    agent = RheaAdaptive(steps_per_move=1, length=10, population=15)
    result = agent.solve(CONFINED, Budget(iterations=5))
    assert result.steps == 150 + 4 * 140 + 5
    assert result.statistics["generations"] == 4


def test_it_needs_offspring() -> None:
    with pytest.raises(ParameterError, match="elite=15: it must be less than the population, 15"):
        RheaAdaptive(elite=15)
