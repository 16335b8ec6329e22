"""Rolling horizon evolution during one play."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Final

import numpy as np

from babalab.games.game import Ends, Game, Plans, S
from babalab.planning.fitness import FITNESSES
from babalab.planning.mind import Mind
from babalab.planning.rhea.draws import Draws
from babalab.planning.rhea.judged import JudgedPopulation
from babalab.planning.rhea.operators import Breeder, Operators
from babalab.planning.rhea.population import Ranked
from babalab.planning.tuners.space import Combination, online_space

SPACE = online_space(Operators)
OPERATORS = {each: Operators(**SPACE.settings(each)) for each in SPACE.all}  # type: ignore[arg-type]


def _clip_gain(gain: float) -> float:
    return min(max(gain, -1.0), 1.0)


def _rate_success(gain: float) -> float:
    return float(gain > 0.0)


PAYOFFS: Final[dict[str, Callable[[float], float]]] = {
    "gain": _clip_gain,
    "success": _rate_success,
}
"""Functions from the gain of a generation to what the tuner is told."""


class HorizonMind(Mind[S]):
    """A mind that evolves plans of the next moves: paper C, Algorithm 1.

    An iteration is a generation. Its gain is the fitness of the best of its offspring minus that of
    the best plan before it. The payoff is the gain, clipped to between -1 and 1, the range that the
    constants of the tuners are made for: otherwise finding a win would be worth ten times
    everything else. With `payoff="success"` it is 1 for a gain and 0 for none.
    """

    def __init__(
        self,
        game: Game[S],
        chance: random.Random,
        *,
        length: int,
        population: int,
        elite: int,
        shift: bool,
        fitness: str = "score",
        softmax: str = "share",
        flat: float = 0.0,
        payoff: str = "gain",
    ) -> None:
        super().__init__(game)
        self._population: JudgedPopulation | None = None
        self._ends: Ends[S] | None = None
        self._chance = chance
        self._shape = (population, length)
        self._elite = elite
        self._shift = shift
        self._judge = FITNESSES[fitness](flat=flat)
        self._draws = Draws(chance)
        self._softmax = softmax
        self._pay = PAYOFFS[payoff]
        self.breeder = Breeder(length, len(game.actions), self._draws, softmax)

    @property
    def population(self) -> Ranked | None:
        """The plans of the state last looked at."""
        return self._population

    @property
    def cost(self) -> int:
        """The calls for playing all offspring to the end."""
        plans, length = self._shape
        return (plans - self._elite) * length

    def look(self, state: S) -> None:
        """Shift the population; the first time, begin with random plans."""
        self._state = state
        plans, length = self._shape
        values = len(self.game.actions)
        if self._population is None or not self._shift:
            random_plans = self._draws.below(values, plans * length).astype(np.uint8)
            first = random_plans.reshape(plans, length)
            self._population = JudgedPopulation(
                first, self._play_plans(first), self._judge, self._elite
            )
        else:
            self._population.shift(self._draws.below(values, plans))
            self._ends = None  # those were of the state before
        self.breeder.log.clear()
        self.breeder.log.add(self._population.plans.copy())

    def iterate(self, combination: Combination) -> float:
        """Run one generation."""
        assert self._population is not None
        offspring = self.breeder.breed(self._population, OPERATORS[combination])
        self.breeder.log.add(offspring)
        return self._pay(self._population.accept_offspring(offspring, self._play_plans(offspring)))

    def decide(self) -> int:
        """Return the first action of the best plan that begins with a legal one."""
        assert self.population is not None
        legal = self.game.legal_actions(self._state)
        for action in self.population.plans[:, 0].tolist():
            if action in legal:
                return int(action)
        return self._chance.choice(legal or (0,))

    def winning_plan(self) -> list[int] | None:
        """Return the shortest winning plan among those played last; None if none won."""
        ends = self._ends
        if ends is None or not ends.won.any():
            return None
        shortest = int(np.where(ends.won, ends.lengths, np.iinfo(np.int64).max).argmin())
        return [int(action) for action in ends.actions[shortest, : ends.lengths[shortest]]]

    def _play_plans(self, plans: Plans) -> Ends[S]:
        ends = self._ends = self.game.play_plans(self._state, plans, self._chance)
        self.calls += ends.calls
        return ends
