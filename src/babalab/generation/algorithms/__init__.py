"""Algorithms: the ways to search for a map."""

from babalab.generation.algorithms.algorithm import (
    ALGORITHMS,
    Algorithm,
    algorithm_named,
    algorithms,
    make_algorithm,
    register_algorithm,
)
from babalab.generation.algorithms.annealing import Annealing
from babalab.generation.algorithms.archive import Archive
from babalab.generation.algorithms.backward import Backward
from babalab.generation.algorithms.bfs import BreadthFirstSearch
from babalab.generation.algorithms.dfs import DepthFirstSearch
from babalab.generation.algorithms.es import MuPlusLambda
from babalab.generation.algorithms.ga import Genetic
from babalab.generation.algorithms.gbfs import GreedyBestFirstSearch
from babalab.generation.algorithms.hill_climbing import HillClimbing
from babalab.generation.algorithms.map_elites import MapElites
from babalab.generation.algorithms.mcts import MonteCarloTreeSearch
from babalab.generation.algorithms.protocol import Candidates, Search, SearchContext

__all__ = [
    "ALGORITHMS",
    "Algorithm",
    "Annealing",
    "Archive",
    "Backward",
    "BreadthFirstSearch",
    "Candidates",
    "DepthFirstSearch",
    "Genetic",
    "GreedyBestFirstSearch",
    "HillClimbing",
    "MapElites",
    "MonteCarloTreeSearch",
    "MuPlusLambda",
    "Search",
    "SearchContext",
    "algorithm_named",
    "algorithms",
    "make_algorithm",
    "register_algorithm",
]
