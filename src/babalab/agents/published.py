"""Parts of several published agents: the order of actions, their tree search, the distance h."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from babalab.agents.agent import Findings, Progress, Search
from babalab.agents.spending import Spending
from babalab.game.action import Action, format_moves
from babalab.game.batch import Batch, States, Unseen, VisitedSet
from babalab.game.state import State

ACTION_ORDER: Final = (Action.WAIT, Action.RIGHT, Action.UP, Action.LEFT, Action.DOWN)
"""The order in which the published agents try actions."""
PROPOSED: Final = "proposed"
"""The statistic with the number of moves that an agent of the competition proposed last, whether
they solve the level or not; the papers' average lengths are of these."""
NODE_BYTES: Final = 300
"""The approximate memory of a node in Python, besides its row."""


def expand(batch: Batch, states: States, seen: VisitedSet) -> Unseen:
    """Return the children of states, in the order of the actions, as all published agents do.

    Children whose picture has been seen, or in which nothing is YOU, are dropped. Seen are the
    pictures of earlier nodes' children, so the first state may come up once more, and two children
    of one node may be the same.
    """
    return batch.expand_unseen(
        states, seen, "picture", drop="helpless", order=ACTION_ORDER, twins=True
    )


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


class Waiting(Protocol):
    """The nodes that wait to be expanded."""

    def __len__(self) -> int:
        """Return how many there are."""

    def add(self, nodes: Sequence[SearchNode]) -> None:
        """Add the children of a node, in the order of their actions."""

    def take(self) -> SearchNode:
        """Take out the one to expand next."""


def search_tree(
    start: State, waiting: Waiting, spending: Spending, statistics: dict[str, int]
) -> Search:
    """Search in the order of `waiting`, which is empty at first. An iteration expands one node."""
    batch = Batch(start.level)
    seen = VisitedSet()
    waiting.add([SearchNode(batch.pack([start])[0])])
    while len(waiting):
        node = waiting.take()
        statistics[PROPOSED] = node.depth
        spending.affordable(1, len(Action))
        new = expand(batch, node.row, seen)
        spending.spend(iterations=1, steps=len(Action))
        children = [
            SearchNode(row, node, Action(action), node.depth + 1)
            for row, action in zip(new.children, new.actions.tolist(), strict=True)
        ]
        for child, won in zip(children, new.won.tolist(), strict=True):
            if won:
                statistics[PROPOSED] = child.depth
                return Findings(child.moves())
        waiting.add(children)
        statistics.update(depth=node.depth, open=len(waiting), seen=len(seen))
        spending.occupy(seen.nbytes + len(seen) * (batch.state_bytes + NODE_BYTES))
        yield Progress(spending, statistics)
    return Findings()


def mean_distance(batch: Batch, states: States) -> NDArray[np.float64]:
    """Compute h of paper A, §IV-A: the mean of the average distances to WIN, words and PUSH.

    Not a number where one of the groups is empty, as in the authors' code.
    """
    mean: NDArray[np.float64] = batch.average_distances(states).sum(axis=1) / 3
    return mean
