"""A population: maps, each with its cursor, the best first."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babalab.generation.algorithms.algorithm import Candidates, Ground
from babalab.generation.problems.problem import Judged, Maps

Individual = tuple[Maps, int]
"""A map and its cursor."""


@dataclass(frozen=True, slots=True)
class Population:
    """Individuals and their fitness, the best first."""

    individuals: Sequence[Individual]
    fitness: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.individuals)

    def best(self, count: int) -> Population:
        """So many of them."""
        return Population(self.individuals[:count], self.fitness[:count])

    def joined(self, others: Sequence[Individual], judged: Judged) -> Population:
        """These and others in one order; of equally good ones those that were there before."""
        individuals = [*self.individuals, *others]
        fitness = np.concatenate([self.fitness, judged.fitness])
        order = np.argsort(-fitness, kind="stable")
        return Population([individuals[i] for i in order], fitness[order])


def candidates(individuals: Sequence[Individual]) -> Candidates:
    """Ask about these."""
    return Candidates(np.stack([map_ for map_, _ in individuals]))


def first_population(ground: Ground, size: int) -> Generator[Candidates, Judged, Population]:
    """The start map and random others; asks about the others and returns all of them."""
    begin = ground.representation.begin
    start = Population([(ground.start, begin(ground.chance))], ground.judged.fitness)
    if size == 1:
        return start
    maps = ground.problem.random_maps(ground.chance, size - 1)
    others = [(map_, begin(ground.chance)) for map_ in maps]
    return start.joined(others, (yield candidates(others)))
