"""One step ahead: the least that can be called planning."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab.games.game import Game, S
from babalab.planning.fitness import Fitness
from babalab.planning.mind import Mind
from babalab.planning.parameters import parameter
from babalab.planning.planner import Planner
from babalab.planning.registry import register_planner
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
        self._ends: list[tuple[int, float, float]] = []  # action, score, what its end is worth

    @property
    def cost(self) -> int:
        return len(self._legal) if self._left else 1 << 62

    def iterate(self, combination: Combination) -> float:  # noqa: ARG002
        self._left -= 1
        for action in self._legal:
            ends = self.game.play_plans(self._state, np.array([[action]], np.uint8), self._chance)
            self.calls += 1
            self._fitness.meet(ends.scores)
            outcome = float(self._fitness.outcomes(ends)[0])
            self._ends.append((action, float(ends.scores[0]), outcome))
        return 0.0

    def decide(self) -> int:
        worth = dict.fromkeys(self._legal or (0,), 0.0)
        for action, score, outcome in self._ends:
            worth[action] += float(self._fitness.normalised(np.array([score]))[0]) + outcome
        best = max(worth.values())
        return self._chance.choice([action for action in worth if worth[action] == best])
