"""Genetic algorithm: a new generation by crossover and mutation, and the best stay.

Bhaumik and others, section Optimization Algorithms, parameters in section Experiments; Brownlee,
Clever Algorithms. 30 individuals, 1 of them stays; a new one comes with chance 0.8 of crossover,
and then with chance 0.05 of mutation too, otherwise of mutation alone. Parents are selected by
rank.

Crossover is that of the text: the map as a row of tiles, and the values between two points come
from the other parent. The authors' code takes a rectangle, but then keeps the first parent as it
is, so that there crossover does nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab.base.parameters import parameter
from babalab.generation.algorithms.algorithm import Algorithm, Ground, Search, register_algorithm
from babalab.generation.algorithms.crossover import crossed
from babalab.generation.algorithms.population import (
    Individual,
    Population,
    candidates,
    first_population,
)
from babalab.generation.errors import GenerationError


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class Genetic(Algorithm):
    """Generations with an elite, rank selection, two-point crossover and mutation."""

    name: ClassVar[str] = "ga"

    size: int = parameter(30, "individuals in a generation", low=1, high=100_000)
    elite: int = parameter(1, "the best that stay", low=0, high=100_000)
    crossover: float = parameter(0.8, "chance of two parents", low=0, high=1)
    mutation: float = parameter(0.05, "chance of a change after crossover", low=0, high=1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.elite >= self.size:
            raise GenerationError(
                f"elite={self.elite}: it must be less than the size of the population, {self.size}"
            )

    def search(self, ground: Ground) -> Search:
        """See `Algorithm`."""
        population = yield from first_population(ground, self.size)
        while True:
            elite = population.best(self.elite)
            children = [self._child(population, ground) for _ in range(self.size - self.elite)]
            population = elite.joined(children, (yield candidates(children)))

    def _child(self, population: Population, ground: Ground) -> Individual:
        chance = ground.chance
        map_, cursor = population.individuals[rank_selected(len(population), chance)]
        if chance.random() < self.crossover:
            other, _ = population.individuals[rank_selected(len(population), chance)]
            map_ = crossed(map_, other, chance)
            if chance.random() >= self.mutation:
                return map_, cursor
        return ground.representation.neighbour(map_, cursor, chance)


def rank_selected(size: int, chance: np.random.Generator) -> int:
    """One of so many, the best first, with a weight of `size`, the last with a weight of 1."""
    # Of all pairs of a number below `size` and one up to it, 2 * (size - i) have i as the lower.
    return int(min(chance.integers(size), chance.integers(size + 1)))
