"""The base class of all planners, their registry, and the loop in which they think."""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from babalab.base.errors import BabalabError
from babalab.base.parameters import attribute_of, check_parameters, parameter
from babalab.base.registry import ClassRegistry
from babalab.games.game import Game, S
from babalab.planning.journal import Journal
from babalab.planning.mind import Mind
from babalab.planning.tuners.constant import Constant
from babalab.planning.tuners.space import Combination, Space, online_space
from babalab.planning.tuners.tuner import Tuner


@dataclass(frozen=True, kw_only=True)
class Planner(ABC):
    """Base of all planners, which play any game by thinking before every move.

    A planner is a frozen dataclass; its fields, declared with `parameter`, are its parameters.
    A tuner may change those with `online` values from one iteration to the next.
    """

    name: ClassVar[str]

    calls: int = parameter(
        1000, "steps of the forward model before each move", low=1, high=100_000_000
    )
    milliseconds: float = parameter(
        0.0, "thinking time before each move, if that ends first; 0: no clock", low=0.0, high=1e9
    )

    def __post_init__(self) -> None:
        check_parameters(self)

    @abstractmethod
    def mind(self, game: Game[S], chance: random.Random) -> Mind[S]:
        """Begin a play of this game, with all random choices from this stream."""

    def begin_tuning(self, chance: random.Random) -> Tuner:
        """Return a tuner for one play; here, one that always proposes the planner's settings."""
        return Constant(*fixed_settings(self))

    def purpose_of_tuning(self, game: Game[Any]) -> str:
        """Return the purpose for which the tuner's stream is derived from the seed of a play."""
        return "tuner"


class PlannerError(BabalabError):
    """A planner that does not exist or can't be loaded."""


PLANNERS: Final = ClassRegistry(Planner, PlannerError, "babalab.planners")  # type: ignore[type-abstract]
planners = PLANNERS.all
planner_named = PLANNERS.named
make_planner = PLANNERS.make
register_planner = PLANNERS.register


def fixed_settings(planner: Any) -> tuple[Space, Combination]:
    """Return the space of a planner's tunable settings, and the combination of its own values.

    An own value that is not among the `online` values comes after them.
    """
    space = online_space(type(planner), merged=False)
    own = {name: getattr(planner, attribute_of(name)) for name in space.names}
    values = tuple(
        values if own[name] in values else (*values, own[name])
        for name, values in zip(space.names, space.values, strict=True)
    )
    space = replace(space, values=values)
    return space, space.combination(own)


def think(
    mind: Mind[S],
    state: S,
    tuner: Tuner,
    journal: Journal | None = None,
    *,
    calls: int,
    milliseconds: float = 0.0,
) -> Iterator[None]:
    """Think about a state for as long as allowed, yielding after every iteration.

    Algorithm 1 of paper C, for any planner. An iteration begins only if its calls can't exceed
    the budget.
    """
    until = time.perf_counter() + milliseconds / 1000 if milliseconds else None
    limit = mind.calls + calls
    mind.look(state)
    yield
    while mind.calls + mind.cost <= limit and (until is None or time.perf_counter() < until):
        mind.room = limit - mind.calls
        combination = tuner.propose()
        payoff = mind.iterate(combination)
        tuner.reward(combination, payoff)
        if journal is not None:
            journal.note(combination, payoff)
        yield
    tuner.tick()
