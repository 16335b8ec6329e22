"""Errors in moves and levels, each with what is wrong, where, and what would be right."""

from __future__ import annotations

from collections.abc import Sequence

from babalab.base.diagnostics import Diagnostic
from babalab.base.errors import BabalabError


class MovesError(BabalabError, ValueError):
    """A letter in a sequence of moves that is not a move."""

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
    """A map that is not a level; `diagnostics` lists everything wrong with it.

    >>> from babalab.game.level import Level
    >>> try:
    ...     Level.parse("____/_b._/___/____")
    ... except LevelError as error:
    ...     print(error.diagnostics[0])
    line 3, column 4: error: this row has 3 characters, the first has 4; make them equal
    """

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        super().__init__("\n".join(str(each) for each in self.diagnostics))

    def __reduce__(self) -> tuple[type[LevelError], tuple[tuple[Diagnostic, ...]]]:
        return LevelError, (self.diagnostics,)


class EngineLimitError(BabalabError, RuntimeError):
    """A position beyond what the engine can represent exactly."""
