"""Algorithms: how maps are looked for."""

from babalab.generation.algorithms.algorithm import (
    ALGORITHMS,
    Algorithm,
    Candidates,
    Ground,
    Search,
    algorithm_named,
    algorithms,
    make_algorithm,
    register_algorithm,
)
from babalab.generation.algorithms.annealing import Annealing
from babalab.generation.algorithms.backward import Backward
from babalab.generation.algorithms.bfs import BreadthFirst
from babalab.generation.algorithms.dfs import DepthFirst
from babalab.generation.algorithms.es import EvolutionStrategy
from babalab.generation.algorithms.ga import Genetic
from babalab.generation.algorithms.gbfs import GreedyBestFirst
from babalab.generation.algorithms.hill_climbing import HillClimbing
from babalab.generation.algorithms.map_elites import MapElites
from babalab.generation.algorithms.mcts import MonteCarloTreeSearch

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Annealing",
    "Backward",
    "BreadthFirst",
    "Candidates",
    "DepthFirst",
    "EvolutionStrategy",
    "Genetic",
    "GreedyBestFirst",
    "Ground",
    "HillClimbing",
    "MapElites",
    "MonteCarloTreeSearch",
    "Search",
    "algorithm_named",
    "algorithms",
    "make_algorithm",
    "register_algorithm",
]
