"""Algorithms: how maps are looked for."""

from babalab.generation.algorithms.algorithm import Algorithm, Candidates, Ground, Search
from babalab.generation.algorithms.backward import Backward
from babalab.generation.algorithms.hill_climbing import HillClimbing
from babalab.generation.algorithms.registry import (
    algorithm_named,
    algorithms,
    is_installed_algorithm,
    make_algorithm,
    register_algorithm,
)

__all__ = [
    "Algorithm",
    "Backward",
    "Candidates",
    "Ground",
    "HillClimbing",
    "Search",
    "algorithm_named",
    "algorithms",
    "is_installed_algorithm",
    "make_algorithm",
    "register_algorithm",
]
