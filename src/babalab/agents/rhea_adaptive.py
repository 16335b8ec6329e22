"""Rolling horizon evolution that tunes itself, for Baba."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar

from babalab.agents.agent import Agent, Findings, Progress, Search, register
from babalab.agents.spending import Spending
from babalab.base.parameters import parameter, parameter_like
from babalab.game.action import format_moves
from babalab.game.batch import States
from babalab.game.state import State
from babalab.games.baba import Baba
from babalab.planning.planner import think
from babalab.planning.rhea.mind import HorizonMind
from babalab.planning.rhea.planner import Rhea, RollingHorizon
from babalab.planning.tuned import SelfTuning
from babalab.planning.tuners.space import online_space
from babalab.planning.tuners.tuner import Tuner


@register
@dataclass(frozen=True, kw_only=True)
class RheaAdaptive(SelfTuning, Agent):
    """Self-adaptive RHEA of paper C, §III-B: a tuner chooses the operators of every generation.

    One iteration makes one real move after `steps_per_move` engine steps of evolution; plans are
    kept from one move to the next by the shift buffer. As the game is deterministic, a plan that
    wins is the solution: the search ends with the moves made and those of the plan. When nothing
    is YOU any more, or after `moves` moves, the play begins again from the start with other plans;
    the tuner keeps what it has learned.
    """

    name: ClassVar[str] = "rhea-adaptive"

    length: int = parameter_like(RollingHorizon, "length", default=100, tuned=(10, 200))
    population: int = parameter_like(RollingHorizon, "population")
    elite: int = parameter_like(RollingHorizon, "elite", tuned=(0, 4))
    steps_per_move: int = parameter_like(
        RollingHorizon,
        "calls",
        default=5000,
        help="engine steps of evolution before each move, if they do for one generation",
        tuned=(3_000, 50_000),
    )
    moves: int = parameter(
        100, "moves after which a play begins again", low=1, high=1_000_000, tuned=(10, 300)
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        _ = self._horizon  # raises if there can't be one

    @property
    def _horizon(self) -> RollingHorizon:
        return RollingHorizon(
            calls=self._steps_of_a_move,
            length=self.length,
            population=self.population,
            elite=self.elite,
        )

    @property
    def _steps_of_a_move(self) -> int:
        """Engine steps per move: at least enough for the first plans, and so for a generation."""
        return max(self.steps_per_move, self.population * self.length)

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        game = Baba.of(start.level, stop="helpless")
        chance = random.Random(self.seed)
        tuner = self.tuner_of(online_space(Rhea), chance)
        first = game.batch.pack([start])[0]
        statistics.update(plays=0, moves=0, generations=0)
        if game.over(first):
            return Findings()
        while True:
            state, made = first, list[int]()
            mind = self._horizon.mind(game, chance)
            statistics["plays"] += 1
            while not game.over(state) and len(made) < self.moves:
                won = yield from self._evolve(mind, state, tuner, spending, statistics)
                spending.spend(iterations=1)
                if won is not None:
                    return Findings(format_moves([*made, *won]))
                made.append(mind.decide())
                state = game.step(state, made[-1], chance)
                spending.spend(steps=1)
                statistics["moves"] += 1
                yield Progress(spending, statistics)

    def _evolve(
        self,
        mind: HorizonMind[States],
        state: States,
        tuner: Tuner,
        spending: Spending,
        statistics: dict[str, int],
    ) -> Generator[Progress, None, list[int] | None]:
        """Evolve plans from this state; return the actions of one that wins, if any does."""
        cost = max(mind.cost, 0 if mind.population else self.population * self.length)
        spending.affordable(1, cost + 1)
        calls = min(self._steps_of_a_move, spending.steps_left - 1)
        booked = mind.calls
        for generation, _ in enumerate(think(mind, state, tuner, calls=calls)):
            spending.spend(steps=mind.calls - booked)
            booked = mind.calls
            if (won := mind.winning_plan()) is not None:
                return won
            spending.affordable(1, 1)
            statistics["generations"] += generation > 0
            yield Progress(spending, statistics)
        return None
