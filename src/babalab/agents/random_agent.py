"""The papers' random agent."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from babalab.agents.agent import Agent, Findings, Progress, Search, register
from babalab.agents.published import PROPOSED
from babalab.agents.spending import Spending
from babalab.base.parameters import parameter
from babalab.game.batch import Batch
from babalab.game.state import State

CHUNK = 256
"""Plays per batch."""


@register
@dataclass(frozen=True, kw_only=True)
class RandomAgent(Agent):
    """Random of "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all", §IV-C.

    One iteration plays one fresh sequence of 50 random actions from the start; it wins if the level
    is won at any of them, even after a time when nothing is YOU, as the authors' evaluator has it.
    """

    name: ClassVar[str] = "random"

    length: int = parameter(50, "actions in a sequence", low=1, high=10_000, tuned=(1, 500))

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        batch = Batch(start.level)
        row = batch.pack([start])
        plays = 0
        while True:
            count = spending.affordable(CHUNK, self.length)
            rollouts = batch.rollout(row.repeat(count, axis=0), self.length, self.seed, plays)
            wins = rollouts.won.nonzero()[0]
            played = int(wins[0]) + 1 if len(wins) else count
            plays += played
            spending.spend(iterations=played, steps=int(rollouts.lengths[:played].sum()))
            statistics.update({"plays": plays, PROPOSED: self.length})
            if len(wins):
                return Findings(rollouts.moves(played - 1))
            yield Progress(spending, statistics)
