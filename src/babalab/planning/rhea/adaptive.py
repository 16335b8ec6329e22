"""Rolling horizon evolution that tunes itself: the planner of paper C."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from babalab.base.parameters import parameter
from babalab.planning.planner import Planner, register_planner
from babalab.planning.rhea.planner import Rhea, RollingHorizon
from babalab.planning.tuned import Tuned


@register_planner
@dataclass(frozen=True, kw_only=True)
class RheaAdaptive(Tuned, RollingHorizon):
    """Self-adaptive RHEA: paper C, §III-B, Algorithm 1.

    As `rhea`, but a tuner chooses all five operators anew for every generation, and learns from
    how much better the best of its offspring was than the best plan before.
    """

    name: ClassVar[str] = "rhea-adaptive"
    tunes: ClassVar[type[Planner]] = Rhea

    payoff: Literal["gain", "success"] = parameter(
        "gain",
        "what the tuner learns of a generation: how much fitter the best of its offspring is than "
        "the best plan before, from -1 to 1, or whether it is, 1 or 0",
    )

    @property
    def _settings(self) -> dict[str, Any]:
        return {**super()._settings, "payoff": self.payoff}
