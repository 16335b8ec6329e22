"""Every tuner, against bandits whose best arm is known, and by what all of them promise."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from scipy.stats import chisquare

from babalab.base.parameters import ParameterError
from babalab.papers.rhea.regret import SyntheticBandit, pull
from babalab.planning.tuners import TUNERS, Statistics, Tuner, make_tuner
from support.bandits import alternatives, counting_bandit, deceiving_bandit, small_space, table_1

LEARNING = [name for name in TUNERS if not name.startswith("random")]
SIZES = (3, 3, 4)
USES = 2400
SEEDS = range(4)


def mean_regret(name: str, bandits: list[SyntheticBandit]) -> tuple[float, float]:
    """The regret of a use, and how often the best was used, in the last half of a few runs."""
    losses = []
    for seed, bandit in enumerate(bandits):
        tuner = make_tuner(name, bandit.space, random.Random(seed))
        losses.append(pull(tuner, bandit, USES, random.Random(seed + 100))[USES // 2 :])
    table = np.array(losses)
    return float(table.mean()), float((table < 1e-9).mean())


@pytest.mark.parametrize("noise", ["bernoulli", "gaussian"])
@pytest.mark.parametrize("name", LEARNING)
def test_it_finds_the_best_where_values_add_up(name: str, noise: str) -> None:
    bandits = [counting_bandit(alternatives(seed, SIZES), SIZES, noise) for seed in SEEDS]  # type: ignore[arg-type]
    regret, best = mean_regret(name, bandits)
    random_regret, random_best = mean_regret("random", bandits)
    assert regret < random_regret / 2
    assert best > 6 * random_best


@pytest.mark.parametrize("noise", ["bernoulli", "gaussian"])
@pytest.mark.parametrize("name", LEARNING)
def test_it_finds_what_is_good_only_together(name: str, noise: str) -> None:
    bandits = [deceiving_bandit(SIZES, noise)] * len(SEEDS)  # type: ignore[arg-type]
    regret, best = mean_regret(name, bandits)
    random_regret, random_best = mean_regret("random", bandits)
    assert regret < random_regret / 2
    assert best > 6 * random_best


@pytest.mark.parametrize("name", LEARNING)
def test_it_finds_the_best_of_table_1(name: str) -> None:
    """99 arms, of which 3 share the genetic operator, the mutation and the transducer."""
    space = table_1()
    best = space.combination(
        {"genetic": "mutation", "selection": "rank", "crossover": "uniform",
         "mutation": "softmax", "transducer": True}
    )  # fmt: skip
    means = {
        arm: 0.6 * (arm[0] == 1) * (arm[3] == 3) * (0.5 + 0.5 * arm[4]) + 0.1 * (arm[4] == 1)
        for arm in space.arms
    }
    bandit = SyntheticBandit(space, means)
    assert bandit.best == space.canonical(best)
    regret, share = mean_regret(name, [bandit] * len(SEEDS))
    random_regret, random_share = mean_regret("random", [bandit] * len(SEEDS))
    assert regret < 0.6 * random_regret
    assert share > 10 * random_share


def changing(name: str, discount: float) -> float:
    """The mean regret in 40 ticks after the best arm has become the worst; 20 uses a tick.

    With little exploration, so that what was learned weighs.
    """
    before, after = (counting_bandit(best, (2, 3), "gaussian") for best in ((0, 0), (1, 2)))
    losses = []
    for seed in SEEDS:
        tuner = make_tuner(
            name, before.space, random.Random(seed), discount=discount, exploration=0.1
        )
        chance = random.Random(seed + 100)
        for bandit, ticks in ((before, 150), (after, 40)):
            regrets: list[float] = []
            for _ in range(ticks):
                regrets += pull(tuner, bandit, 20, chance)
                tuner.tick()
        losses.append(np.mean(regrets))
    return float(np.mean(losses))


@pytest.mark.parametrize("name", ["mab", "nmc", "ntbea"])
def test_discount_follows_a_change(name: str) -> None:
    assert changing(name, 0.9) < 0.8 * changing(name, 1.0)


@pytest.mark.parametrize("name", TUNERS)
def test_without_memory_every_tick_is_the_first(name: str) -> None:
    space = small_space(2, 3)
    tuner = make_tuner(name, space, random.Random(1), discount=0.0)
    pull(tuner, counting_bandit((1, 2), (2, 3), "gaussian"), 70, random.Random(2))
    tuner.tick()
    assert not tuner.statistics.visits.any()
    assert not any(visits.any() for visits in tuner.statistics.value_visits)
    assert tuner.statistics.best() is None
    proposed = tuner.propose()
    tuner.reward(proposed, 0.5)
    assert tuner.statistics.visits.sum() == 1.0


@pytest.mark.parametrize("merged", [True, False])
@pytest.mark.parametrize("name", TUNERS)
def test_the_same_seed_proposes_the_same(name: str, merged: bool) -> None:
    space = table_1(merged=merged)

    def proposals(seed: int, saved: bool) -> list[tuple[int, ...]]:
        tuner = make_tuner(name, space, random.Random(seed), discount=0.9)
        payoffs, found = random.Random(7), []
        for use in range(300):
            if saved and use == 150:
                tuner = pickle.loads(pickle.dumps(tuner))
            found.append(tuner.propose())
            tuner.reward(found[-1], payoffs.uniform(-1, 1))
            if use % 40 == 39:
                tuner.tick()
        return found

    first = proposals(3, saved=False)
    assert first == proposals(3, saved=True)
    assert first != proposals(5, saved=False)
    assert {*first} <= {*space.all}


@given(
    sizes=some.lists(some.integers(1, 4), min_size=1, max_size=4),
    name=some.sampled_from(list(TUNERS)),
    seed=some.integers(0, 2**32),
    discount=some.sampled_from([0.0, 1e-12, 0.3, 1.0]),
    payoffs=some.lists(some.floats(-1e6, 1e6), min_size=1, max_size=120),
)
def test_proposals_are_always_of_the_space(
    sizes: list[int], name: str, seed: int, discount: float, payoffs: list[float]
) -> None:
    space = small_space(*sizes)
    tuner = make_tuner(name, space, random.Random(seed), discount=discount)
    for use, payoff in enumerate(payoffs):
        combination = tuner.propose()
        assert combination in space.number
        tuner.reward(combination, payoff)
        if use % 7 == 6:
            tuner.tick()


def test_random_is_even_over_the_arms() -> None:
    for merged, arms in ((True, 99), (False, 270)):
        space = table_1(merged=merged)
        tuner = make_tuner("random", space, random.Random(5))
        counts = np.zeros(len(space.arms))
        for _ in range(100 * arms):
            counts[space.number[tuner.propose()]] += 1
        assert len(counts) == arms
        assert chisquare(counts).pvalue > 0.001


def test_random_fixed_draws_once_for_a_play() -> None:
    space = table_1(merged=False)
    tuners = [make_tuner("random-fixed", space, random.Random(seed)) for seed in range(5400)]
    drawn = [tuner.propose() for tuner in tuners]
    for tuner, combination in zip(tuners, drawn, strict=True):
        tuner.reward(combination, -1.0)
        tuner.tick()
    assert [tuner.propose() for tuner in tuners] == drawn
    counts = np.bincount([space.number[each] for each in drawn], minlength=270)
    assert chisquare(counts).pvalue > 0.001


def test_table_1_has_270_combinations_of_which_99_differ() -> None:
    space = table_1()
    assert (len(space.all), len(space.arms)) == (270, 99)
    mutation_only = space.combination(
        {"genetic": "mutation", "selection": "roulette", "crossover": "2-point",
         "mutation": "diversity", "transducer": True}
    )  # fmt: skip
    assert mutation_only == (1, 2, 2, 4, 1)
    assert space.canonical(mutation_only) == (1, 0, 0, 4, 0)
    assert space.effective(mutation_only) == (1, None, None, 4, None)
    arm, counters = space.counters(mutation_only)
    assert space.arms[arm] == (1, 0, 0, 4, 0)
    assert counters == (1, 3 + 3 + 3 + 4)  # the second genetic operator, the fifth mutation
    assert [len(others) for others in space.mutants(mutation_only)] == [2, 4]
    assert len(table_1(merged=False).mutants(mutation_only)) == 5


def test_statistics_count_values_where_they_matter() -> None:
    space = table_1()
    known = Statistics(space)
    known.add((1, 2, 2, 4, 1), 1.0)
    known.add((1, 0, 0, 4, 0), 0.0)  # the same arm
    known.add((2, 2, 0, 0, 0), 0.25)
    assert sorted(known.visits)[-2:] == [1.0, 2.0]
    assert known.best() == (1, 0, 0, 4, 0)
    assert [visits.tolist() for visits in known.value_visits] == [
        [0, 2, 1], [0, 0, 1], [1, 0, 0], [0, 0, 0, 0, 2], [0, 0],
    ]  # fmt: skip
    assert known.best_values() == (1, 2, 0, 4, None)
    known.fade(0.5)
    assert known.trials == 1.5
    assert known.value_totals[0].tolist() == [0, 0.5, 0.125]
    assert np.nanmax(known.means) == 0.5
    for _ in range(40):
        known.fade(0.5)
    assert known.best() is None
    assert known.trials == 0.0


def test_there_is_no_such_tuner() -> None:
    with pytest.raises(ParameterError, match="no tuner 'ntba'; did you mean 'ntbea'"):
        make_tuner("ntba", small_space(2), random.Random(0))
    with pytest.raises(ValueError, match=r"discount=1\.5"):
        make_tuner("mab", small_space(2), random.Random(0), discount=1.5)


def test_all_of_them_are_there_by_name() -> None:
    assert list(TUNERS) == ["mab", "nmc", "ea", "ntbea", "random", "random-fixed"]
    for name, kind in TUNERS.items():
        tuner = make_tuner(name, small_space(2, 2), random.Random(0), exploration=0.3)
        assert type(tuner) is kind
        assert isinstance(tuner, Tuner)
        assert getattr(tuner, "exploration", 0.3) == 0.3
