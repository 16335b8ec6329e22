"""Simulated annealing: a worse neighbour is taken too, the more rarely the colder it is.

Bhaumik and others, section Optimization Algorithms, parameters in section Experiments; Russell and
Norvig, section Simulated annealing. Temperature 10, times 0.99 after every neighbour.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

from babalab.base.parameters import parameter
from babalab.generation.algorithms.algorithm import (
    Algorithm,
    Candidates,
    Ground,
    Search,
    register_algorithm,
)


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class Annealing(Algorithm):
    """One neighbour at a time; it is taken with the chance ``exp(-loss / temperature)``."""

    name: ClassVar[str] = "annealing"

    temperature: float = parameter(10.0, "at the start", low=0, high=1e9)
    cooling: float = parameter(0.99, "what it is multiplied by each time", low=0, high=1)

    def search(self, ground: Ground) -> Search:
        """See `Algorithm`."""
        map_, fitness = ground.start, float(ground.judged.fitness[0])
        cursor = ground.representation.begin(ground.chance)
        temperature = self.temperature
        while True:
            changed, moved = ground.representation.neighbour(map_, cursor, ground.chance)
            judged = yield Candidates(changed[None])
            neighbour = float(judged.fitness[0])
            if ground.chance.random() < acceptance(fitness - neighbour, temperature):
                map_, cursor, fitness = changed, moved, neighbour
            temperature *= self.cooling


def acceptance(loss: float, temperature: float) -> float:
    """The chance that a neighbour is taken that is worse by so much.

    >>> acceptance(-3, 10), acceptance(0, 10), round(acceptance(10, 10), 3), acceptance(1, 0)
    (1.0, 1.0, 0.368, 0.0)
    """
    if loss <= 0:
        return 1.0
    return math.exp(-loss / temperature) if temperature > 0 else 0.0
