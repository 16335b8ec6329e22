"""Monte Carlo tree search: changes by chance tell how good a branch is.

Bhaumik and others, section Tree Search Algorithms (UCT, the formula of the text) and section
Experiments: c = 5, and rollouts of 40 % of the map's cells (they write 78, 40 and 10 for the three
problems; 40 % of Zelda's 77 would be 31). What the text leaves open is as in the authors' code: a
place that was seen anywhere in the tree is nobody's child again, untried children come before any
other step down, in random order, the value of a rollout is the fitness of the map it ends with, and
only maps of the tree can be the result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab.base.parameters import parameter
from babalab.generation.algorithms.algorithm import (
    Algorithm,
    Candidates,
    Ground,
    Search,
    register_algorithm,
)
from babalab.generation.algorithms.tree import Tree
from babalab.generation.algorithms.uct import UpperConfidenceTree

ROLLOUT_SHARE = 0.4
"""Of the cells: how long rollouts are if nothing else is said."""


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class MonteCarloTreeSearch(Algorithm):
    """UCT; every iteration adds one map to the tree and asks about it and the end of a rollout."""

    name: ClassVar[str] = "mcts"

    c: float = parameter(5.0, "weight of exploration", low=0, high=1e9)
    rollout: int = parameter(0, "changes of a rollout; 0: 40 % of the cells", low=0, high=100_000)
    rollouts_count: bool = parameter(
        False, "whether the end of a rollout can be the result (not in the paper)"
    )

    def search(self, ground: Ground) -> Search:
        """See `Algorithm`."""
        length = self.rollout or max(1, int(ROLLOUT_SHARE * ground.problem.cells))
        results = 2 if self.rollouts_count else 1
        places, values = Tree(ground), UpperConfidenceTree(self.c)
        while True:
            path = selected(values)
            place = places.descended([values.change(node) for node in path[1:]])
            if not values.is_expanded(path[-1]) and not places.is_leaf(place):
                changes = places.unseen_children(place).changes
                values.expand(path[-1], ground.chance.permutation(changes))
            if values.has_untried(path[-1]):
                path.append(values.try_next(path[-1]))
                place = places.child(place, values.change(path[-1]))
            end, _ = ground.representation.wander(place.map, place.cursor, length, ground.chance)
            judged = yield Candidates(
                np.stack([place.map, end]), depth=place.depth, results=results
            )
            values.back_up(path, float(judged.fitness[1]))


def selected(values: UpperConfidenceTree) -> list[int]:
    """The nodes from the root down to the first that has untried children, or none at all."""
    path = [0]
    while values.is_complete(path[-1]):
        path.append(values.best_child(path[-1]))
    return path
