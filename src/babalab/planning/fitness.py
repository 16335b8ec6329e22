"""The fitness of the end of a play, which planners maximise."""

from __future__ import annotations

import math
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from babalab.games.errors import GameError
from babalab.games.game import Ends

Numbers = NDArray[np.float64]

WORTH = 10.0
"""The worth of an immediate win or loss, beside a score from 0 to 1."""
DECAY = 0.98
"""The factor of that worth for every step until the end.

It is smaller than the factor of the shift buffer for a tick (0.99), so that a plan known to win,
a step nearer to its win after every tick, is not given up for one that wins later.
"""
HUGE = 1e6
"""The worth of a win or loss beside a score as it is."""


class Fitness:
    """The score, dynamically normalised, and beside it the game's end: paper C, §II-C.

    Scores count from 0 to 1 between the lowest and the highest met so far in this play, and `flat`
    as long as they are all the same. A win adds ``worth * decay ** steps`` and a loss subtracts it,
    so that sooner wins and later losses are better; the paper says no more than "valuing wins
    much higher, and losses much lower".
    """

    points: ClassVar[float] = 0.0
    """What a win adds to the score before that is normalised, and a loss takes away."""

    def __init__(self, worth: float = WORTH, decay: float = DECAY, flat: float = 0.0) -> None:
        self.decay = decay
        self.flat = flat
        self.lowest = np.inf
        self.highest = -np.inf
        self._worth = worth
        self._worths: Numbers = np.zeros(0)

    def rate(self, ends: Ends[Any], before: int = 0) -> Numbers:
        """Return the fitness of plays that had made `before` steps before those in `ends`."""
        scores = self.score(ends)
        self.note_scores(scores)
        return self.normalise(scores) + self.rate_outcomes(ends, before)

    def score(self, ends: Ends[Any]) -> Numbers:
        """Return what is normalised: here the scores."""
        return ends.scores

    def note_scores(self, scores: Numbers) -> bool:
        """Extend the range of scores, and return whether it changed.

        Raises `GameError` if the range is not finite.
        """
        lowest, highest = float(scores.min()), float(scores.max())
        if self.lowest <= lowest and highest <= self.highest:
            return False
        lowest, highest = min(lowest, self.lowest), max(highest, self.highest)
        if not math.isfinite(highest - lowest):
            raise GameError(
                f"the game's scores are from {lowest} to {highest}; they must be finite numbers, "
                "and so must their difference"
            )
        self.lowest, self.highest = lowest, highest
        return True

    def normalise(self, scores: Numbers) -> Numbers:
        """Scale scores to numbers from 0 to 1."""
        span = self.highest - self.lowest
        return (scores - self.lowest) / span if span > 0 else np.full(len(scores), self.flat)

    def rate_outcomes(self, ends: Ends[Any], before: int = 0) -> Numbers:
        """Return the bonus for winning and the malus for losing."""
        signs = ends.won.astype(np.float64) - ends.lost
        if not signs.any():
            return signs
        worths = self.list_worths(before + int(ends.lengths.max()))
        return signs * worths[ends.lengths + before]

    def list_worths(self, longest: int) -> Numbers:
        """Return what a win is worth after 0 steps, 1 and so on, up to `longest` at least."""
        if longest >= len(self._worths):
            self._worths = self._worth * np.power(self.decay, np.arange(2.0 * longest + 1))
        return self._worths


class ValueFitness(Fitness):
    """The value of a state as agents of the GVGAI framework have it, dynamically normalised.

    That is the score, a million more after a win and a million less after a loss. Values count from
    0 to 1 between the lowest and the highest met so far, so once a loss was met, all states that
    are not lost are worth almost 1, and almost the same. The shift buffer then makes any plan that
    was played now better than all from before, and an agent with nothing in sight keeps moving.
    """

    points: ClassVar[float] = HUGE

    def score(self, ends: Ends[Any]) -> Numbers:
        """See `Fitness`."""
        return ends.scores + self.points * (ends.won.astype(np.float64) - ends.lost)

    def rate_outcomes(self, ends: Ends[Any], before: int = 0) -> Numbers:
        """Return nothing: the end of the game is part of the value."""
        return np.zeros(len(ends.scores))

    def list_worths(self, longest: int) -> Numbers:
        """Return nothing, as `rate_outcomes` does."""
        return np.zeros(longest + 1)


FITNESSES: Final[dict[str, type[Fitness]]] = {"score": Fitness, "value": ValueFitness}
"""By what is normalised."""


def plain_fitness(ends: Ends[Any]) -> Numbers:
    """Return the score at the end of each play, infinity if it was won: paper A, §V-A."""
    return np.where(ends.won, np.inf, ends.scores)
