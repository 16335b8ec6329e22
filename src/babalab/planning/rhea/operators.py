"""The operators of a rolling horizon, and breeding with them (paper C, §III-A and Table I)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Literal

from babalab.base.parameters import Value, parameter
from babalab.games.game import Plans
from babalab.planning.rhea.crossover import CROSSOVERS
from babalab.planning.rhea.diversity import DiversityLog
from babalab.planning.rhea.draws import Draws
from babalab.planning.rhea.mutation import MUTATIONS, SOFTMAXES, mutate
from babalab.planning.rhea.population import Population
from babalab.planning.rhea.selection import SELECTIONS


@dataclass(frozen=True, kw_only=True)
class Operators:
    """Table I of paper C: five parameters, 270 combinations, of which 99 differ."""

    genetic: Literal["crossover+mutation", "mutation", "crossover"] = parameter(
        "crossover+mutation",
        "how offspring comes about",
        online=("crossover+mutation", "mutation", "crossover"),
    )
    selection: Literal["rank", "tournament", "roulette"] = parameter(
        "rank", "how parents are chosen for crossover", online=("rank", "tournament", "roulette")
    )
    crossover: Literal["uniform", "1-point", "2-point"] = parameter(
        "uniform", "how two parents become one child", online=("uniform", "1-point", "2-point")
    )
    mutation: Literal["uniform", "1-bit", "3-bit", "softmax", "diversity"] = parameter(
        "softmax",
        "which genes of the offspring change",
        online=("uniform", "1-bit", "3-bit", "softmax", "diversity"),
    )
    transducer: bool = parameter(
        True,
        "whether a gene changes to the value of the one before it",
        online=(False, True),
    )

    @staticmethod
    def effects(settings: Mapping[str, Value]) -> Collection[str]:
        """Return the names of those of the five that make a difference beside the others."""
        names = ["genetic"]
        if settings["genetic"] != "mutation":
            names += ["selection", "crossover"]
        if settings["genetic"] != "crossover":
            names += ["mutation"] + ["transducer"] * (settings["mutation"] != "diversity")
        return names


class Breeder:
    """Breeds plans whose actions are numbers below `values`."""

    def __init__(self, length: int, values: int, draws: Draws, softmax: str = "share") -> None:
        self.log = DiversityLog(length, values)
        self._values = values
        self._draws = draws
        self._mutations = {**MUTATIONS, "softmax": SOFTMAXES[softmax]}

    def breed(self, population: Population, how: Operators) -> Plans:
        """Return as many children as the elite leaves room for.

        With mutation only, the best plans are copied and mutated, one child of each.
        """
        count = len(population.plans) - population.elite
        draws = self._draws
        if how.genetic == "mutation":
            children = population.plans[:count].copy()
        else:
            parents = SELECTIONS[how.selection](population.fitness, 2 * count, draws)
            mothers, fathers = population.plans.take(parents, axis=0).reshape(2, count, -1)
            children = CROSSOVERS[how.crossover](mothers, fathers, draws)
        if how.genetic == "crossover":
            return children
        if how.mutation == "diversity":
            self.log.mutate(children, draws)
        else:
            places = self._mutations[how.mutation](children.shape, draws)
            mutate(children, places, self._values, draws, transducer=how.transducer)
        return children
