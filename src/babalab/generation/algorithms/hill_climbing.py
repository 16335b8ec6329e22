"""Hill climbing: go to the best neighbour."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab.generation.algorithms.algorithm import Algorithm, register_algorithm
from babalab.generation.algorithms.protocol import Candidates, Search, SearchContext


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class HillClimbing(Algorithm):
    """Go from the start map to the best of all neighbours, again and again.

    Bhaumik and others, section Optimization Algorithms; Russell and Norvig. It compares all
    neighbours and also accepts one that is as good as the current map, as the authors' code does:
    so it wanders on plateaus instead of stopping there.
    """

    name: ClassVar[str] = "hill-climbing"
    needs_change_list: ClassVar[bool] = False

    def search(self, context: SearchContext) -> Search:
        """See `Algorithm`."""
        map_, fitness = context.start, context.judged.fitness[0]
        cursor = context.representation.begin(context.chance)
        while True:
            children = context.representation.children(map_, cursor)
            judged = yield Candidates(children.maps)
            best = judged.fitness.max()
            if best >= fitness:
                chosen = context.chance.choice(np.flatnonzero(judged.fitness == best))
                map_, fitness, cursor = children.maps[chosen], best, int(children.cursors[chosen])
