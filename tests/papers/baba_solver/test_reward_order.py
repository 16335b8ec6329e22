"""The order of the rewards: what counts as real, against figures worked out by hand."""

from __future__ import annotations

import pytest

from babalab.papers.baba_solver.published import ROWS
from babalab.papers.baba_solver.reward_order import (
    compare_rewards,
    count_in_order,
    make_order_exhibit,
)


def test_the_papers_own_figures_do_not_settle_its_order() -> None:
    assert {row.name: row.won for row in ROWS} == {"RL": 74, "RL-0": 70, "RL-d": 81}
    rates = {name: [0.5, 0.5] for name in ("RL", "RL-0", "RL-d")}
    for pair in compare_rewards(rates):
        assert pair.published > 0
        assert pair.published_interval[0] < 0 < pair.published_interval[1]


def test_differences_are_taken_seed_by_seed() -> None:
    # Seeds differ much, the rewards little but always alike: 8 signs in a row, 2 of 256.
    seeds = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
    rates = {"RL-d": [each - 0.01 for each in seeds], "RL": seeds, "RL-0": seeds}
    found = {(pair.better, pair.worse): pair for pair in compare_rewards(rates)}
    worse, equal = found["RL-d", "RL"], found["RL", "RL-0"]
    assert worse.mean == pytest.approx(-0.01)
    assert worse.interval == pytest.approx((-0.01, -0.01))
    assert worse.probability == 2 / 256
    assert worse.verdict == "the reverse"
    assert (equal.mean, equal.probability, equal.verdict) == (0, 1, "open")


def test_a_verdict_takes_three_pairs_into_account() -> None:
    # Six signs alike have the probability 2/64 = 0.031, which is not below 0.05 / 3.
    rates = {"RL-d": [0.6] * 6, "RL": [0.5] * 6, "RL-0": [0.4] * 6}
    assert {pair.verdict for pair in compare_rewards(rates)} == {"open"}
    more = {name: each * 2 for name, each in rates.items()}
    assert {pair.verdict for pair in compare_rewards(more)} == {"the same"}


def test_seeds_in_the_papers_order() -> None:
    rates = {"RL-d": [3, 3, 1, 2], "RL": [2, 2, 2, 2], "RL-0": [1, 2, 3, 1]}
    assert count_in_order(rates) == 1


def test_one_seed_has_no_interval() -> None:
    compared = compare_rewards({"RL-d": [0.5], "RL": [0.4], "RL-0": [0.3]})
    exhibit = make_order_exhibit({"paper-code": compared}, 34)
    assert exhibit.rows[0] == [
        "RL-d less RL", "paper-code", "+4.1", "-6.4 to +14.5", "+10.0", "", "1.000", "open",
    ]  # fmt: skip
    assert compared[0].as_json()["interval"] is None
