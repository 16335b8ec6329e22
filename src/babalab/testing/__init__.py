"""Public tests for what others write: derive from these classes in your own test-suite.

>>> from babalab.agents import Agent, Bfs
>>> class TestMine(AgentContract):
...     def make(self, seed: int) -> Agent:
...         return Bfs(seed=seed)
>>> TestMine().test_solves_an_easy_level()
"""

from babalab.testing.agents import EASY, HARD, NOBODY, UNSOLVABLE, AgentContract
from babalab.testing.games import GameContract
from babalab.testing.generation import AlgorithmContract, ProblemContract

__all__ = [
    "EASY",
    "HARD",
    "NOBODY",
    "UNSOLVABLE",
    "AgentContract",
    "AlgorithmContract",
    "GameContract",
    "ProblemContract",
]
