"""A population of maps, the best first."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babalab.generation.algorithms.protocol import Candidates, SearchContext
from babalab.generation.problems.values import Judgement, Maps

Individual = tuple[Maps, int]
"""A map and its cursor."""


@dataclass(frozen=True, slots=True)
class RankedPopulation:
    """Individuals and their fitness, the best first."""

    individuals: Sequence[Individual]
    fitness: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.individuals)

    def select_best(self, count: int) -> RankedPopulation:
        """Return the `count` best."""
        return RankedPopulation(self.individuals[:count], self.fitness[:count])

    def merge(self, others: Sequence[Individual], judged: Judgement) -> RankedPopulation:
        """Return these and others in one order; among equals, these come first."""
        individuals = [*self.individuals, *others]
        fitness = np.concatenate([self.fitness, judged.fitness])
        order = np.argsort(-fitness, kind="stable")
        return RankedPopulation([individuals[i] for i in order], fitness[order])


def make_candidates(individuals: Sequence[Individual]) -> Candidates:
    """Return the question about these individuals."""
    return Candidates(np.stack([map_ for map_, _ in individuals]))


def make_first_population(
    context: SearchContext, size: int
) -> Generator[Candidates, Judgement, RankedPopulation]:
    """Ask about random maps, and return them together with the start map."""
    begin = context.representation.begin
    start = RankedPopulation([(context.start, begin(context.chance))], context.judged.fitness)
    if size == 1:
        return start
    maps = context.problem.random_maps(context.chance, size - 1)
    others = [(map_, begin(context.chance)) for map_ in maps]
    return start.merge(others, (yield make_candidates(others)))
