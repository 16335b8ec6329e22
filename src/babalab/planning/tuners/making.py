"""The registry of tuners."""

from __future__ import annotations

import random
from typing import Final

from babalab.base.parameters import ParameterError
from babalab.base.registry import Registry
from babalab.planning.tuners.ea import Evolution
from babalab.planning.tuners.fixed_tuner import FixedTuner
from babalab.planning.tuners.mab import MultiArmedBandit
from babalab.planning.tuners.nmc import NaiveMonteCarlo
from babalab.planning.tuners.ntbea import NTupleBandit
from babalab.planning.tuners.random_tuner import RandomTuner
from babalab.planning.tuners.space import Space
from babalab.planning.tuners.tuner import BanditTuner, Tuner
from babalab.planning.tuners.ucb1 import EXPLORATION

TUNERS: Final[Registry[type[Tuner]]] = Registry(
    "tuner",
    ParameterError,
    (MultiArmedBandit, NaiveMonteCarlo, Evolution, NTupleBandit, RandomTuner, FixedTuner),
)
"""In the order of paper C; the last is only in its data."""


def make_tuner(
    name: str,
    space: Space,
    chance: random.Random,
    *,
    discount: float = 1.0,
    exploration: float = EXPLORATION,
) -> Tuner:
    """Return a new tuner of this name that draws from this stream.

    `exploration` is the constant C of tuners that have bandits. Raises `ParameterError` if there is
    no such tuner.
    """
    kind = TUNERS.named(name)
    if issubclass(kind, BanditTuner):
        return kind(space, chance, discount=discount, exploration=exploration)
    return kind(space, chance, discount=discount)
