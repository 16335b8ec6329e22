"""A tree of states that may follow, grown by simulations; all tree searches share it."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Generic

from babalab.base.parameters import parameter
from babalab.games.game import Game, S


@dataclass(frozen=True, kw_only=True)
class TreeSettings:
    """The declared settings that tree searches share; see `parameter_like`."""

    c: float = parameter(
        1.41, "weight of exploration in UCT", low=0.0, high=1000.0, tuned=(0.0, 4.0)
    )
    depth: int = parameter(
        20, "longest random play of a simulation", low=1, high=100_000, tuned=(5, 200)
    )


@dataclass(slots=True)
class TreeNode(Generic[S]):
    """A node of the tree, with the sums over its simulations.

    Their worth has two parts: `value`, and `scores`, which are normalised when they are read, as
    the range of scores becomes known only during the search.
    """

    state: S
    """In games of chance, the first state met here: a node stands for the actions to it."""
    legal: Sequence[int]
    """The actions that can be played here; none if the game is over."""
    parent: TreeNode[S] | None = None
    action: int = -1
    depth: int = 0
    children: dict[int, TreeNode[S]] = field(default_factory=dict)
    visits: int = 0
    value: float = 0.0
    scores: float = 0.0

    @property
    def actions(self) -> tuple[int, ...]:
        """The actions from the root to here."""
        made = []
        node = self
        while node.parent is not None:
            made.append(node.action)
            node = node.parent
        return tuple(reversed(made))

    def missing(self) -> list[int]:
        """Return the legal actions without a child."""
        return [action for action in self.legal if action not in self.children]

    def mean(self, lowest: float = 0.0, scale: float = 0.0) -> float:
        """Return the mean value of its simulations; each point above lowest counts `scale`."""
        return (self.value + scale * (self.scores - lowest * self.visits)) / self.visits


def best_child(
    children: Iterable[TreeNode[S]],
    visits: int,
    c: float,
    chance: random.Random,
    lowest: float = 0.0,
    scale: float = 0.0,
) -> TreeNode[S]:
    """Select a child by UCT: its mean plus C sqrt(ln N / n); any of equals.

    N are the visits of the parent, n those of the child.
    """
    logarithm = math.log(visits)
    nodes = list(children)
    values = [node.mean(lowest, scale) + c * math.sqrt(logarithm / node.visits) for node in nodes]
    best = max(values)
    return chance.choice([node for node, value in zip(nodes, values, strict=True) if value == best])


def select(
    node: TreeNode[S],
    c: float,
    chance: random.Random,
    lowest: float = 0.0,
    scale: float = 0.0,
) -> TreeNode[S]:
    """Go down by UCT to where an action has no child yet, or the game is over."""
    while node.legal and len(node.children) == len(node.legal):
        node = best_child(node.children.values(), node.visits, c, chance, lowest, scale)
    return node


def expand(game: Game[S], node: TreeNode[S], chance: random.Random) -> TreeNode[S]:
    """Add a child for a random one of the actions that have none, and return it."""
    action = chance.choice(node.missing())
    state = game.step(node.state, action, chance)
    child = TreeNode(state, game.legal_actions(state), node, action, node.depth + 1)
    node.children[action] = child
    return child


def propagate(node: TreeNode[S] | None, value: float, scores: float = 0.0, visits: int = 1) -> None:
    """Add the worth of simulations to a node and all nodes above it."""
    while node is not None:
        node.visits += visits
        node.value += value
        node.scores += scores
        node = node.parent
