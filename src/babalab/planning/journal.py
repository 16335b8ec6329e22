"""What a tuner tried during a play and what it got, from which all its statistics follow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from babalab.planning.tuners.space import Combination, Space
from babalab.planning.tuners.statistics import Statistics


@dataclass
class Journal:
    """Combinations and payoffs in order, and where every tick ended.

    Keeping the trials instead of the tables they lead to costs two appends an iteration, and
    nothing is lost: `replay` has the tables at every tick.
    """

    combinations: list[Combination] = field(default_factory=list)
    payoffs: list[float] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    """How many trials there had been when each tick was over."""

    def note(self, combination: Combination, payoff: float) -> None:
        """Record one iteration."""
        self.combinations.append(combination)
        self.payoffs.append(payoff)

    def tick(self) -> None:
        """Record that a move was made."""
        self.ends.append(len(self.payoffs))

    def replay(self, space: Space, discount: float = 1.0) -> Iterator[Statistics]:
        """Yield the statistics as they were at the end of every tick: the same object, going on."""
        statistics = Statistics(space)
        done = 0
        for end in self.ends:
            for number in range(done, end):
                statistics.add(self.combinations[number], self.payoffs[number])
            done = end
            yield statistics
            if discount < 1.0:
                statistics.fade(discount)
