"""λ, the coefficient of the KL penalty, and how it moves: the last lines of Algorithm 4.

The paper names alpha, β_low, β_high and KL_target and gives no numbers. Ours are those of the
publication that introduced the adaptive penalty (Schulman et al. 2017, "Proximal Policy
Optimization Algorithms", section 4): twice λ beyond 1.5 times the target, half of it below the
target over 1.5, with λ = 1 to begin with and a target of 0.01.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from babalab.learning.errors import LearningError


@dataclass(frozen=True, kw_only=True)
class KLPenalty:
    """The rule by which λ moves."""

    target: float = 0.01
    """KL_target: the distance, in nats, by which an update should change the policy."""
    high: float = 1.5
    """β_high: beyond this multiple of the target λ grows."""
    low: float = 1 / 1.5
    """β_low: below this multiple of the target λ shrinks."""
    factor: float = 2.0
    """The paper's alpha: the factor by which λ grows and shrinks."""
    start: float = 1.0
    """λ to begin with."""
    least: float = 1e-4
    """λ never falls below: it would take too many updates to come back."""
    most: float = 1e4
    """λ never grows beyond."""

    def __post_init__(self) -> None:
        if not self.target > 0:
            raise LearningError(f"the KL target must be above 0, not {self.target:g}")
        if not 0 < self.low < self.high:
            raise LearningError(
                f"KL bounds of {self.low:g} and {self.high:g}: the lower one must be above 0 and "
                "below the upper one"
            )
        if not self.factor > 1:
            raise LearningError(f"the KL factor must be above 1, not {self.factor:g}")
        if not 0 < self.least <= self.start <= self.most:
            raise LearningError(
                f"λ must start between {self.least:g} and {self.most:g}, not at {self.start:g}"
            )

    def adapt(self, coefficient: float, kl: float) -> float:
        """Return λ for the next update, given λ of the last one and how far that went.

        >>> KLPenalty(target=0.01).adapt(1.0, kl=0.02), KLPenalty(target=0.01).adapt(1.0, kl=0.001)
        (2.0, 0.5)
        """
        if math.isnan(kl):
            return coefficient
        if kl > self.high * self.target:
            coefficient *= self.factor
        elif kl < self.low * self.target:
            coefficient /= self.factor
        return min(max(coefficient, self.least), self.most)
