"""Planners for any game: rolling horizons, tree search, tuners that set them while they play."""

from babalab.planning.journal import Journal
from babalab.planning.mcts import Mcts, MctsAdaptive
from babalab.planning.mind import Mind
from babalab.planning.one_step import OneStep
from babalab.planning.planner import (
    PLANNERS,
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
