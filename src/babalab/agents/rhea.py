"""Rolling horizon evolution of paper A, as its text has it and as its program."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final, Literal

import numpy as np
from numpy.typing import NDArray

from babalab.agents.agent import Agent, Findings, Progress, Search, register
from babalab.agents.published import PROPOSED, mean_distance
from babalab.agents.spending import Spending
from babalab.base.parameters import ParameterError, parameter
from babalab.game.action import Action, format_moves
from babalab.game.batch import States
from babalab.game.state import State
from babalab.games.baba import Baba
from babalab.games.game import Plans
from babalab.planning.fitness import plain_fitness
from babalab.planning.rhea.crossover import splice
from babalab.planning.rhea.population import Population


@register
@dataclass(frozen=True, kw_only=True)
class Rhea(Agent):
    """RHEA of "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all", §V-A, Algorithm 2.

    Each real move is the first action of the best sequence, after a fresh population has evolved
    for as long as `steps_per_move` engine steps allow.

    In the paper's *text* an iteration is a move. Fitness is the nearness of the state at a
    sequence's end, the inverse of h; a sequence that wins on its way is best of all. The search
    ends with a death.

    In the authors' program, *code*, an iteration is a game: it ends with a death or after `moves`
    moves, and the next one begins at the level's start. Fitness is h itself, lower is better, and
    undefined where one of its three groups is empty. A sequence that wins before its last action
    ends the search when it is tried. The published win rate is this one's.
    """

    name: ClassVar[str] = "rhea"

    as_: Literal["code", "text"] = parameter("code", "as the authors' program, or as the text")
    population: int = parameter(20, "sequences", low=2, high=10_000, tuned=(10, 100))
    length: int = parameter(10, "actions in a sequence", low=1, high=1000, tuned=(1, 100))
    elite: int = parameter(
        6, "best sequences that live on as they are", low=0, high=9_999, tuned=(0, 9)
    )
    tournament: int = parameter(
        2, "sequences the best two of which are parents", low=2, high=100, tuned=(2, 10)
    )
    steps_per_move: int = parameter(
        50_000,
        "engine steps of evolution before each move (the authors' 500 ms)",
        low=1,
        high=100_000_000,
        tuned=(1_000, 200_000),
    )
    moves: int = parameter(
        200, "moves after which a game ends, with as=code (the authors' clock)", low=1, high=100_000
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.elite >= self.population:
            raise ParameterError(
                f"elite={self.elite}: it must be less than the population, {self.population}"
            )
        if self.as_ == "code" and self.tournament > self.population:
            raise ParameterError(
                f"tournament={self.tournament}: it can't be more than the population, "
                f"{self.population}, of which it draws different ones"
            )

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        statistics.update(moves=0, generations=0)
        chance = np.random.default_rng(self.seed)
        if self.as_ == "text":
            return self._search_as_text(start, chance, spending, statistics)
        return self._search_as_code(start, chance, spending, statistics)

    def _search_as_text(
        self,
        start: State,
        chance: np.random.Generator,
        spending: Spending,
        statistics: dict[str, int],
    ) -> Search:
        game = Baba.of(start.level)
        row = game.batch.pack([start])
        made: list[int] = []
        while True:
            spending.affordable(1, self.population * self.length + 1)
            rate = partial(_rate_as_text, game, row[0])
            evolved = yield from self._evolve(rate, chance, spending, statistics)
            action = int(evolved.plans[0, 0])
            row = game.batch.step(row, action)
            made.append(action)
            spending.spend(iterations=1, steps=1)
            statistics.update({"moves": len(made), PROPOSED: len(made)})
            if game.batch.won(row)[0]:
                return Findings(format_moves(made))
            if game.batch.helpless(row)[0]:
                return Findings()
            yield Progress(spending, statistics)

    def _search_as_code(
        self,
        start: State,
        chance: np.random.Generator,
        spending: Spending,
        statistics: dict[str, int],
    ) -> Search:
        game = Baba.of(start.level, stop="helpless")
        first = game.batch.pack([start])
        row, made = first, list[int]()
        while True:
            spending.affordable(1, self.population * self.length + 1)
            rate = partial(_rate_as_code, game, row[0])
            evolved = yield from self._evolve(rate, chance, spending, statistics)
            best, fitness = evolved.plans[0], evolved.fitness[0]
            if fitness == WON:
                length = int(game.play_plans(row[0], best[np.newaxis], _NOTHING_RANDOM).lengths[0])
                spending.spend(iterations=1)
                statistics[PROPOSED] = len(made) + length
                return Findings(format_moves([*made, *best[:length].tolist()]))
            row = game.batch.step(row, int(best[0]))
            made.append(int(best[0]))
            spending.spend(steps=1)
            statistics["moves"] += 1
            if game.batch.won(row)[0]:
                spending.spend(iterations=1)
                statistics[PROPOSED] = len(made)
                return Findings(format_moves(made))
            if game.batch.helpless(row)[0] or len(made) >= self.moves:
                row, made = first, []
                spending.spend(iterations=1)
            statistics[PROPOSED] = len(made)
            yield Progress(spending, statistics)

    def _evolve(
        self,
        rate: Callable[[Plans], Fitness],
        chance: np.random.Generator,
        spending: Spending,
        statistics: dict[str, int],
    ) -> Generator[Progress, None, Population]:
        """Evolve a fresh population; with as=code only until a sequence wins.

        Every action counts as a step, even after the end of a play.
        """
        first = chance.integers(0, len(Action), (self.population, self.length), np.uint8)
        population = Population(first, rate(first), self.elite)
        spending.spend(steps=first.size)
        spent = first.size
        while spent + first.size <= self.steps_per_move:
            if self.as_ == "code" and population.fitness[0] == WON:
                break
            offspring = self._breed(population.plans, chance)
            spending.affordable(1, offspring.size + 1)
            population.renew(offspring, rate(offspring))
            spending.spend(steps=offspring.size)
            spent += offspring.size
            statistics["generations"] += 1
            yield Progress(spending, statistics)
        return population

    def _breed(self, plans: Plans, chance: np.random.Generator) -> Plans:
        """Breed by one-point crossover of the best two of a tournament, then mutate one gene.

        The plans are sorted, the best first, so the least indices win a tournament. In the authors'
        program parents differ, and of 10 actions the first 1 to 7 are the mother's.
        """
        count = len(plans) - self.elite
        if self.as_ == "code":
            order = chance.permuted(np.tile(np.arange(len(plans)), (count, 1)), axis=1)
            drawn = order[:, : self.tournament]
            cuts = chance.integers(1, max(2, self.length - 2), (count, 1))
        else:
            drawn = chance.integers(0, len(plans), (count, self.tournament))
            cuts = chance.integers(0, self.length + 1, (count, 1))
        drawn = np.sort(drawn, axis=1)
        children = splice(plans[drawn[:, 0]], plans[drawn[:, 1]], cuts)
        genes = chance.integers(0, self.length, count)
        children[np.arange(count), genes] = chance.integers(0, len(Action), count)
        return children


Fitness = NDArray[np.float64]
WON: Final = math.inf
"""The fitness of a plan that wins, as=code."""
UNDEFINED: Final = -math.inf
"""The fitness of a plan after which h is not a number, as=code: never better than another."""


def _rate_as_text(game: Baba, row: States, plans: Plans) -> Fitness:
    return plain_fitness(game.play_plans(row, plans, _NOTHING_RANDOM))


def _rate_as_code(game: Baba, row: States, plans: Plans) -> Fitness:
    """Rate plans; a win by the last action counts for nothing.

    In the authors' report no solution ends with the last of ten actions, where a fifth of ours did.
    """
    ends = game.play_plans(row, plans, _NOTHING_RANDOM)
    fitness = np.nan_to_num(-mean_distance(game.batch, np.asarray(ends.states)), nan=UNDEFINED)
    fitness[ends.won & (ends.lengths < plans.shape[1])] = WON
    return fitness


_NOTHING_RANDOM = random.Random(0)
