"""Simulated annealing: also accept a worse neighbour, the more rarely the colder it is."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from babalab.base.parameters import parameter
from babalab.generation.algorithms.algorithm import Algorithm, register_algorithm
from babalab.generation.algorithms.protocol import Candidates, Search, SearchContext


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class Annealing(Algorithm):
    """Accept a random neighbour with probability ``exp(-loss / temperature)``.

    Bhaumik and others, section Optimization Algorithms, parameters in section Experiments; Russell
    and Norvig, section Simulated annealing. The temperature is 10, times 0.99 after every
    neighbour.
    """

    name: ClassVar[str] = "annealing"
    needs_change_list: ClassVar[bool] = False

    temperature: float = parameter(10.0, "temperature at the start", low=0, high=1e9)
    cooling: float = parameter(0.99, "factor of the temperature after each step", low=0, high=1)

    def search(self, context: SearchContext) -> Search:
        """See `Algorithm`."""
        map_, fitness = context.start, float(context.judged.fitness[0])
        cursor = context.representation.begin(context.chance)
        temperature = self.temperature
        while True:
            changed, moved = context.representation.neighbour(map_, cursor, context.chance)
            judged = yield Candidates(changed[None])
            neighbour = float(judged.fitness[0])
            probability = compute_acceptance(fitness - neighbour, temperature)
            if context.chance.random() < probability:
                map_, cursor, fitness = changed, moved, neighbour
            temperature *= self.cooling


def compute_acceptance(loss: float, temperature: float) -> float:
    """Return the probability that a neighbour that is worse by `loss` is accepted.

    >>> [round(compute_acceptance(loss, 10), 3) for loss in (-3, 0, 10)]
    [1.0, 1.0, 0.368]
    >>> compute_acceptance(1, 0)
    0.0
    """
    if loss <= 0:
        return 1.0
    return math.exp(-loss / temperature) if temperature > 0 else 0.0
