"""Planning one step ahead."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab.base.parameters import parameter
from babalab.games.game import Game, S
from babalab.planning.fitness import Fitness, Numbers
from babalab.planning.mind import Mind
from babalab.planning.planner import Planner, register_planner
from babalab.planning.tuners.space import Combination


@register_planner
@dataclass(frozen=True, kw_only=True)
class OneStep(Planner):
    """Tries each legal action a few times and plays the one that led to the best states.

    In games without chance once is enough. States are valued by the `Fitness` of paper C; any of
    equals is played.
    """

    name: ClassVar[str] = "one-step"

    tries: int = parameter(
        5, "times each action is tried where chance has a say", low=1, high=10_000, tuned=(1, 20)
    )

    def mind(self, game: Game[S], chance: random.Random) -> Mind[S]:
        """See the class."""
        return _Glance(game, chance, self.tries if game.stochastic else 1)


class _Glance(Mind[S]):
    """One iteration tries one action after the other, once each."""

    def __init__(self, game: Game[S], chance: random.Random, tries: int) -> None:
        super().__init__(game)
        self._chance = chance
        self._tries = tries
        self._fitness = Fitness()

    def look(self, state: S) -> None:
        self._state = state
        self._legal = list(self.game.legal_actions(state))
        self._left = self._tries if self._legal else 0
        self._ends: list[tuple[Numbers, Numbers]] = []  # scores, and bonuses for winning or losing

    @property
    def cost(self) -> int:
        return len(self._legal) if self._left else 1 << 62

    def iterate(self, combination: Combination) -> float:
        self._left -= 1
        plans = np.array(self._legal, np.uint8).reshape(-1, 1)
        ends = self.game.play_plans(self._state, plans, self._chance)
        self.calls += ends.calls
        self._fitness.note_scores(ends.scores)
        self._ends.append((ends.scores, self._fitness.rate_outcomes(ends)))
        return 0.0

    def decide(self) -> int:
        actions = self._legal or [0]
        worth = np.zeros(len(actions))
        for scores, outcomes in self._ends:
            worth += self._fitness.normalise(scores) + outcomes
        best = np.flatnonzero(worth == worth.max())
        return actions[int(self._chance.choice(best))]
