"""Tree search that tunes itself, for Baba."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar, Final

from babalab.agents.agent import Agent, Findings, Progress, Search, register
from babalab.agents.mcts import Mcts
from babalab.agents.rhea_adaptive import RheaAdaptive
from babalab.agents.spending import Spending
from babalab.base.parameters import parameter_like
from babalab.game.action import format_moves
from babalab.game.batch import States
from babalab.game.state import State
from babalab.games.baba import Baba
from babalab.planning.tree_mind import TreeMind
from babalab.planning.tuned import SelfTuning
from babalab.planning.tuners import Space, Tuner

TUNED: Final = Space(
    ("c", "depth", "plays"), ((0.5, 1.0, 2.0, 4.0), (30, 100, 200, 300), (1, 2, 4))
)
"""The settings tuned for every simulation; random plays are as long as puzzles need: see `mcts`."""


@register
@dataclass(frozen=True, kw_only=True)
class MctsAdaptive(SelfTuning, Agent):
    """MCTS with a tuner of paper C, §III-C, at c, the depth and the number of random plays.

    One iteration makes one real move after `simulations` simulations. A simulation that wins ends
    the search with its whole sequence. A play that died, or was not won after `moves` moves,
    begins again from the start; the tuner keeps what it has learned. The payoff of a choice is the
    value of its simulation, as in Sironi et al., "Self-Adaptive MCTS for General Video Game
    Playing".
    """

    name: ClassVar[str] = "mcts-adaptive"

    simulations: int = parameter_like(Mcts, "simulations")
    moves: int = parameter_like(RheaAdaptive, "moves")

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        game = Baba.of(start.level, stop="helpless")
        first = game.batch.pack([start])[0]
        chance = random.Random(self.seed)
        tuner = self.tuner_of(TUNED, chance)
        statistics.update(moves=0, simulations=0, deaths=0)
        if start.helpless:
            return Findings()
        while True:
            state, made = first, list[int]()
            mind = TreeMind(game, chance, TUNED)
            while not game.over(state) and len(made) < self.moves:
                spending.affordable(1, 1)
                won = yield from self._simulate(mind, state, tuner, spending, statistics)
                spending.spend(iterations=1)
                if won is not None:
                    return Findings(format_moves([*made, *won]))
                tuner.tick()
                made.append(mind.decide())
                state = mind.root.children[made[-1]].state
                statistics["moves"] += 1
                yield Progress(spending, statistics)
            statistics["deaths"] += game.over(state)

    def _simulate(
        self,
        mind: TreeMind[States],
        state: States,
        tuner: Tuner,
        spending: Spending,
        statistics: dict[str, int],
    ) -> Generator[Progress, None, tuple[int, ...] | None]:
        """Grow the tree and return the winning actions if a simulation wins."""
        mind.look(state)
        for simulation in range(self.simulations):
            spending.affordable(1, 1)
            mind.room, before = spending.steps_left, mind.calls
            combination = tuner.propose()
            tuner.reward(combination, mind.iterate(combination))
            spending.spend(steps=mind.calls - before)
            if mind.winning is not None:
                return mind.winning
            statistics["simulations"] += 1
            if simulation % 50 == 0:
                yield Progress(spending, statistics)
        return None
