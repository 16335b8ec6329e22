"""A laboratory for Baba Is You in its competition dialect.

What most programs need is here; everything else is in the rooms, such as `babalab.arena`.

>>> from babalab import load_level, rate, solve
>>> level = load_level("first-steps/across")
>>> result = solve(level, seconds=10)
>>> result.solution
'rrrr'
>>> print(level.play(result.solution).outcome)
won: baba is YOU and flag is WIN at row 3, column 6
>>> print(rate(level, result.solution))
difficulty 16 of 100 (class 1)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from babalab.base.lazy import import_lazily
from babalab.base.version import __version__ as __version__

if TYPE_CHECKING:
    from babalab.agents.agent import Agent
    from babalab.agents.champion import Champion
    from babalab.agents.hints import hint
    from babalab.agents.result import Result
    from babalab.agents.solving import prove, solve
    from babalab.base.budget import Budget
    from babalab.base.errors import BabalabError
    from babalab.base.parameters import parameter
    from babalab.game.action import Action, format_moves, parse_moves
    from babalab.game.batch import Batch, VisitedSet
    from babalab.game.errors import LevelError
    from babalab.game.level import Level
    from babalab.game.outcome import Outcome
    from babalab.game.state import State
    from babalab.levels.address import load_level, load_levels
    from babalab.levels.by_address import rate, render, tell

__all__ = [
    "Action",
    "Agent",
    "BabalabError",
    "Batch",
    "Budget",
    "Champion",
    "Level",
    "LevelError",
    "Outcome",
    "Result",
    "State",
    "VisitedSet",
    "format_moves",
    "hint",
    "load_level",
    "load_levels",
    "parameter",
    "parse_moves",
    "prove",
    "rate",
    "render",
    "solve",
    "tell",
]

__getattr__, __dir__ = import_lazily(
    __name__,
    {
        ".agents.agent": ("Agent",),
        ".agents.champion": ("Champion",),
        ".agents.hints": ("hint",),
        ".agents.result": ("Result",),
        ".agents.solving": ("prove", "solve"),
        ".base.budget": ("Budget",),
        ".base.errors": ("BabalabError",),
        ".base.parameters": ("parameter",),
        ".game.action": ("Action", "format_moves", "parse_moves"),
        ".game.batch": ("Batch", "VisitedSet"),
        ".game.errors": ("LevelError",),
        ".game.level": ("Level",),
        ".game.outcome": ("Outcome",),
        ".game.state": ("State",),
        ".levels.address": ("load_level", "load_levels"),
        ".levels.by_address": ("rate", "render", "tell"),
    },
)
