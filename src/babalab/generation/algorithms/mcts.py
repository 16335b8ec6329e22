"""Monte Carlo tree search: random changes tell how good a branch is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from babalab.base.parameters import parameter
from babalab.generation.algorithms.algorithm import Algorithm, register_algorithm
from babalab.generation.algorithms.protocol import Candidates, Search, SearchContext
from babalab.generation.algorithms.tree import Tree
from babalab.generation.algorithms.uct import UpperConfidenceTree

ROLLOUT_SHARE = 0.4
"""The default length of a rollout, as a share of the cells."""


@register_algorithm
@dataclass(frozen=True, kw_only=True)
class MonteCarloTreeSearch(Algorithm):
    """Grow a tree by UCB1; each iteration adds a map and judges it and the end of a rollout.

    Bhaumik and others, section Tree Search Algorithms (UCT, the formula of the text) and section
    Experiments: c = 5, and rollouts of 40 % of the map's cells (they write 78, 40 and 10 for the
    three problems; 40 % of Zelda's 77 would be 31). What the text leaves open is as in the authors'
    code: a node that was seen anywhere in the tree does not become a child again; untried children
    come before any other step down, in random order; the value of a rollout is the fitness of the
    map it ends with; and only maps of the tree can be the result.
    """

    name: ClassVar[str] = "mcts"

    c: float = parameter(5.0, "weight of exploration", low=0, high=1e9)
    rollout: int = parameter(0, "changes of a rollout; 0: 40 % of the cells", low=0, high=100_000)
    rollouts_count: bool = parameter(
        False, "whether the end of a rollout can be the result (not in the paper)"
    )

    def search(self, context: SearchContext) -> Search:
        """See `Algorithm`."""
        length = self.rollout or max(1, int(ROLLOUT_SHARE * context.problem.cells))
        results = 2 if self.rollouts_count else 1
        tree, values = Tree(context), UpperConfidenceTree(self.c)
        while True:
            path = select_path(values)
            node = tree.descend([values.change(each) for each in path[1:]])
            if not values.is_expanded(path[-1]) and not tree.is_leaf(node):
                changes = tree.expand(node).changes
                values.expand(path[-1], context.chance.permutation(changes))
            if values.has_untried(path[-1]):
                path.append(values.try_next(path[-1]))
                node = tree.make_child(node, values.change(path[-1]))
            end, _ = context.representation.wander(node.map, node.cursor, length, context.chance)
            judged = yield Candidates(np.stack([node.map, end]), depth=node.depth, results=results)
            values.back_up(path, float(judged.fitness[1]))


def select_path(values: UpperConfidenceTree) -> list[int]:
    """Return the nodes from the root to the first that has untried children or none at all."""
    path = [0]
    while values.is_complete(path[-1]):
        path.append(values.select_child(path[-1]))
    return path
