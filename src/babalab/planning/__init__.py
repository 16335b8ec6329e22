"""Planners for any game: rolling horizons, tree search, and tuners that adjust them in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from babalab.base.lazy import import_lazily
from babalab.planning.planner import PLANNERS

if TYPE_CHECKING:
    from babalab.planning.journal import Journal
    from babalab.planning.mcts import Mcts, MctsAdaptive
    from babalab.planning.mind import Mind
    from babalab.planning.one_step import OneStep
    from babalab.planning.planner import (
        Planner,
        PlannerError,
        make_planner,
        planner_named,
        planners,
        register_planner,
        think,
    )
    from babalab.planning.playing import Play, play
    from babalab.planning.random_planner import RandomPlanner
    from babalab.planning.rhea import Rhea, RheaAdaptive

__all__ = [
    "PLANNERS",
    "Journal",
    "Mcts",
    "MctsAdaptive",
    "Mind",
    "OneStep",
    "Planner",
    "PlannerError",
    "Play",
    "RandomPlanner",
    "Rhea",
    "RheaAdaptive",
    "make_planner",
    "planner_named",
    "planners",
    "play",
    "register_planner",
    "think",
]

__getattr__, __dir__ = import_lazily(
    __name__,
    {
        ".journal": ("Journal",),
        ".mcts": ("Mcts", "MctsAdaptive"),
        ".mind": ("Mind",),
        ".one_step": ("OneStep",),
        ".planner": (
            "Planner",
            "PlannerError",
            "make_planner",
            "planner_named",
            "planners",
            "register_planner",
            "think",
        ),
        ".playing": ("Play", "play"),
        ".random_planner": ("RandomPlanner",),
        ".rhea": ("Rhea", "RheaAdaptive"),
    },
)

# What results are known by must not change with this table: see `babalab.agents`.
PLANNERS.expect(
    {
        "mcts": "babalab.planning.mcts",
        "mcts-adaptive": "babalab.planning.mcts",
        "one-step": "babalab.planning.one_step",
        "random": "babalab.planning.random_planner",
        "rhea": "babalab.planning.rhea.planner",
        "rhea-adaptive": "babalab.planning.rhea.adaptive",
    }
)
