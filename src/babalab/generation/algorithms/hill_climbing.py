"""Hill climbing: go to the best neighbour.

Bhaumik and others, section Optimization Algorithms; Russell and Norvig. It compares all neighbours,
and one as good as where it stands is taken too, as in the authors' code: so it wanders on plateaus
instead of stopping there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab.generation.algorithms.algorithm import (
    Algorithm,
    Candidates,
    Ground,
    Search,
    register_algorithm,
)


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class HillClimbing(Algorithm):
    """From the start map, always on to the best of all neighbours."""

    name: ClassVar[str] = "hill-climbing"

    def search(self, ground: Ground) -> Search:
        """See `Algorithm`."""
        map_, fitness = ground.start, ground.judged.fitness[0]
        cursor = ground.representation.begin(ground.chance)
        while True:
            children = ground.representation.children(map_, cursor)
            judged = yield Candidates(children.maps)
            best = judged.fitness.max()
            if best >= fitness:
                chosen = ground.chance.choice(np.flatnonzero(judged.fitness == best))
                map_, fitness, cursor = children.maps[chosen], best, int(children.cursors[chosen])
