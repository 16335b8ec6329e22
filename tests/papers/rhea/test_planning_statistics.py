"""Win rates, recommendations and entropies against computations by hand."""

from __future__ import annotations

import math
import re
from dataclasses import fields
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from babalab.arena import ArenaError
from babalab.arena.plays import PlayRecord
from babalab.base.statistics import Rate
from babalab.papers.rhea.configuration import CONFIGURATIONS, Configuration
from babalab.papers.rhea.consensus import find_consensus
from babalab.papers.rhea.published import ENTROPIES, TABLE_II
from babalab.papers.rhea.published_games import TABLE_III
from babalab.papers.rhea.rates import compare_rates
from babalab.papers.rhea.recommendations import (
    Trend,
    average_scores,
    count_recommendations,
    entropy,
    find_trend,
)
from babalab.planning.tuners import Space
from support.contests import Trials, log_of

PAPER = Path(__file__).parents[3].parent / "shared" / "papers" / "self-adaptive-rhea.txt"
SPACE = Space(("pace", "mood"), ((1, 2), ("calm", "bold", "wild")))
A, B, C = (0, 0), (1, 1), (1, 2)


def record(
    trials: Trials, discount: float = 1.0, space: Space = SPACE, seed: int = 0, level: str = "one"
) -> PlayRecord:
    """A play whose tuner tried this."""
    values: dict[str, Any] = dict.fromkeys((each.name for each in fields(PlayRecord)), None)
    told = {"game": "walk", "level": level, "seed": seed, "log": log_of(trials, space, discount)}
    return PlayRecord(**{**values, **told})


def test_rates() -> None:
    rate = Rate(3, 12)
    assert (rate.rate, rate.error) == (0.25, 0.125)  # the root of 0.25 * 0.75 / 12
    assert rate.as_json()["interval"] == pytest.approx([0.0889, 0.5323], abs=1e-4)
    assert Rate(5, 5).error == 0.0


def test_differences() -> None:
    ours = {"a": Rate(9, 10), "b": Rate(5, 10), "c": Rate(1, 10), "d": Rate(3, 10)}
    others = {"a": Rate(4, 10), "b": Rate(5, 10), "c": Rate(4, 10), "d": Rate(4, 10)}
    found = compare_rates(ours, {**others, "e": Rate(1, 1)})
    assert found.better == pytest.approx((0.5,))
    assert found.worse == pytest.approx((0.3, 0.1))
    assert found.as_json() == pytest.approx(
        {"better": 0.5, "better_games": 1, "worse": 0.2, "worse_games": 2}
    )
    assert compare_rates(ours, ours).as_json()["better"] == 0.0


def test_entropy() -> None:
    assert entropy([4, 4, 4, 4]) == 2.0
    assert entropy([7]) == 0.0
    assert entropy([]) == 0.0
    assert entropy([0, 6, 2]) == pytest.approx(0.811278, abs=1e-6)


def test_recommendations() -> None:
    """Means after the ticks: A 0.2; A 0.2, B 0.5; A 0.2, B 0.1, C 0.3; C falls to 0.1."""
    first = record([[(A, 0.2)], [(B, 0.5)], [(B, -0.3), (C, 0.3)], [(C, -0.1)]])
    second = record([[], [(B, 0.0)]])
    elsewhere = record([[((0,), 1.0)]], space=Space(("other",), ((1, 2),)))
    found = count_recommendations([first, second, elsewhere], SPACE)
    assert found.entropy == found.joint_entropy
    # The last tick has A first again, at 0.2. Ticks without a trial recommend nothing.
    assert found.combinations == {A: 2, B: 2, C: 1}
    assert found.entropy == pytest.approx(-(0.8 * math.log2(0.4) + 0.2 * math.log2(0.2)))
    assert found.favourite == A
    # Pace 2 has 0.5, then (0.5 - 0.3 + 0.3) / 3, then 0.1; mood is as the combinations are.
    assert found.values == [{0: 3, 1: 2}, {0: 2, 1: 2, 2: 1}]
    assert found.favourite_values == (0, 0)
    assert found.compute_shares(1) == [0.4, 0.4, 0.2]
    assert count_recommendations([], SPACE).favourite is None
    assert count_recommendations([], SPACE).compute_shares(0) == [0.0, 0.0]


def test_the_entropy_of_a_run_does_not_grow_with_their_number() -> None:
    """In each run A is best on one level, B or C on the other: one bit; of all, one and a half."""
    plays = [
        record([[(best, 0.5)]], seed=seed, level=level)
        for seed, other in enumerate((B, C))
        for level, best in (("one", A), ("two", other))
    ]
    found = count_recommendations(plays, SPACE)
    assert found.combinations == {A: 2, B: 1, C: 1}
    assert (found.entropy, found.joint_entropy) == (1.0, 1.5)
    assert count_recommendations(plays[:2], SPACE).joint_entropy == 1.0


def test_a_run_has_another_seed_on_each_level() -> None:
    """With seed 0 both levels have A, with seed 1 both have B: a run has one of each."""
    plays = [
        record([[(best, 0.5)]], seed=seed, level=level)
        for seed, best in enumerate((A, B))
        for level in ("one", "two")
    ]
    found = count_recommendations(plays, SPACE)
    assert [*found.runs.values()] == [{A: 1, B: 1}, {A: 1, B: 1}]
    assert count_recommendations(plays[:2], SPACE).runs == {0: {A: 2}}


def test_of_equals_any_is_best() -> None:
    """Otherwise a game in which nothing makes a difference would have a favourite."""
    trials: Trials = [[(A, 0.0), (B, 0.0), (C, -0.1)], *[[] for _ in range(999)]]
    found = count_recommendations([record(trials)], SPACE)
    assert set(found.combinations) == {A, B}
    assert 440 < found.combinations[A] < 560  # a standard deviation is 16
    assert found.combinations == count_recommendations([record(trials)], SPACE).combinations
    elsewhere = count_recommendations([record(trials, level="two")], SPACE)
    assert found.combinations != elsewhere.combinations


def test_what_was_forgotten_recommends_nothing() -> None:
    play = record([[(A, 0.9)], [(B, 0.1)]], discount=0.0)
    assert count_recommendations([play], SPACE).combinations == {A: 1, B: 1}


def test_tuners_that_agree() -> None:
    """Two games, three tuners: one pair always agrees; shuffled it does half of the time."""
    found = find_consensus([[0, 0, 1], [1, 1, 1]])
    assert found is not None
    # All three agree in the second game, the first two in the first. By chance: the first two agree
    # in both games or none, so once on average; the third agrees with each in one game.
    assert (found.pairs, found.agreeing, found.expected) == (6, 4, 3.0)
    assert found.probability == pytest.approx(0.5, abs=0.03)
    assert found == find_consensus([[0, 0, 1], [1, 1, 1]])
    assert str(found).startswith("4 of 6 pairs of tuners agree in a game, by chance 3.0 (p = 0.")
    assert find_consensus([[0, 1, 2]]) is None
    assert find_consensus([[0], [1]]) is None
    assert find_consensus([]) is None


def test_tuners_that_always_agree() -> None:
    found = find_consensus([[game % 3] * 4 for game in range(9)])
    assert found is not None
    assert (found.agreeing, found.expected) == (54, 18.0)
    assert found.probability == pytest.approx(1 / 5001)


def test_the_papers_tuners_agree_by_chance() -> None:
    """In its Table III, on the genetic operator."""
    found = find_consensus([[each.genetic for each in row.values()] for row in TABLE_III.values()])
    assert found is not None
    assert (found.pairs, found.agreeing) == (200, 80)
    assert found.expected == pytest.approx(80.45)
    assert found.probability > 0.4


def test_scores_over_ticks() -> None:
    plays = [
        record([[(A, 1.0)], [(B, 0.5)], [(A, 0.0)], [(A, 8.0)]]),
        record([[(B, 0.1)], [(B, 0.3)]]),
        record([[(A, 0.0), (A, 0.2)], [(B, 0.0)], [(B, 0.2)]]),
    ]
    pace, mood = average_scores(plays, SPACE)
    # Half of three plays, rounded up, go on for three ticks.
    assert pace == pytest.approx(
        np.array([[(1.0 + 0.1) / 2, 0.1], [0.55, (0.5 + 0.2 + 0.0) / 3], [0.3, 0.3]])
    )
    assert mood.shape == (3, 3)
    assert np.isnan(mood[:, 2]).all()
    assert [part.shape for part in average_scores([], SPACE)] == [(0, 2), (0, 3)]


def test_trends() -> None:
    """Two values rise by 0.1 a tick or fall by 0.3; what comes in the second half is nothing."""
    rise: Trials = [[(A, 0.1)], [(A, 0.3)], [(A, -9.0)], []]
    fall: Trials = [[(A, 0.6)], [(A, 0.0)], [(A, 9.0)]]
    mixed: Trials = [[(A, 0.1), (B, 0.6)], [(A, 0.3), (B, 0.0)], [], []]
    level: Trials = [[(A, 0.5)], [(A, 0.5)], [], []]
    short: Trials = [[(A, 0.5)], [(A, 0.9)]]
    found = find_trend(map(record, [rise, rise, fall, mixed, level, short]), SPACE)
    assert (found.rising, found.falling) == (2, 2)
    assert found.probability == 1.0
    assert find_trend([record(rise)] * 5, SPACE).probability == pytest.approx(1 / 16)
    assert find_trend([record(mixed)], SPACE) == Trend(0, 1)
    assert find_trend([], SPACE).as_json() == {"rising": 0, "falling": 0, "probability": 1.0}


def test_configurations() -> None:
    assert [str(each) for each in CONFIGURATIONS] == [
        "5-10-500", "5-10-1000", "5-10-5000", "10-15-500", "10-15-1000", "10-15-5000",
    ]  # fmt: skip
    for wrong in ("", "5-10", "5-10-x", "5-10-500-1", "-5-10-500"):
        with pytest.raises(ArenaError, match="is no configuration; write POPULATION-LENGTH-CALLS"):
            Configuration.parse(wrong)


@pytest.mark.skipif(not PAPER.is_file(), reason="no ../shared/papers here")
def test_the_published_figures_are_those_of_the_paper() -> None:
    lines = [line.split("\t") for line in PAPER.read_text().splitlines()]
    tuner, found = "", {}
    for line in lines:
        if len(line) == 9 and line[1].startswith("5-10-"):
            tuner = {"RND": "random"}.get(line[0], line[0].lower()) or tuner
            for place in (1, 5):
                numbers = re.findall(r"[\d.]+", " ".join(line[place + 1 : place + 4]))
                found[tuner, line[place]] = tuple(map(float, numbers))
    assert found == TABLE_II
    games = [line for line in lines if len(line) == 11 and line[0].isdecimal()]
    assert len(games) == 20
    for place, name in enumerate(ENTROPIES):
        entropies = [float(line[1 + 2 * place].rpartition(":")[2]) for line in games]
        assert ENTROPIES[name] == (min(entropies), max(entropies))
