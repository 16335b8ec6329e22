"""Heuristics: numbers that describe a state, and weights for them; see docs/heuristics.md."""

from babalab.heuristics.declared import HEURISTICS, NAMES, Cost, Heuristic
from babalab.heuristics.features import RulesSeen, features
from babalab.heuristics.weights import WeightsError, WeightSet, load_weights, weight_sets

__all__ = [
    "HEURISTICS",
    "NAMES",
    "Cost",
    "Heuristic",
    "RulesSeen",
    "WeightSet",
    "WeightsError",
    "features",
    "load_weights",
    "weight_sets",
]
