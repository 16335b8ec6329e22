"""Parts of several published agents: the order of actions, nodes, and the distance h."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babalab.game.action import Action, format_moves
from babalab.game.batch import Batch, States, VisitedSet

ACTION_ORDER = (Action.WAIT, Action.RIGHT, Action.UP, Action.LEFT, Action.DOWN)
"""The order in which the published agents try actions."""


@dataclass(frozen=True, slots=True)
class SearchNode:
    """A state in a search tree."""

    row: States
    parent: SearchNode | None = None
    action: Action = Action.WAIT
    depth: int = 0

    def moves(self) -> str:
        """Return the moves from the root to here."""
        actions = []
        node = self
        while node.parent is not None:
            actions.append(node.action)
            node = node.parent
        return format_moves(reversed(actions))


def expand(batch: Batch, node: SearchNode, seen: VisitedSet) -> Iterator[tuple[SearchNode, bool]]:
    """Yield the children of a node and whether each is won, in the published order.

    Children whose picture has been seen, or in which nothing is YOU, are dropped.
    """
    unseen = batch.expand_unseen(node.row, seen, "picture", drop="helpless", order=ACTION_ORDER)
    for row, action, won in zip(unseen.children, unseen.actions, unseen.won, strict=True):
        yield SearchNode(row, node, Action(int(action)), node.depth + 1), bool(won)


def mean_distance(batch: Batch, states: States) -> NDArray[np.float64]:
    """Compute h of paper A, §IV-A: the mean of the average distances to WIN, words and PUSH.

    Not a number where one of the groups is empty, as in the authors' code.
    """
    mean: NDArray[np.float64] = batch.average_distances(states).sum(axis=1) / 3
    return mean
