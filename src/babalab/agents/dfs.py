"""The papers' depth-first search."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from babalab.agents.agent import Agent, Findings, Progress, Search, register
from babalab.agents.published import SearchNode, expand
from babalab.agents.spending import Spending
from babalab.game.action import Action
from babalab.game.batch import Batch, VisitedSet
from babalab.game.state import State


@register
@dataclass(frozen=True, kw_only=True)
class Dfs(Agent):
    """DFS of "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all", §IV-B.

    One iteration expands one node, the newest; its children go on the stack all together.
    """

    name: ClassVar[str] = "dfs"

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        batch = Batch(start.level)
        seen = VisitedSet()
        seen.insert(batch.hashes(batch.pack([start]), "picture"))
        stack = [SearchNode(batch.pack([start])[0])]
        while stack:
            spending.affordable(1, len(Action))
            node = stack.pop()
            children = list(expand(batch, node, seen))
            spending.spend(iterations=1, steps=len(Action))
            for child, won in children:
                if won:
                    return Findings(child.moves())
            stack += [child for child, _ in reversed(children)]
            statistics.update(depth=node.depth, open=len(stack), seen=len(seen))
            spending.occupy(seen.nbytes + len(seen) * (batch.state_bytes + NODE_BYTES))
            yield Progress(spending, statistics)
        return Findings()


NODE_BYTES = 300
"""The approximate memory of a node in Python, besides its row."""
