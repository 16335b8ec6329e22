"""The regret of tuners on made-up combinatorial bandits.

Paper C, §III-C, sees on-line tuning as such a bandit. Here the worth of every combination is known,
so that it is known too what a tuner could have had.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from babalab.base.random_streams import derive_stream
from babalab.planning.tuners import TUNERS, Combination, Space, Tuner, make_tuner

Noise = Literal["bernoulli", "gaussian"]
SPREAD = 0.3
"""The standard deviation of Gaussian payoffs."""
LEARNERS = tuple(name for name in TUNERS if name != "random-fixed")
"""The paper's tuners: what never changes has no regret worth drawing."""
LOWEST, HIGHEST = 0.1, 0.9
"""The mean payoffs of the worst and the best arm of a bandit drawn at random."""


@dataclass(frozen=True)
class SyntheticBandit:
    """A space in which the mean payoff of every arm is known."""

    space: Space
    means: Mapping[Combination, float]
    noise: Noise = "gaussian"

    @cached_property
    def best(self) -> Combination:
        """Return the arm with the highest mean."""
        return max(self.means, key=self.means.__getitem__)

    def mean(self, combination: Combination) -> float:
        """Return the mean payoff of a combination."""
        return self.means[self.space.canonical(combination)]

    def draw_payoff(self, combination: Combination, chance: random.Random) -> float:
        """Return what using a combination pays this time."""
        mean = self.mean(combination)
        if self.noise == "bernoulli":
            return float(chance.random() < mean)
        return chance.gauss(mean, SPREAD)


BanditMaker = Callable[[Space, int, Noise], SyntheticBandit]


def make_additive_bandit(space: Space, seed: int, noise: Noise = "gaussian") -> SyntheticBandit:
    """Draw a bandit whose combinations pay the mean of what their values pay, each by itself."""
    return _make_bandit(space, seed, noise, together=1)


def make_interacting_bandit(space: Space, seed: int, noise: Noise = "gaussian") -> SyntheticBandit:
    """Draw a bandit whose combinations pay the mean of what each two of their values pay."""
    return _make_bandit(space, seed, noise, together=2)


def _make_bandit(space: Space, seed: int, noise: Noise, together: int) -> SyntheticBandit:
    chance = derive_stream(seed, together)
    worth: dict[tuple[tuple[int, int | None], ...], float] = {}
    drawn = {}
    for arm in space.arms:
        parts = itertools.combinations(enumerate(space.effective(arm)), together)
        drawn[arm] = float(np.mean([worth.setdefault(part, chance.random()) for part in parts]))
    low, high = min(drawn.values()), max(drawn.values())
    scale = (HIGHEST - LOWEST) / (high - low) if high > low else 0.0
    return SyntheticBandit(
        space, {arm: LOWEST + (value - low) * scale for arm, value in drawn.items()}, noise
    )


def pull(tuner: Tuner, bandit: SyntheticBandit, uses: int, chance: random.Random) -> list[float]:
    """Let a tuner choose `uses` times; return the mean regret of each choice."""
    highest = bandit.means[bandit.best]
    regrets = []
    for _ in range(uses):
        combination = tuner.propose()
        tuner.reward(combination, bandit.draw_payoff(combination, chance))
        regrets.append(highest - bandit.mean(combination))
    return regrets


@dataclass(frozen=True)
class RegretCurve:
    """One tuner on several bandits of a kind: the regret so far after every use."""

    tuner: str
    mean: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    """The least and the most of any of the bandits."""
    best_share: float
    """The share of uses of the best arm in the last quarter."""


def measure_regret(
    make: BanditMaker,
    space: Space,
    *,
    uses: int,
    seeds: Sequence[int],
    noise: Noise = "bernoulli",
    tuners: Iterable[str] = LEARNERS,
) -> list[RegretCurve]:
    """Let every tuner choose on the same bandits, one for each seed."""
    curves = []
    for name in tuners:
        regrets = np.array(
            [
                pull(
                    make_tuner(name, space, derive_stream(seed, name)),
                    make(space, seed, noise),
                    uses,
                    derive_stream(seed, f"{name} payoffs"),
                )
                for seed in seeds
            ]
        )
        sums = regrets.cumsum(axis=1)
        last = regrets[:, -(uses // 4) :]
        share = float((last < 1e-12).mean()) if last.size else 0.0
        curves.append(RegretCurve(name, sums.mean(0), sums.min(0), sums.max(0), share))
    return curves
