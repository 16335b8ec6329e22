"""The planner that chooses its operators while it plays."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from babalab.base.parameters import parameters_of
from babalab.games import Fireflies, Game, suite
from babalab.games.game import GameLevel
from babalab.planning import RheaAdaptive, make_planner, play, think
from babalab.planning.rhea import HorizonMind, Operators
from babalab.planning.rhea.mind import PAYOFFS
from babalab.planning.tuners import Combination, Constant, online_space
from support.corridor import Corridor, corridor

TUNERS = ("mab", "nmc", "ea", "ntbea", "random")
MAGPIES = suite()["magpies"](suite()["magpies"].levels()[0])
MEADOW = Fireflies(Fireflies.level_named("meadow"))


def test_operators_are_the_tuners_business() -> None:
    names = {each.name for each in parameters_of(RheaAdaptive)}
    assert names >= {"tuner", "length", "population", "elite", "shift", "calls"}
    assert not names & {each.name for each in parameters_of(Operators)}


def test_99_arms_or_the_270_of_the_paper() -> None:
    assert len(RheaAdaptive().space.arms) == 99
    assert len(RheaAdaptive(merged=False).space.arms) == 270


@pytest.mark.parametrize("tuner", TUNERS)
def test_every_tuner_tries_many_combinations(tuner: str) -> None:
    planner = make_planner(f"rhea-adaptive:tuner={tuner}")
    first, second = (play(MEADOW, planner, 1, ticks=12) for _ in range(2))
    assert replace(first, seconds=0) == replace(second, seconds=0)
    assert len(set(first.journal.combinations)) > 10
    assert first.calls <= 12 * 1000


def test_random_fixed_is_another_combination_in_every_play() -> None:
    """One for a whole play; of eight plays on two levels, with four seeds, hardly two the same."""
    planner = make_planner("rhea-adaptive:tuner=random-fixed,merged=false,calls=300")
    met = []
    for level in Fireflies.levels()[:2]:
        for seed in range(4):
            made = play(Fireflies(level), planner, seed, ticks=3)
            (combination,) = set(made.journal.combinations)
            met.append(combination)
    assert len(set(met)) >= 6


def test_with_a_tuner_that_has_made_up_its_mind_it_is_rhea() -> None:
    """The same operators, asked for every time, make the same decisions as the fixed planner."""
    spec = "genetic=mutation,mutation=3-bit,transducer=false"
    fixed = make_planner(f"rhea:{spec}")
    space = online_space(Operators)
    settings = {
        "genetic": "mutation",
        "selection": "tournament",
        "crossover": "2-point",
        "mutation": "3-bit",
        "transducer": False,
    }
    constant = Constant(space, space.combination(settings))
    game = corridor("8 0 500")
    decided = []
    for planner, tuner in (
        (fixed, fixed.begin_tuning(random.Random(0))),
        (RheaAdaptive(), constant),
    ):
        mind = planner.mind(game, random.Random(4))
        assert isinstance(mind, HorizonMind)
        for _ in think(mind, 8, tuner, calls=1000):
            pass
        assert mind.population is not None
        decided.append((mind.decide(), mind.population.plans.tolist()))
    assert decided[0] == decided[1]


@pytest.mark.parametrize(
    ("gain", "told"), [(3.0, 1.0), (1e-9, 1.0), (0.0, 0.0), (-1e-9, 0.0), (-3.0, 0.0)]
)
def test_success_is_any_gain(gain: float, told: float) -> None:
    assert PAYOFFS["success"](gain) == told
    assert PAYOFFS["gain"](gain) == min(max(gain, -1.0), 1.0)


class Featureless(Corridor):
    """A corridor in which nothing is in sight and nothing counts."""

    def score(self, state: int) -> float:  # noqa: ARG002
        """See `Game`."""
        return 7.0


@pytest.mark.parametrize("flat", [0.0, 0.5, 1.0])
def test_where_all_is_the_same_the_first_generation_of_a_move_gains(flat: float) -> None:
    """It gains what the shift buffer discounts; where plans are worth nothing, that is nothing."""
    game = Featureless(GameLevel("long", "500 0 1000"))
    journal = play(game, RheaAdaptive(tuner="random", flat=flat), 1, ticks=5).journal
    first = journal.ends[:-1]
    gains = [payoff for number, payoff in enumerate(journal.payoffs) if number in first]
    assert gains == pytest.approx([0.01 * flat] * 4)
    assert sum(map(abs, journal.payoffs)) == pytest.approx(sum(gains))


@pytest.mark.parametrize("game", [corridor("5 0 12"), MAGPIES], ids=["plain", "native"])
def test_what_the_tuner_learns_changes_no_plans(game: Game[Any]) -> None:
    """With a tuner that does not learn: only the payoffs differ."""
    gains, successes = (
        play(game, RheaAdaptive(tuner="random", payoff=payoff), 3, ticks=12)
        for payoff in ("gain", "success")
    )
    assert successes.actions == gains.actions
    assert successes.journal.combinations == gains.journal.combinations
    assert successes.journal.payoffs == [float(gain > 0) for gain in gains.journal.payoffs]
    assert set(successes.journal.payoffs) == {0.0, 1.0}


def test_a_tuner_learns_from_success() -> None:
    gain, success = (
        play(MEADOW, RheaAdaptive(tuner="ntbea", payoff=payoff), 3, ticks=12).journal
        for payoff in ("gain", "success")
    )
    assert gain.combinations != success.combinations


def test_payoffs_are_told_to_the_tuner_with_what_was_proposed() -> None:
    planner = RheaAdaptive(tuner="ntbea")
    tuner = planner.begin_tuning(random.Random(1))
    told: list[tuple[Combination, float]] = []
    reward: Any = tuner.reward

    def noted(combination: Combination, payoff: float) -> None:
        told.append((combination, payoff))
        reward(combination, payoff)

    tuner.reward = noted  # type: ignore[method-assign]
    mind = planner.mind(MEADOW, random.Random(1))
    for _ in think(mind, MEADOW.start(random.Random(1)), tuner, calls=2000):
        pass
    assert len(told) >= 13
    assert tuner.statistics.visits.sum() == len(told)
    assert tuner.statistics.totals.sum() == pytest.approx(sum(payoff for _, payoff in told))
