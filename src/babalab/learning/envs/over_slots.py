"""What environments over slots have in common: where their levels come from, and saving."""

from __future__ import annotations

from numpy.typing import ArrayLike

from babalab.game.level import Level
from babalab.learning.envs.slots import Slots
from babalab.learning.envs.sources import Counts, LevelSource, Start


class OverSlots:
    """A part of environments that are a coat over `slots`."""

    slots: Slots

    @property
    def levels(self) -> list[Level]:
        """The levels, in the order that ``info["level"]`` counts them."""
        return self.slots.levels

    @property
    def starts(self) -> list[Start]:
        """Where episodes may begin."""
        return self.slots.starts

    @property
    def source(self) -> LevelSource:
        """Where the levels come from."""
        return self.slots.source

    def set_weights(self, weights: ArrayLike) -> None:
        """How likely each start is from the next episode on, in proportion."""
        self.slots.weigh(weights)

    def take_statistics(self) -> tuple[Counts, Counts]:
        """How many episodes from each start ended since last taken, and how many were won."""
        return self.slots.take_statistics()

    def refresh(self) -> None:
        """Tell the source how episodes ended, and take the weights and levels it has now.

        Do this now and then while training with a generator or a curriculum. Episodes under way
        go on, and `levels` may end with some that have left the source but are still played.
        """
        self.slots.refresh()

    def save(self) -> bytes:
        """Everything needed to go on identically, in an environment made with the same settings."""
        return self.slots.save()
