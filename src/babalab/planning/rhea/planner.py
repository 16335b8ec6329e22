"""Rolling horizon evolution with fixed operators, the planner of paper C."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from babalab.base.parameters import ParameterError, parameter
from babalab.games.game import Game, S
from babalab.planning.planner import Planner, register_planner
from babalab.planning.rhea.mind import HorizonMind
from babalab.planning.rhea.native_mind import make_mind
from babalab.planning.rhea.operators import Operators


@dataclass(frozen=True, kw_only=True)
class RollingHorizon(Planner):
    """Base of the planners by rolling horizon evolution: paper C, §II-C."""

    length: int = parameter(10, "actions in a plan", low=1, high=1000, tuned=(1, 100))
    population: int = parameter(15, "plans", low=2, high=10_000, tuned=(5, 50))
    elite: int = parameter(1, "best plans that live on as they are", low=0, high=9_999)
    shift: bool = parameter(True, "whether plans are kept from one move to the next")
    fitness: Literal["score", "value"] = parameter(
        "score",
        "what is scaled to 0 to 1: the score, wins and losses counting beside it, or the value, "
        "in which a win or loss is a million points",
    )
    flat: float = parameter(
        0.0,
        "what a score or value counts as long as all that were met are the same",
        low=0.0,
        high=1.0,
    )
    softmax: Literal["share", "place"] = parameter(
        "share",
        "what softmax mutation is about: the share of the plan before a gene, so that the first is "
        "about e times as likely as the last, or its place, e times as likely as the second",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.elite >= self.population:
            raise ParameterError(
                f"elite={self.elite}: it must be less than the population, {self.population}"
            )
        first = self.population * self.length
        if self.calls < first:
            raise ParameterError(
                f"calls={self.calls}: it must be at least {first}, which the first "
                f"{self.population} plans of {self.length} actions may take"
            )

    def mind(self, game: Game[S], chance: random.Random) -> HorizonMind[S]:
        """See `Planner`."""
        return make_mind(game, chance, **self._settings)

    def plain_mind(self, game: Game[S], chance: random.Random) -> HorizonMind[S]:
        """Return the same mind in plain Python, also for games that can be played in the core."""
        return HorizonMind(game, chance, **self._settings)

    @property
    def _settings(self) -> dict[str, Any]:
        """The settings of a mind."""
        return {
            "length": self.length,
            "population": self.population,
            "elite": self.elite,
            "shift": self.shift,
            "fitness": self.fitness,
            "flat": self.flat,
            "softmax": self.softmax,
        }


@register_planner
@dataclass(frozen=True, kw_only=True)
class Rhea(Operators, RollingHorizon):
    """RHEA of "Self-Adaptive Rolling Horizon Evolutionary Algorithms", §II-C and §III-A.

    Before every move a population of plans is evolved, and the first action of the best is played.
    For the next move all plans are shifted: the first action dropped, a random one appended, the
    value discounted by 0.99. The best `elite` plans live on; offspring takes the place of the rest.
    """

    name: ClassVar[str] = "rhea"
