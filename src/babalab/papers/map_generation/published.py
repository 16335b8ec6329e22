"""The problems, representations and algorithms that paper D compared, and their settings."""

from __future__ import annotations

PAPER = "Bhaumik et al., Tree Search versus Optimization Approaches for Map Generation"

PROBLEMS = ("binary", "zelda", "sokoban")
REPRESENTATIONS = ("narrow", "turtle", "wide")
TREE_SEARCH = ("bfs", "dfs", "gbfs", "mcts")
OPTIMISERS = ("hill-climbing", "annealing", "es", "ga")
ALGORITHMS = TREE_SEARCH + OPTIMISERS

OPTIMISED = "wide"
"""The only representation of those that search no tree."""

RUNS, SECONDS = 30, 60.0
"""Our runs, of which the paper made 2500, and the seconds of both."""
FIRST_SEED = 1000
"""The runs are apart from those by which the ties of greedy best-first search were settled."""

EXPLORATION = 5.0
"""MCTS's c, in all problems."""
ROLLOUTS = {"binary": 78, "zelda": 40, "sokoban": 10}
"""Changes of a rollout of MCTS. The paper calls them 40 % of the cells; of Zelda's 77 that would be
31."""
