"""The problems, representations and algorithms that paper D compared, and their settings."""

from __future__ import annotations

import math
from typing import Literal

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

Account = Literal["text", "code"]
"""What a comparison follows where the paper's text and its authors' code differ."""
CODE_PROBLEMS = {
    "binary": "binary:cap=false",
    "zelda": "zelda:enemy=4,path=16,cap=false",
    "sokoban": "sokoban:moves=18,cap=false",
}
"""The problems of the authors' code."""
CODE_OPTIMISERS = {"ga": "ga:keeps=parent"}
"""The optimisers that differ in the authors' code."""
CODE_EXPLORATION = EXPLORATION * math.sqrt(2)
"""The same c in the authors' code, which has 2 ln N where the text has ln N."""


def set_problem(name: str, follow: Account) -> str:
    """Return a problem of the paper's as the text or the code has it, and others as they are."""
    return CODE_PROBLEMS.get(name, name) if follow == "code" else name


def set_algorithm(name: str, problem: str, follow: Account) -> str:
    """Return an algorithm of the paper's as set for a problem, and others as they are."""
    if name == "mcts" and problem in ROLLOUTS:
        c = CODE_EXPLORATION if follow == "code" else EXPLORATION
        return f"mcts:c={c!r},rollout={ROLLOUTS[problem]}"
    return CODE_OPTIMISERS.get(name, name) if follow == "code" else name
