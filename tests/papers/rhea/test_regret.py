"""Made-up bandits, the regret on them, and its picture."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from babalab.papers.rhea.regret import (
    LEARNERS,
    SyntheticBandit,
    make_additive_bandit,
    make_interacting_bandit,
    measure_regret,
    pull,
)
from babalab.papers.rhea.regret_picture import draw_regret
from babalab.papers.rhea.tuner_regret import make_tuner_regret
from babalab.planning.tuners import Constant, make_tuner
from babalab.tuning.pictures import PictureError
from support.bandits import small_space, table_1

SPACE = small_space(2, 3)


def test_regret_is_what_is_short_of_the_best() -> None:
    means = {arm: 0.1 * number for number, arm in enumerate(SPACE.arms)}
    bandit = SyntheticBandit(SPACE, means, "bernoulli")
    assert bandit.best == (1, 2)
    for number, arm in enumerate(SPACE.arms):
        regrets = pull(Constant(SPACE, arm), bandit, 3, random.Random(0))
        assert regrets == pytest.approx([0.5 - 0.1 * number] * 3)


@pytest.mark.parametrize("noise", ["bernoulli", "gaussian"])
def test_payoffs_have_their_mean(noise: str) -> None:
    bandit = SyntheticBandit(SPACE, dict.fromkeys(SPACE.arms, 0.3), noise)  # type: ignore[arg-type]
    chance = random.Random(1)
    payoffs = [bandit.draw_payoff((0, 0), chance) for _ in range(4000)]
    assert np.mean(payoffs) == pytest.approx(0.3, abs=4 * np.std(payoffs) / 4000**0.5)
    assert ({*payoffs} == {0.0, 1.0}) == (noise == "bernoulli")


def test_values_add_up_or_interact() -> None:
    """What changing one value brings is the same beside all others, or is not."""

    def gains(bandit: SyntheticBandit) -> list[float]:
        return [bandit.mean((1, other)) - bandit.mean((0, other)) for other in range(3)]

    assert gains(make_additive_bandit(SPACE, 3)) == pytest.approx(
        [gains(make_additive_bandit(SPACE, 3))[0]] * 3
    )
    assert np.std(gains(make_interacting_bandit(SPACE, 3))) > 0.05
    for make in (make_additive_bandit, make_interacting_bandit):
        bandit = make(table_1(), 3)
        assert (min(bandit.means.values()), max(bandit.means.values())) == pytest.approx((0.1, 0.9))
        assert make(table_1(), 3).means == bandit.means != make(table_1(), 4).means


def test_curves_are_sums_of_all_regrets() -> None:
    (curve,) = measure_regret(
        make_additive_bandit, SPACE, uses=40, seeds=[1, 2], noise="gaussian", tuners=["mab"]
    )
    single = [
        pull(
            make_tuner("mab", SPACE, random.Random(f"{seed} mab")),
            make_additive_bandit(SPACE, seed, "gaussian"),
            40,
            random.Random(f"{seed} mab payoffs"),
        )
        for seed in (1, 2)
    ]
    assert curve.mean[-1] == pytest.approx((sum(single[0]) + sum(single[1])) / 2)
    assert sorted([curve.low[-1], curve.high[-1]]) == pytest.approx(sorted(map(sum, single)))
    assert curve.best_share == np.mean([regret < 1e-12 for run in single for regret in run[30:]])


def test_curves_are_drawn(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra babalab[report] is not installed")
    curves = measure_regret(
        make_additive_bandit, SPACE, uses=1000, seeds=[1, 2], tuners=["mab", "ea"]
    )
    draw_regret(tmp_path / "one.svg", {"costs $5": curves})
    draw_regret(tmp_path / "two.svg", {"costs $5": curves})
    drawn = (tmp_path / "one.svg").read_bytes()
    assert drawn == (tmp_path / "two.svg").read_bytes()
    draw_regret(tmp_path / "three.svg", {"costs $5": curves[:1]})
    assert len((tmp_path / "three.svg").read_bytes()) < len(drawn)


@pytest.mark.parametrize("panels", [{}, {"nothing": []}])
def test_nothing_can_not_be_drawn(panels: dict[str, list[object]], tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="no curve"):
        draw_regret(tmp_path / "x.png", panels)  # type: ignore[arg-type]


def test_the_tuners_side_by_side() -> None:
    """Every tuner, on 99 and on 270 arms; after 150 uses two are ahead of chance."""
    exhibit = make_tuner_regret(uses=150, seeds=range(3))
    assert len(exhibit.rows) == 3 * len(LEARNERS)
    assert exhibit.as_json()["uses"] == 150
    additive = {row[1]: float(row[2]) for row in exhibit.rows[: len(LEARNERS)]}
    assert additive["nmc"] < additive["random"]
    assert additive["ntbea"] < additive["random"]
