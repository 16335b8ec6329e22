"""Rolling horizon evolution as published."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from babalab.agents.agent import Agent, Findings, Progress, Search
from babalab.agents.budget import Spending
from babalab.agents.published import attraction
from babalab.agents.registry import register
from babalab.game.action import Action, format_moves
from babalab.game.batch import Batch, States
from babalab.game.state import State
from babalab.planning.parameters import ParameterError, parameter

Population = NDArray[np.uint8]
"""One sequence of actions a row."""


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
        batch = Batch(start.level)
        chance = np.random.default_rng(self.seed)
        row = batch.pack([start])
        made: list[int] = []
        statistics.update(moves=0, generations=0)
        while True:
            spending.affordable(1, self.population * self.length + 1)
            action = yield from self._choose(batch, row, chance, spending, statistics)
            row = batch.step(row, action)
            made.append(action)
            spending.spend(iterations=1, steps=1)
            statistics["moves"] = len(made)
            if batch.won(row)[0]:
                return Findings(format_moves(made))
            if batch.helpless(row)[0]:
                return Findings()
            yield Progress(spending, statistics)

    def _choose(
        self,
        batch: Batch,
        row: States,
        chance: np.random.Generator,
        spending: Spending,
        statistics: dict[str, int],
    ) -> Generator[Progress, None, int]:
        """Evolve sequences from this state; the first action of the best."""
        population = chance.integers(0, len(Action), (self.population, self.length), np.uint8)
        fitness = self._evaluate(batch, row, population, spending)
        spent = population.size
        while spent + population.size <= self.steps_per_move:
            best_first = np.argsort(-fitness, kind="stable")
            population, fitness = population[best_first], fitness[best_first]
            offspring = self._breed(population, chance)
            spending.affordable(1, offspring.size + 1)
            population[self.elite :] = offspring
            fitness[self.elite :] = self._evaluate(batch, row, offspring, spending)
            spent += offspring.size
            statistics["generations"] += 1
            yield Progress(spending, statistics)
        return int(population[fitness.argmax(), 0])

    def _evaluate(
        self, batch: Batch, row: States, population: Population, spending: Spending
    ) -> NDArray[np.float64]:
        states = row.repeat(len(population), axis=0)
        won = np.zeros(len(population), dtype=bool)
        for actions in population.T:
            states = batch.step(states, actions)
            won |= batch.won(states)
        spending.spend(steps=population.size)
        return np.where(won, np.inf, attraction(batch, states))

    def _breed(self, population: Population, chance: np.random.Generator) -> Population:
        """One-point crossover of the best two of a tournament, then one gene mutated.

        The population is sorted, the best first, so the least indices win a tournament.
        """
        count = len(population) - self.elite
        drawn = np.sort(chance.integers(0, len(population), (count, self.tournament)), axis=1)
        mothers, fathers = population[drawn[:, 0]], population[drawn[:, 1]]
        cuts = chance.integers(0, self.length + 1, (count, 1))
        children = np.where(np.arange(self.length) < cuts, mothers, fathers)
        genes = chance.integers(0, self.length, count)
        children[np.arange(count), genes] = chance.integers(0, len(Action), count)
        return children
