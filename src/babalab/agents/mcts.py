"""Monte Carlo tree search as published."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar

from babalab.agents.agent import Agent, Findings, Progress, Search, register
from babalab.agents.published import PROPOSED
from babalab.agents.spending import Spending
from babalab.base.parameters import parameter, parameter_like
from babalab.game.action import format_moves
from babalab.game.batch import States
from babalab.game.state import State
from babalab.games.baba import Baba
from babalab.planning.tree import TreeNode, TreeSettings, expand, propagate, select

TERMINAL_VALUE = 1_000_000.0
"""The value of a win, and with the opposite sign, of a death."""
DECAY = 0.95
"""The factor of a terminal value for each move until it is reached."""
LARGEST_VALUE = 1e9
"""Values are normalised over plus and minus this."""


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
    depth: int = parameter_like(TreeSettings, "depth", default=300, tuned=(10, 1000))
    c: float = parameter_like(TreeSettings, "c", default=2.0)

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        game = Baba.of(start.level, stop="helpless")
        first = game.batch.pack([start])[0]
        chance = random.Random(self.seed)
        plays: list[tuple[States, tuple[int, ...]]] = [(first, ())] * self.plays
        statistics.update(moves=0, simulations=0, deaths=0)
        if start.helpless:
            return Findings()
        while True:
            spending.affordable(1, 1)
            for number, (row, made) in enumerate(plays):
                root = TreeNode(row, game.legal_actions(row))
                won = yield from self._simulate(game, root, chance, spending, statistics)
                if won is not None:
                    spending.spend(iterations=1)
                    statistics[PROPOSED] = len(made) + len(won)
                    return Findings(format_moves((*made, *won)))
                child = max(root.children.values(), key=TreeNode.mean)
                statistics["moves"] += 1
                if child.legal:
                    plays[number] = (child.state, (*made, child.action))
                else:
                    statistics["deaths"] += 1
                    plays[number] = (first, ())
                statistics[PROPOSED] = len(plays[number][1])
            spending.spend(iterations=1)
            yield Progress(spending, statistics)

    def _simulate(
        self,
        game: Baba,
        root: TreeNode[States],
        chance: random.Random,
        spending: Spending,
        statistics: dict[str, int],
    ) -> Generator[Progress, None, tuple[int, ...] | None]:
        """Grow the tree and return the winning actions if a simulation wins."""
        for simulation in range(self.simulations):
            spending.affordable(1, 1)
            node = select(root, self.c, chance)
            if node.legal:
                node = expand(game, node, chance)
                spending.spend(steps=1)
                if game.won(node.state):
                    return node.actions
            length, dead, near = 0, not node.legal, 0.0
            if not dead:
                depth = min(self.depth, spending.steps_left)
                ends = game.play_randomly([node.state], depth, chance)
                length = int(ends.lengths[0])
                spending.spend(steps=length)
                if ends.won[0]:
                    return (*node.actions, *ends.actions[0, :length].tolist())
                dead, near = bool(ends.lost[0]), float(ends.scores[0])
            value = -TERMINAL_VALUE * DECAY ** (node.depth + length) if dead else near
            statistics["simulations"] += 1
            propagate(node, (value + LARGEST_VALUE) / (2 * LARGEST_VALUE))
            if simulation % 50 == 0:
                yield Progress(spending, statistics)
        return None
