"""Rolling horizon evolution as published."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from babalab.agents.agent import Agent, Findings, Progress, Search, register
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

    One iteration makes one real move: the first action of the best sequence after evolving a fresh
    population for as long as `steps_per_move` engine steps allow. Fitness is the nearness of the
    state at a sequence's end, the inverse of h; a sequence that wins on its way is best of all.
    """

    name: ClassVar[str] = "rhea"

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

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.elite >= self.population:
            raise ParameterError(
                f"elite={self.elite}: it must be less than the population, {self.population}"
            )

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        game = Baba.of(start.level)
        chance = np.random.default_rng(self.seed)
        row = game.batch.pack([start])
        made: list[int] = []
        statistics.update(moves=0, generations=0)
        while True:
            spending.affordable(1, self.population * self.length + 1)
            action = yield from self._choose(game, row[0], chance, spending, statistics)
            row = game.batch.step(row, action)
            made.append(action)
            spending.spend(iterations=1, steps=1)
            statistics["moves"] = len(made)
            if game.batch.won(row)[0]:
                return Findings(format_moves(made))
            if game.batch.helpless(row)[0]:
                return Findings()
            yield Progress(spending, statistics)

    def _choose(
        self,
        game: Baba,
        row: States,
        chance: np.random.Generator,
        spending: Spending,
        statistics: dict[str, int],
    ) -> Generator[Progress, None, int]:
        """Evolve sequences from this state; return the first action of the best."""
        first = chance.integers(0, len(Action), (self.population, self.length), np.uint8)
        population = Population(first, _rate(game, row, first, spending), self.elite)
        spent = first.size
        while spent + first.size <= self.steps_per_move:
            offspring = self._breed(population.plans, chance)
            spending.affordable(1, offspring.size + 1)
            population.renew(offspring, _rate(game, row, offspring, spending))
            spent += offspring.size
            statistics["generations"] += 1
            yield Progress(spending, statistics)
        return int(population.plans[0, 0])

    def _breed(self, plans: Plans, chance: np.random.Generator) -> Plans:
        """Breed by one-point crossover of the best two of a tournament, then mutate one gene.

        The plans are sorted, the best first, so the least indices win a tournament.
        """
        count = len(plans) - self.elite
        drawn = np.sort(chance.integers(0, len(plans), (count, self.tournament)), axis=1)
        mothers, fathers = plans[drawn[:, 0]], plans[drawn[:, 1]]
        cuts = chance.integers(0, self.length + 1, (count, 1))
        children = splice(mothers, fathers, cuts)
        genes = chance.integers(0, self.length, count)
        children[np.arange(count), genes] = chance.integers(0, len(Action), count)
        return children


def _rate(game: Baba, row: States, plans: Plans, spending: Spending) -> NDArray[np.float64]:
    """Return the fitness of plans; every action counts as a step, even after the end of a play."""
    spending.spend(steps=plans.size)
    return plain_fitness(game.play_plans(row, plans, _NOTHING_RANDOM))


_NOTHING_RANDOM = random.Random(0)
