"""A laboratory for Baba Is You in its competition dialect."""

from babalab.game.action import Action, format_moves, parse_moves
from babalab.game.batch import Batch, VisitedSet
from babalab.game.errors import BabalabError, EngineLimitError, LevelError, MovesError
from babalab.game.level import Level
from babalab.game.outcome import Outcome
from babalab.game.state import State

__all__ = [
    "Action",
    "BabalabError",
    "Batch",
    "EngineLimitError",
    "Level",
    "LevelError",
    "MovesError",
    "Outcome",
    "State",
    "VisitedSet",
    "format_moves",
    "parse_moves",
]
__version__ = "0.1.0"
