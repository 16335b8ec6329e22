"""Suites: many games to be played together, our own arcade or those of a folder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from babalab.arena.errors import ArenaError
from babalab.base.errors import BabalabError
from babalab.base.suggestions import unknown
from babalab.games.vgdl.folder import games_in, read_folder
from babalab.games.vgdl.suite import suite
from babalab.papers.rhea.published_games import PAPERS_GAMES, find_papers_game

ARCADE: Final = "arcade"
"""The suite that comes with the package."""


def list_suite_games(name: str, only: Sequence[str] | None = None) -> list[str]:
    """Return the games of a suite, or some of them, as specs that any process can resolve.

    `name` is ``arcade`` or a folder of descriptions. Those of the paper come in its order. Raises
    `ArenaError` for a game that is not there, and what `games_in` raises.
    """
    if name == ARCADE:
        sources = {game: game for game in suite()}
    else:
        folder = Path(name).absolute()
        sources = {game: str(folder / f"{game}.txt") for game in games_in(folder)}
    for game in only or ():
        if game not in sources:
            raise ArenaError(unknown("game", game, sources, owner=name))
    return [sources[game] for game in sorted(only or sources, key=_place)]


def find_broken_games(name: str) -> Mapping[str, BabalabError]:
    """Return the games of a suite that can't be played, and what is wrong with them."""
    return {} if name == ARCADE else read_folder(name).broken


def _place(game: str) -> int:
    known = find_papers_game(game)
    return PAPERS_GAMES.index(known) if known else len(PAPERS_GAMES)
