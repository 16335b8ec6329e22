"""The errors a person can cause, each saying what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babalab.game.problems import Problem


class BabalabError(Exception):
    """Base of every error that is about the user's input rather than a fault of ours."""


class MovesError(BabalabError, ValueError):
    """A letter in a sequence of moves that is no move."""

    def __init__(self, text: str, position: int) -> None:
        self.text = text
        self.position = position
        super().__init__(
            f"moves: column {position + 1}: {text[position]!r} is not a move; "
            "use u d l r (either case) and s to wait"
        )

    def __reduce__(self) -> tuple[type[MovesError], tuple[str, int]]:
        return MovesError, (self.text, self.position)


class LevelError(BabalabError, ValueError):
    """A map that is no level; `problems` lists everything wrong with it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))

    def __reduce__(self) -> tuple[type[LevelError], tuple[tuple[Problem, ...]]]:
        return LevelError, (self.problems,)


class EngineLimitError(BabalabError, RuntimeError):
    """A position beyond what the engine can represent exactly."""
