"""A planner without a plan: the baseline for all others."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from babalab.games.game import Game, S
from babalab.planning.mind import Mind
from babalab.planning.planner import Planner, register_planner
from babalab.planning.tuners.space import Combination


@register_planner
@dataclass(frozen=True, kw_only=True)
class RandomPlanner(Planner):
    """Plays any of the legal actions, all equally likely, without thinking."""

    name: ClassVar[str] = "random"

    def mind(self, game: Game[S], chance: random.Random) -> Mind[S]:
        """See the class."""
        return _Thoughtless(game, chance)


class _Thoughtless(Mind[S]):
    def __init__(self, game: Game[S], chance: random.Random) -> None:
        super().__init__(game)
        self._chance = chance

    def look(self, state: S) -> None:
        self._legal = self.game.legal_actions(state)

    @property
    def cost(self) -> int:
        return 1 << 62

    def iterate(self, combination: Combination) -> float:
        return 0.0

    def decide(self) -> int:
        return self._chance.choice(self._legal or (0,))
