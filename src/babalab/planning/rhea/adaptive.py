"""Rolling horizon evolution that tunes itself: the planner of paper C."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

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
