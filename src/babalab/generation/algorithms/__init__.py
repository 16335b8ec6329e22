"""Algorithms: the ways to search for a map."""

from babalab.generation.algorithms.algorithm import Algorithm, Candidates, Search, SearchContext
from babalab.generation.algorithms.annealing import Annealing
from babalab.generation.algorithms.archive import Archive
from babalab.generation.algorithms.backward import Backward
from babalab.generation.algorithms.bfs import BreadthFirst
from babalab.generation.algorithms.dfs import DepthFirst
from babalab.generation.algorithms.es import EvolutionStrategy
from babalab.generation.algorithms.ga import Genetic
from babalab.generation.algorithms.gbfs import GreedyBestFirst
from babalab.generation.algorithms.hill_climbing import HillClimbing
from babalab.generation.algorithms.map_elites import MapElites
from babalab.generation.algorithms.mcts import MonteCarloTreeSearch
from babalab.generation.algorithms.registry import (
    algorithm_named,
    algorithms,
    is_installed_algorithm,
    make_algorithm,
    register_algorithm,
)

__all__ = [
    "Algorithm",
    "Annealing",
    "Archive",
    "Backward",
    "BreadthFirst",
    "Candidates",
    "DepthFirst",
    "EvolutionStrategy",
    "Genetic",
    "GreedyBestFirst",
    "HillClimbing",
    "MapElites",
    "MonteCarloTreeSearch",
    "Search",
    "SearchContext",
    "algorithm_named",
    "algorithms",
    "is_installed_algorithm",
    "make_algorithm",
    "register_algorithm",
]
