"""Write a game in one class, and let a planner play it that tunes itself while it plays.

Run it with ``python examples/a_game_of_your_own.py``.
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

from babalab.games import Game, GameLevel
from babalab.planning import make_planner, play

WIDTH, HEIGHT = 5, 6


class Orchard(NamedTuple):
    """A state: the basket, where each apple is, and how many were caught or missed."""

    basket: int
    apples: tuple[tuple[int, int], ...] = ()
    caught: int = 0
    missed: int = 0


class Apples(Game[Orchard]):
    """Catch ten apples before three have hit the ground."""

    name = "apples"
    actions = ("wait", "left", "right")
    stochastic = True

    @classmethod
    def levels(cls) -> Sequence[GameLevel]:
        return [GameLevel("orchard", "")]

    def start(self, chance: random.Random) -> Orchard:
        return Orchard(WIDTH // 2)

    def step(self, state: Orchard, action: int, chance: random.Random) -> Orchard:
        if self.over(state):
            return state
        basket = min(max(state.basket + (0, -1, 1)[action], 0), WIDTH - 1)
        landed = [x for x, y in state.apples if y + 1 == HEIGHT]
        apples = [(x, y + 1) for x, y in state.apples if y + 1 < HEIGHT]
        if chance.random() < 0.2:
            apples.append((chance.randrange(WIDTH), 0))
        caught, missed = landed.count(basket), len(landed) - landed.count(basket)
        return Orchard(basket, tuple(apples), state.caught + caught, state.missed + missed)

    def score(self, state: Orchard) -> float:
        return float(state.caught - state.missed)

    def won(self, state: Orchard) -> bool:
        return state.caught >= 10 and not self.lost(state)

    def lost(self, state: Orchard) -> bool:
        return state.missed >= 3


for spec in ("random", "rhea-adaptive:tuner=ntbea,length=6,calls=500"):
    plays = [play(Apples(Apples.levels()[0]), make_planner(spec), seed) for seed in range(10)]
    print(f"{spec}: {sum(each.won for each in plays)} of {len(plays)} won")
