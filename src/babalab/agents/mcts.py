"""Monte Carlo tree search as published."""

from __future__ import annotations

import math
import random
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import ClassVar

from babalab.agents.agent import Agent, Findings, Progress, Search
from babalab.agents.budget import Spending
from babalab.agents.published import attraction
from babalab.agents.registry import register
from babalab.game.action import Action, format_moves
from babalab.game.batch import Batch, States
from babalab.game.state import State
from babalab.planning.parameters import parameter

TERMINAL_VALUE = 1_000_000.0
"""Of a win; of a death with the opposite sign."""
DECAY = 0.95
"""Of a terminal value, for each move it is away."""
LARGEST_VALUE = 1e9
"""Values are normalised over plus and minus this."""


@dataclass(slots=True)
class TreeNode:
    """A state in the tree, with what its simulations were worth."""

    row: States
    actions: tuple[Action, ...]
    dead: bool
    parent: TreeNode | None = None
    children: dict[Action, TreeNode] = field(default_factory=dict)
    visits: int = 0
    value: float = 0.0

    def uct(self, c: float) -> float:
        """Mean value and a bonus for being little explored: the equation of §V-B."""
        assert self.parent is not None
        return self.value / self.visits + c * math.sqrt(math.log(self.parent.visits) / self.visits)


@register
@dataclass(frozen=True, kw_only=True)
class Mcts(Agent):
    """MCTS of "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all", §V-B, Algorithm 3.

    One iteration makes one real move in each play after `simulations` simulations; every simulation
    selects by UCT, expands a child at random among those missing, and plays at random from
    there. A simulation that wins ends the search with its whole sequence. `plays` is the number of
    independent beginnings: 1 and 10 in the paper; a play that died starts again.
    """

    name: ClassVar[str] = "mcts"

    plays: int = parameter(1, "independent plays", low=1, high=1000, tuned=(1, 20))
    simulations: int = parameter(
        500, "simulations before each move", low=1, high=1_000_000, tuned=(10, 2000)
    )
    depth: int = parameter(
        300, "longest random play of a simulation", low=1, high=100_000, tuned=(10, 1000)
    )
    c: float = parameter(
        2.0, "weight of exploration in UCT", low=0.0, high=1000.0, tuned=(0.0, 4.0)
    )

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        batch = Batch(start.level)
        first = batch.pack([start])[0]
        chance = random.Random(self.seed)
        plays: list[tuple[States, tuple[Action, ...]]] = [(first, ())] * self.plays
        statistics.update(moves=0, simulations=0, deaths=0)
        if start.helpless:
            return Findings()
        while True:
            spending.affordable(1, 1)
            for number, (row, made) in enumerate(plays):
                root = TreeNode(row, (), dead=False)
                won = yield from self._simulate(batch, root, chance, spending, statistics)
                if won is not None:
                    spending.spend(iterations=1)
                    return Findings(format_moves((*made, *won)))
                child = max(root.children.values(), key=lambda node: node.value / node.visits)
                statistics["moves"] += 1
                if child.dead:
                    statistics["deaths"] += 1
                    plays[number] = (first, ())
                else:
                    plays[number] = (child.row, (*made, *child.actions))
            spending.spend(iterations=1)
            yield Progress(spending, statistics)

    def _simulate(
        self,
        batch: Batch,
        root: TreeNode,
        chance: random.Random,
        spending: Spending,
        statistics: dict[str, int],
    ) -> Generator[Progress, None, tuple[Action, ...] | None]:
        """Grow the tree; the winning actions if a simulation wins."""
        for simulation in range(self.simulations):
            spending.affordable(1, 1)
            node = self._select(root, chance)
            played: tuple[Action, ...] = ()
            value = -terminal_value(node)
            if not node.dead:
                missing = [action for action in Action if action not in node.children]
                node, won = _expand(batch, node, chance.choice(missing))
                spending.spend(steps=1)
                if won:
                    return node.actions
                if node.dead:
                    value = -terminal_value(node)
                else:
                    depth = min(self.depth, spending.steps_left)
                    rollout = batch.rollout(
                        node.row, depth, chance.getrandbits(63), stop="helpless"
                    )
                    length = int(rollout.lengths[0])
                    spending.spend(steps=length)
                    played = tuple(Action(int(a)) for a in rollout.actions[0, :length])
                    if rollout.won[0]:
                        return (*node.actions, *played)
                    dead = bool(batch.helpless(rollout.states)[0])
                    value = (
                        -TERMINAL_VALUE * DECAY ** (len(node.actions) + length)
                        if dead
                        else float(attraction(batch, rollout.states)[0])
                    )
            statistics["simulations"] += 1
            _propagate(node, (value + LARGEST_VALUE) / (2 * LARGEST_VALUE))
            if simulation % 50 == 0:
                yield Progress(spending, statistics)
        return None

    def _select(self, node: TreeNode, chance: random.Random) -> TreeNode:
        """Go down while all five children are there, to the one with the best UCT value."""
        while not node.dead and len(node.children) == len(Action):
            children = list(node.children.values())
            values = [child.uct(self.c) for child in children]
            best = max(values)
            node = chance.choice([c for c, v in zip(children, values, strict=True) if v == best])
        return node


def terminal_value(node: TreeNode) -> float:
    """What reaching the end at this node is worth: the sooner the more."""
    return TERMINAL_VALUE * DECAY ** len(node.actions)


def _expand(batch: Batch, node: TreeNode, action: Action) -> tuple[TreeNode, bool]:
    row = batch.step(node.row, action)
    child = TreeNode(row[0], (*node.actions, action), bool(batch.helpless(row)[0]), node)
    node.children[action] = child
    return child, bool(batch.won(row)[0])


def _propagate(node: TreeNode | None, value: float) -> None:
    while node is not None:
        node.visits += 1
        node.value += value
        node = node.parent
