"""EA: a population of combinations, of which the better half breeds."""

from __future__ import annotations

import random

from babalab.planning.tuners.mutation import draw_combination, mutate_combination
from babalab.planning.tuners.space import Combination, Space
from babalab.planning.tuners.tuner import Tuner

POPULATION = 50
"""Lambda of paper C."""
ELITE = 25
"""Mu of paper C."""
CROSSOVER = 0.5
"""The probability that a new combination has two parents: p_cross of paper C."""


class Evolution(Tuner):
    """Paper C, §III-C 3: lambda = 50 combinations, mu = 25 of them elite, p_cross = 0.5.

    Every combination of the population is used once, and its payoff is its fitness. Then the elite
    stays, to be used again, and the rest is bred: with probability p_cross by uniform crossover
    of two of the elite, else by giving another value to one parameter of one of them. Parents are
    drawn at random.
    """

    name = "ea"

    def __init__(
        self,
        space: Space,
        chance: random.Random,
        *,
        discount: float = 1.0,
        population: int = POPULATION,
        elite: int = ELITE,
        crossover: float = CROSSOVER,
    ) -> None:
        if not 1 <= elite <= population:
            raise ValueError(f"elite={elite}: it must be from 1 to the population, {population}")
        super().__init__(space, chance, discount=discount)
        self.size = population
        self.elite_size = elite
        self.crossover = crossover
        self.fitness: list[float] = []
        self.population = self._draw_population()

    def propose(self) -> Combination:
        """Return the first of the population that was not used yet."""
        return self.population[len(self.fitness)]

    def reward(self, combination: Combination, payoff: float) -> None:
        """Reward the population in its order; other combinations are only counted."""
        super().reward(combination, payoff)
        if combination != self.population[len(self.fitness)]:
            return
        self.fitness.append(payoff)
        if len(self.fitness) == self.size:
            self._breed()

    def tick(self) -> None:
        """Begin anew if nothing is to be remembered.

        Otherwise only the statistics fade: payoffs are forgotten after a generation anyway, and
        negative payoffs would rise by fading.
        """
        super().tick()
        if self.discount == 0.0:
            self.fitness, self.population = [], self._draw_population()

    def _draw_population(self) -> list[Combination]:
        return [draw_combination(self.space, self.chance) for _ in range(self.size)]

    def _breed(self) -> None:
        order = sorted(range(self.size), key=self.fitness.__getitem__, reverse=True)
        elite = [self.population[number] for number in order[: self.elite_size]]
        children = [self._breed_child(elite) for _ in range(self.size - self.elite_size)]
        self.population = [*elite, *children]
        self.fitness = []

    def _breed_child(self, elite: list[Combination]) -> Combination:
        chance = self.chance
        if len(elite) > 1 and chance.random() < self.crossover:
            one, other = chance.sample(elite, 2)
            return tuple(
                mine if chance.random() < 0.5 else theirs
                for mine, theirs in zip(one, other, strict=True)
            )
        return mutate_combination(self.space, chance.choice(elite), chance)
