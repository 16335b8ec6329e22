"""Evolution strategy: the best stay, and mutants of theirs replace the rest.

Bhaumik and others, section Optimization Algorithms, parameters in section Experiments; Brownlee,
Clever Algorithms: mu = 10 parents, lambda = 20 children, so every parent has two. A mutation is one
change of the representation. Of equally good individuals the older stay, as in the authors' code.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from babalab.base.parameters import parameter
from babalab.generation.algorithms.algorithm import Algorithm, Ground, Search, register_algorithm
from babalab.generation.algorithms.population import candidates, first_population


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class EvolutionStrategy(Algorithm):
    """(mu + lambda), parents taking turns."""

    name: ClassVar[str] = "es"

    parents: int = parameter(10, "the best that stay: mu", low=1, high=100_000)
    children: int = parameter(20, "mutants of theirs in a generation: lambda", low=1, high=100_000)

    def search(self, ground: Ground) -> Search:
        """See `Algorithm`."""
        mutant = ground.representation.neighbour
        population = yield from first_population(ground, self.parents + self.children)
        while True:
            best = population.best(self.parents)
            children = [
                mutant(*best.individuals[child % self.parents], ground.chance)
                for child in range(self.children)
            ]
            population = best.joined(children, (yield candidates(children)))
