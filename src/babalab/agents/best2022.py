"""The winner of the Keke AI Competition 2022."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from babalab import _core
from babalab.agents.agent import Agent, Findings, Progress, Search, register
from babalab.agents.published import ACTION_ORDER, PROPOSED
from babalab.agents.spending import Spending
from babalab.base.parameters import parameter
from babalab.game.action import Action, format_moves
from babalab.game.batch import Batch
from babalab.game.state import State

DIRECTIONS = tuple(action for action in ACTION_ORDER if action is not Action.WAIT)


@register
@dataclass(frozen=True, kw_only=True)
class Best2022(Agent):
    """The best agent of 2022, as papers A (§VII) and B (§VI) compare with it.

    One sequence of actions is kept and grown. Each iteration plays it from the start up to its
    middle, appending a random action for every one played; an action that leaves nothing to control
    is replaced by the next in the list, and play goes on from the level's start, as in the authors'
    program. The iteration proposes the grown sequence, which wins if any of its actions does. Once
    longer than `longest`, some actions are mutated, waits become random directions, and the rest is
    cut off. The next iteration starts from the result.
    """

    name: ClassVar[str] = "best2022"

    first: int = parameter(15, "random actions to begin with", low=1, high=10_000, tuned=(1, 100))
    longest: int = parameter(
        50, "actions that survive an iteration", low=1, high=10_000, tuned=(1, 300)
    )
    mutations: int = parameter(
        5, "actions mutated when it is too long", low=0, high=10_000, tuned=(0, 50)
    )
    tries: int = parameter(5, "replacements for an action that kills", low=0, high=5)

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        batch = Batch(start.level)
        row = batch.pack([start])[0]
        chance = random.Random(self.seed)
        sequence = chance.choices(ACTION_ORDER, k=self.first)
        statistics.update(longest=0)
        while True:
            spending.affordable(1, (self.tries + 3) * len(sequence))  # the most it can take
            self._grow(start, sequence, chance, spending)
            played = batch.play_plans(row, [sequence], stop="helpless")
            length = int(played.lengths[0])
            spending.spend(iterations=1, steps=length)
            statistics[PROPOSED] = len(sequence)
            if played.won[0]:
                return Findings(format_moves(sequence[:length]))
            if len(sequence) > self.longest:
                sequence = self._cut(sequence, chance)
            statistics["longest"] = max(statistics["longest"], len(sequence))
            if spending.iterations % 64 == 0:
                yield Progress(spending, statistics)

    def _grow(
        self, start: State, sequence: list[Action], chance: random.Random, spending: Spending
    ) -> None:
        """Play the sequence up to its middle, repair it and make it longer."""
        step, status = start.level.core.step, start.level.core.status
        row, played = start.row, 0
        while played < len(sequence) // 2:
            for _ in range(1 + self.tries):
                following = step(row, sequence[played])
                spending.spend(steps=1)
                now = status(following)
                if not now & _core.HELPLESS:
                    row = following
                    break
                place = ACTION_ORDER.index(sequence[played])
                sequence[played] = ACTION_ORDER[(place + 1) % len(ACTION_ORDER)]
                row = start.row
            played += 1
            sequence.append(chance.choice(ACTION_ORDER))
            if now & _core.WON:
                return

    def _cut(self, sequence: list[Action], chance: random.Random) -> list[Action]:
        for _ in range(self.mutations):
            sequence[chance.randrange(len(sequence))] = chance.choice(ACTION_ORDER)
        kept = sequence[: self.longest]
        return [chance.choice(DIRECTIONS) if a is Action.WAIT else a for a in kept]
