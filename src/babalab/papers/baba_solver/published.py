"""What the paper's learning agents are: which reward each row of Table XIII was trained with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from babalab.papers.agent_tables.published import TABLE_XIII, Figures

PAPER: Final = "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all"
CLASS: Final = 1
"""The difficulty class that Table XIII is about."""
TRIES: Final = 5
"""Of a level: the paper's rates are 74, 70 and 81 of 170, which is 5 times its 34 levels."""
_REWARDS: Final = {"rl": "distance", "rl-d": "knowledge", "rl-0": "knowledge-flat"}


@dataclass(frozen=True)
class LearningRow:
    """A row of Table XIII: its name, our agent for it, the reward, and what it came to."""

    name: str
    agent: str
    reward: str
    figures: Figures


ROWS: Final = tuple(
    LearningRow(row.name, row.agent, _REWARDS[row.agent], row.figures["class 1"])
    for row in TABLE_XIII.rows
    if row.agent is not None
)
"""In the paper's order."""
LEVELS: Final = TABLE_XIII.parts[0].count
