"""A planner at work: it looks at a state, thinks in small iterations, and decides."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from typing import Generic

from babalab.games.game import Game, S
from babalab.planning.tuners.space import Combination


class Mind(ABC, Generic[S]):
    """The state of a planner during one play of a game.

    For every move it has to `look`, then `iterate` as often as the budget allows, then `decide`.
    Tuned settings change from one iteration to the next. `calls` counts the steps of the forward
    model so far.
    """

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self.calls = 0
        self.room = sys.maxsize
        """The most calls that the next iteration may make; never less than its `cost`."""

    @abstractmethod
    def look(self, state: S) -> None:
        """Begin to think about the current state."""

    @property
    @abstractmethod
    def cost(self) -> int:
        """The calls that the next iteration must be allowed to make."""

    @abstractmethod
    def iterate(self, combination: Combination) -> float:
        """Run one iteration with these settings and return their payoff."""

    @abstractmethod
    def decide(self) -> int:
        """Return the action to play."""
