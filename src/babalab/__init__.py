"""A laboratory for Baba Is You in its competition dialect."""

from babalab.base.errors import BabalabError
from babalab.game.action import Action, format_moves, parse_moves
from babalab.game.batch import Batch, VisitedSet
from babalab.game.difficulty import Difficulty, rate
from babalab.game.errors import EngineLimitError, LevelError, MovesError
from babalab.game.level import Level
from babalab.game.outcome import Outcome
from babalab.game.state import State
from babalab.game.story import Story, tell

__all__ = [
    "Action",
    "BabalabError",
    "Batch",
    "Difficulty",
    "EngineLimitError",
    "Level",
    "LevelError",
    "MovesError",
    "Outcome",
    "State",
    "Story",
    "VisitedSet",
    "format_moves",
    "parse_moves",
    "rate",
    "tell",
]
__version__ = "0.1.0"
