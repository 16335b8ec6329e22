"""Planners whose settings a tuner chooses while they play."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from babalab.base.parameters import parameter
from babalab.games.game import Game
from babalab.planning.planner import Planner
from babalab.planning.tuners.fixed_tuner import FixedTuner
from babalab.planning.tuners.making import make_tuner
from babalab.planning.tuners.space import Space, online_space
from babalab.planning.tuners.tuner import Tuner
from babalab.planning.tuners.ucb1 import EXPLORATION


@dataclass(frozen=True, kw_only=True)
class SelfTuning:
    """The parameters of planners and agents that tune themselves: the tuner, and how it learns."""

    tuner: Literal["mab", "nmc", "ea", "ntbea", "random", "random-fixed"] = parameter(
        "ntbea", "what chooses the settings of every iteration"
    )
    discount: float = parameter(
        1.0, "how much of what was learned stays after a move: 1 all, 0 nothing", low=0.0, high=1.0
    )
    exploration: float = parameter(
        EXPLORATION, "weight of exploration in the tuner's bandits", low=0.0, high=1000.0
    )

    def tuner_of(self, space: Space, chance: random.Random) -> Tuner:
        """Return a new tuner that chooses from this space."""
        return make_tuner(
            self.tuner, space, chance, discount=self.discount, exploration=self.exploration
        )


@dataclass(frozen=True, kw_only=True)
class Tuned(SelfTuning, Planner):
    """Base of planners that tune themselves: paper C, §III.

    A subclass sets `tunes` to a planner. A tuner chooses the values of that planner's parameters
    with `online` values anew for every iteration.
    """

    tunes: ClassVar[type[Planner]]

    merged: bool = parameter(
        True, "whether combinations with the same effect count as one; false as in the paper"
    )

    @property
    def space(self) -> Space:
        """Return the space the tuner chooses from."""
        return online_space(self.tunes, merged=self.merged)

    def begin_tuning(self, chance: random.Random) -> Tuner:
        """See `Planner`."""
        return self.tuner_of(self.space, chance)

    def purpose_of_tuning(self, game: Game[Any]) -> str:
        """See `Planner`: where one draw decides a whole play, it is another one on every level."""
        purpose = super().purpose_of_tuning(game)
        if self.tuner != FixedTuner.name:
            return purpose
        return f"{purpose} of {game.name}: {game.level.text}"
