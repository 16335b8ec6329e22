"""Genetic algorithm: a new generation by crossover and mutation, and the best stay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from babalab.base.parameters import parameter
from babalab.generation.algorithms.algorithm import Algorithm, register_algorithm
from babalab.generation.algorithms.crossover import cross
from babalab.generation.algorithms.population import (
    Individual,
    RankedPopulation,
    make_candidates,
    make_first_population,
)
from babalab.generation.algorithms.protocol import Search, SearchContext
from babalab.generation.errors import GenerationError


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class Genetic(Algorithm):
    """Breed generations by rank selection, two-point crossover and mutation, and keep an elite.

    Bhaumik and others, section Optimization Algorithms, parameters in section Experiments;
    Brownlee, Clever Algorithms. There are 30 individuals, of which 1 stays. With probability 0.8 a
    new one comes from crossover, and then with probability 0.05 is mutated too; otherwise it is
    mutated only. Parents are selected by rank.

    Crossover is that of the text: the map as a row of tiles, with those between two points from the
    other parent. The authors' code takes a rectangle, but then keeps the first parent unchanged
    (``keeps=parent``), so that crossover has no effect there.
    """

    name: ClassVar[str] = "ga"
    needs_change_list: ClassVar[bool] = False

    size: int = parameter(30, "individuals in a generation", low=1, high=100_000)
    elite: int = parameter(1, "the best individuals, which stay", low=0, high=100_000)
    crossover: float = parameter(0.8, "probability of two parents", low=0, high=1)
    mutation: float = parameter(0.05, "probability of a change after crossover", low=0, high=1)
    keeps: Literal["child", "parent"] = parameter(
        "child", "what a crossover gives: the child, or the first parent, as in the authors' code"
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.elite >= self.size:
            raise GenerationError(
                f"elite={self.elite}: it must be less than the size of the population, {self.size}"
            )

    def search(self, context: SearchContext) -> Search:
        """See `Algorithm`."""
        population = yield from make_first_population(context, self.size)
        while True:
            elite = population.select_best(self.elite)
            children = [self._breed(population, context) for _ in range(self.size - self.elite)]
            population = elite.merge(children, (yield make_candidates(children)))

    def _breed(self, population: RankedPopulation, context: SearchContext) -> Individual:
        chance = context.chance
        map_, cursor = population.individuals[select_by_rank(len(population), chance)]
        if chance.random() < self.crossover:
            other, _ = population.individuals[select_by_rank(len(population), chance)]
            child = cross(map_, other, chance)
            map_ = child if self.keeps == "child" else map_
            if chance.random() >= self.mutation:
                return map_, cursor
        return context.representation.neighbour(map_, cursor, chance)


def select_by_rank(size: int, chance: np.random.Generator) -> int:
    """Draw a rank below `size`: the best, 0, has weight `size`, and the last has weight 1."""
    # Of all pairs of a number below `size` and one up to it, 2 * (size - i) have i as the lower.
    return int(min(chance.integers(size), chance.integers(size + 1)))
