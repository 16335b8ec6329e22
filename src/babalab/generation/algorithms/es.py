"""Evolution strategy: the best stay, and their mutants replace the rest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from babalab.base.parameters import parameter
from babalab.generation.algorithms.algorithm import Algorithm, register_algorithm
from babalab.generation.algorithms.population import make_candidates, make_first_population
from babalab.generation.algorithms.protocol import Search, SearchContext


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class MuPlusLambda(Algorithm):
    """Keep the mu best maps, and replace the rest by lambda mutants of theirs.

    Bhaumik and others, section Optimization Algorithms, parameters in section Experiments;
    Brownlee, Clever Algorithms: mu = 10 parents, lambda = 20 children, so every parent has two. A
    mutation is one change of the representation. Among equals the older stay, as in the authors'
    code.
    """

    name: ClassVar[str] = "es"
    needs_change_list: ClassVar[bool] = False

    parents: int = parameter(10, "mu: the best individuals, which stay", low=1, high=100_000)
    children: int = parameter(20, "lambda: their mutants in a generation", low=1, high=100_000)

    def search(self, context: SearchContext) -> Search:
        """See `Algorithm`."""
        mutate = context.representation.neighbour
        population = yield from make_first_population(context, self.parents + self.children)
        while True:
            best = population.select_best(self.parents)
            children = [
                mutate(*best.individuals[child % self.parents], context.chance)
                for child in range(self.children)
            ]
            population = best.merge(children, (yield make_candidates(children)))
