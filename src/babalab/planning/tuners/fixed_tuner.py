"""One random choice for a whole play: the baseline for changing settings at all."""

from __future__ import annotations

from functools import cached_property

from babalab.planning.tuners.space import Combination
from babalab.planning.tuners.tuner import Tuner


class FixedTuner(Tuner):
    """Any of the distinct combinations, drawn once and then always used.

    The data published with paper C has it beside the tuners of the paper.
    """

    name = "random-fixed"

    def propose(self) -> Combination:
        """See the class."""
        return self._drawn

    @cached_property
    def _drawn(self) -> Combination:
        return self.chance.choice(self.space.arms)
