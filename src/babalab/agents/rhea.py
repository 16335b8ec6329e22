"""Rolling horizon evolution of paper A, as its text has it and as its program."""

from __future__ import annotations

import random
from collections.abc import Generator
from dataclasses import dataclass
from typing import ClassVar, Literal, NamedTuple

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

    Each real move is the first action of the best sequence, after a fresh population has evolved.

    In the paper's *text* an iteration is a move, and evolution may take `steps_per_move` engine
    steps. Fitness is the nearness of the state at a sequence's end, the inverse of h; a sequence
    that wins on its way is best of all. The search ends with a death.

    In the authors' program, *code*, an iteration is a game: it ends with a death, and the next one
    begins at the level's start. A move is made after `evaluations` sequences, and after `moves`
    moves the search gives up. Fitness is h itself, lower is better, and not a number where one of
    its three groups is empty: then JavaScript's sort takes sequences for equal. A sequence that
    wins before its last action ends the search when it is tried. The published win rate is this
    one's.
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
    evaluations: int = parameter(
        400,
        "sequences tried before each move, with as=code (the authors' 500 ms)",
        low=1,
        high=10_000_000,
        tuned=(50, 20_000),
    )
    moves: int = parameter(
        20,
        "moves in all games together, with as=code (the authors' 10 s)",
        low=1,
        high=1_000_000,
        tuned=(5, 1_000),
    )
    steps_per_move: int = parameter(
        50_000,
        "engine steps of evolution before each move, with as=text",
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
            evolved = yield from self._evolve_as_text(game, row[0], chance, spending, statistics)
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

    def _evolve_as_text(
        self,
        game: Baba,
        row: States,
        chance: np.random.Generator,
        spending: Spending,
        statistics: dict[str, int],
    ) -> Generator[Progress, None, Population]:
        """Evolve a fresh population. Every action is a step, even after the end of a play."""
        first = self._draw_plans(chance)
        population = Population(first, _rate_as_text(game, row, first), self.elite)
        spending.spend(steps=first.size)
        spent = first.size
        while spent + first.size <= self.steps_per_move:
            offspring = self._breed_as_text(population.plans, chance)
            spending.affordable(1, offspring.size + 1)
            population.renew(offspring, _rate_as_text(game, row, offspring))
            spending.spend(steps=offspring.size)
            spent += offspring.size
            statistics["generations"] += 1
            yield Progress(spending, statistics)
        return population

    def _breed_as_text(self, plans: Plans, chance: np.random.Generator) -> Plans:
        """Breed by one-point crossover of the best two of a tournament, then mutate one gene.

        The plans are sorted, the best first, so the least indices win a tournament.
        """
        count = len(plans) - self.elite
        drawn = chance.integers(0, len(plans), (count, self.tournament))
        cuts = chance.integers(0, self.length + 1, (count, 1))
        return self._cross_and_mutate(plans, np.sort(drawn, axis=1), cuts, chance)

    def _search_as_code(
        self,
        start: State,
        chance: np.random.Generator,
        spending: Spending,
        statistics: dict[str, int],
    ) -> Search:
        """Play games until one is won. If none is, the moves to the last death are proposed."""
        game = Baba.of(start.level, stop="helpless")
        first = game.batch.pack([start])
        row, made = first, list[int]()
        statistics[PROPOSED] = 0
        while statistics["moves"] < self.moves:
            spending.affordable(1, self.population * self.length + 1)
            best = yield from self._evolve_as_code(game, row[0], chance, spending, statistics)
            if best.wins_after:
                made += best.plan[: best.wins_after].tolist()
            else:
                row = game.batch.step(row, int(best.plan[0]))
                made.append(int(best.plan[0]))
                spending.spend(steps=1)
                statistics["moves"] += 1
            if best.wins_after or game.batch.won(row)[0]:
                spending.spend(iterations=1)
                statistics[PROPOSED] = len(made)
                return Findings(format_moves(made))
            if game.batch.helpless(row)[0]:
                spending.spend(iterations=1)
                statistics[PROPOSED] = len(made)
                row, made = first, []
            yield Progress(spending, statistics)
        spending.spend(iterations=bool(made))
        return Findings()

    def _evolve_as_code(
        self,
        game: Baba,
        row: States,
        chance: np.random.Generator,
        spending: Spending,
        statistics: dict[str, int],
    ) -> Generator[Progress, None, _Best]:
        """Evolve a fresh population until a sequence wins; return it, or the first of the last."""
        plans = self._draw_plans(chance)
        distances, winner = _try_as_code(game, row, plans)
        spending.spend(steps=plans.size)
        left = self.evaluations - len(plans)
        while winner is None:
            order = _sort_as_javascript(distances)
            plans, distances = plans[order], distances[order]
            count = min(left, len(plans) - self.elite)
            if count < 1:
                return _Best(plans[0])
            offspring = self._breed_as_code(plans, distances, count, chance)
            spending.affordable(1, offspring.size + 1)
            found, winner = _try_as_code(game, row, offspring)
            spending.spend(steps=offspring.size)
            plans[self.elite : self.elite + count] = offspring
            distances[self.elite : self.elite + count] = found
            left -= count
            statistics["generations"] += 1
            yield Progress(spending, statistics)
        return winner

    def _breed_as_code(
        self, plans: Plans, distances: Distances, count: int, chance: np.random.Generator
    ) -> Plans:
        """Breed as in the text, of parents that differ; the mother's are the first 1 to 7 of 10."""
        everyone = np.tile(np.arange(len(plans)), (count, 1))
        drawn = chance.permuted(everyone, axis=1)[:, : self.tournament]
        ranked = np.array([each[_sort_as_javascript(distances[each])] for each in drawn])
        cuts = chance.integers(1, max(2, self.length - 2), (count, 1))
        return self._cross_and_mutate(plans, ranked, cuts, chance)

    def _draw_plans(self, chance: np.random.Generator) -> Plans:
        return chance.integers(0, len(Action), (self.population, self.length), np.uint8)

    def _cross_and_mutate(
        self,
        plans: Plans,
        parents: NDArray[np.integer],
        cuts: NDArray[np.integer],
        chance: np.random.Generator,
    ) -> Plans:
        """Return a child of the first two of each row of parents, with one gene drawn anew."""
        children = splice(plans[parents[:, 0]], plans[parents[:, 1]], cuts)
        genes = chance.integers(0, self.length, len(parents))
        children[np.arange(len(parents)), genes] = chance.integers(0, len(Action), len(parents))
        return children


Distances = NDArray[np.float64]
"""The distances h after plans, not a number where one of its groups is empty; less is better."""


class _Best(NamedTuple):
    """The plan that evolution ends with."""

    plan: NDArray[np.uint8]
    wins_after: int = 0
    """The number of its actions after which it wins; 0 if it doesn't."""


def _rate_as_text(game: Baba, row: States, plans: Plans) -> NDArray[np.float64]:
    return plain_fitness(game.play_plans(row, plans, _NOTHING_RANDOM))


def _try_as_code(game: Baba, row: States, plans: Plans) -> tuple[Distances, _Best | None]:
    """Return h after each plan, and the first that wins before its last action."""
    ends = game.play_plans(row, plans, _NOTHING_RANDOM)
    distances = mean_distance(game.batch, np.asarray(ends.states))
    for winner in np.flatnonzero(ends.won & (ends.lengths < plans.shape[1])):
        return distances, _Best(plans[winner], int(ends.lengths[winner]))
    return distances, None


def _sort_as_javascript(values: Distances) -> NDArray[np.intp]:
    """Return the order into which V8 sorts values by their differences, up to 63 of them.

    A difference that is not a number counts as 0, and then the order depends on the method: a run
    at the beginning is kept, or reversed if it falls, and the others are inserted by bisection.
    """
    if not np.isnan(values).any():
        return values.argsort(kind="stable")
    numbers = values.tolist()
    falls = len(numbers) > 1 and numbers[1] < numbers[0]
    run = 1
    while run < len(numbers) and (numbers[run] < numbers[run - 1]) == falls:
        run += 1
    order = list(range(run))
    if falls:
        order.reverse()
    for index in range(run, len(numbers)):
        low, high = 0, index
        while low < high:
            middle = (low + high) // 2
            if numbers[index] < numbers[order[middle]]:
                high = middle
            else:
                low = middle + 1
        order.insert(low, index)
    return np.array(order)


_NOTHING_RANDOM = random.Random(0)
