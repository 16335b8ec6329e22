"""Boards: games on one of their levels, checked before anything runs."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from babalab import _core
from babalab.arena.entrant import Codes, find_codes, find_for_any_process, is_ours
from babalab.execution.work import OURS
from babalab.games import Game, GameLevel, game_named
from babalab.games.finding import is_description
from babalab.games.game import GAMES


@dataclass(frozen=True)
class Board:
    """A game on a level as results name it. Two with the same first three are the same."""

    game: str
    """The name of the game."""
    code: str
    """The fingerprint of what the game is written in: the native games, and a description."""
    key: str
    """By which the level is found again: the same for the same text, whatever its name."""
    level: GameLevel
    ticks: int
    """After so many a play is over, if nobody says otherwise."""
    source: str
    """A spec by which any process finds the game."""
    former_codes: tuple[str, ...] = ()
    """Fingerprints under which earlier versions stored plays of the same game."""
    ours: bool = False
    """Whether the game consists of babalab's own code; a description in VGDL is no code."""

    @property
    def team(self) -> str:
        """The team that its work belongs to: its own, unless it is ours."""
        return OURS if self.ours else self.source

    @classmethod
    def of(cls, game: str, level: GameLevel) -> Board:
        """Return the board of a game such as ``sokoban`` or ``mine.py:Mine`` on a level.

        Raises `GameError` or `ArenaError` if there is no such game, `LevelError` if the level is
        none of it.
        """
        source, kind = _find_game(game)
        kind(level)
        key = hashlib.blake2b(level.text.encode(), digest_size=16).hexdigest()
        code, former = _find_codes(kind)
        return cls(kind.name, code, key, level, kind.ticks, source, former, is_ours(kind))


@cache
def _find_codes(kind: type[Game[Any]]) -> Codes:
    return find_codes(kind, _core.GAMES_DIGEST + kind.substance(), root=Game)


def boards(game: str, levels: Sequence[str | GameLevel] | None = None) -> list[Board]:
    """Return the boards of a game on these levels, by name or number, or on all its levels."""
    _, kind = _find_game(game)
    chosen = (
        kind.levels()
        if levels is None
        else [kind.level_named(each) if isinstance(each, str) else each for each in levels]
    )
    found = [Board.of(game, level) for level in chosen]
    return list({board.key: board for board in reversed(found)}.values())[::-1]


def _find_game(text: str) -> tuple[str, type[Game[Any]]]:
    if is_description(text):
        text = str(Path(text).absolute())
    kind, source, _ = find_for_any_process(text, game_named, GAMES)
    return source, kind
