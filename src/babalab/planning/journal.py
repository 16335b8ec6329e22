"""The trials of a tuner during a play and their payoffs, from which all its statistics follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from babalab.planning.tuners.space import Combination, Space
from babalab.planning.tuners.statistics import Statistics


@dataclass
class Journal:
    """Combinations and payoffs in order, and the ends of ticks.

    Keeping the trials instead of tables costs two appends per iteration and loses nothing: `replay`
    has the tables at every tick.
    """

    combinations: list[Combination] = field(default_factory=list)
    payoffs: list[float] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    """The number of trials until the end of each tick."""

    def note(self, combination: Combination, payoff: float) -> None:
        """Record one iteration."""
        self.combinations.append(combination)
        self.payoffs.append(payoff)

    def tick(self) -> None:
        """Record that a move was made."""
        self.ends.append(len(self.payoffs))

    def replay(self, space: Space, discount: float = 1.0) -> Iterator[Statistics]:
        """Yield the statistics at the end of every tick: the same object, updated."""
        statistics = Statistics(space)
        done = 0
        for end in self.ends:
            for number in range(done, end):
                statistics.add(self.combinations[number], self.payoffs[number])
            done = end
            yield statistics
            if discount < 1.0:
                statistics.fade(discount)
