"""Rolling horizon evolution (paper C): one file for each family of operators."""

from babalab.planning.rhea.adaptive import RheaAdaptive
from babalab.planning.rhea.mind import HorizonMind
from babalab.planning.rhea.operators import Breeder, Operators
from babalab.planning.rhea.planner import Rhea, RollingHorizon
from babalab.planning.rhea.population import Population

__all__ = [
    "Breeder",
    "HorizonMind",
    "Operators",
    "Population",
    "Rhea",
    "RheaAdaptive",
    "RollingHorizon",
]
