"""Arguments and options of the commands about games."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

from babalab.base.suggestions import list_some, unknown
from babalab.cli.games.folders import find_in_folders
from babalab.cli.ui.completion import offer_in
from babalab.cli.ui.finders import find_game as find_game_name
from babalab.cli.ui.finders import find_game_level
from babalab.cli.ui.help_texts import LIMITS
from babalab.cli.ui.options import argument, option
from babalab.games import Game, GameError, GameLevel, game_named
from babalab.levels.files import read_bytes

ALL = "all"

GameSource = Annotated[
    str,
    argument(
        "A game of 'babalab games list', or a file: my_game.py, my_game.py:MyGame, or "
        "my_game.txt in VGDL.",
        metavar="GAME",
        callback=find_in_folders,
        autocompletion=offer_in(find_game_name),
    ),
]
LevelSource = Annotated[
    str | None,
    argument(
        "Its name or number, a file, or file#name.",
        metavar="LEVEL",
        usual="the first",
        autocompletion=offer_in(find_game_level),
    ),
]
FormerLevel = Annotated[str | None, option("The same as LEVEL.", "--level", hidden=True)]
SAID: Sequence[tuple[str, str, Callable[[Any], bool]]] = (
    ("name", '"my-game"', lambda name: isinstance(name, str)),
    (
        "actions",
        '("left", "right")',
        lambda actions: (
            isinstance(actions, (tuple, list)) and all(isinstance(each, str) for each in actions)
        ),
    ),
    ("ticks", "500", lambda ticks: isinstance(ticks, int) and ticks > 0),
)
"""The attributes that every game declares, each with an example and a test of its value."""

Ticks = Annotated[
    int | None,
    option("Ticks after which a play ends.", min=1, usual="the game's limit", panel=LIMITS),
]


def find_game(source: str) -> type[Game[Any]]:
    """Return the game of a name or a file; what a file prints while it is loaded is discarded.

    Raises `GameError` if there is none, or if it lacks what every game says about itself.
    """
    with contextlib.redirect_stdout(io.StringIO()):
        kind = game_named(source)
    for attribute, example, is_right in SAID:
        value = getattr(kind, attribute, None)
        if not value:
            raise GameError(
                f"{source}: {kind.__name__} has no {attribute}; write {attribute} = {example}"
            )
        if not is_right(value):
            raise GameError(
                f"{source}: {kind.__name__}.{attribute} is {value!r}; write {attribute} = {example}"
            )
    return kind


def get_levels(game: type[Game[Any]]) -> list[GameLevel]:
    """Return the levels that come with a game. Raises `GameError` if any is something else."""
    levels = list(game.levels())
    for level in levels:
        if not isinstance(level, GameLevel):
            raise GameError(
                f"{game.name}: levels() gives {level!r}, which is no level; "
                'write GameLevel("name", "its text")'
            )
    return levels


def choose_levels(game: type[Game[Any]], text: str) -> list[GameLevel]:
    """Return the levels of a list of names, numbers, ranges (``1-5``) and files; ``all``: its own.

    Each is there once. Raises `GameError` for one that there is not.
    """
    if text == ALL:
        found = get_levels(game)
    elif Path(text).is_file():
        found = _read_levels(game, text)
    else:
        pieces = [piece.strip() for piece in text.split(",")]
        found = [level for piece in pieces if piece for level in _find_levels(game, piece)]
    if not found:
        told = "it has none of its own; name a file" if text == ALL else f"{text!r} names none"
        raise GameError(f"there is no level of {game.name}: {told}")
    return list(dict.fromkeys(found))


def choose_level(game: type[Game[Any]], text: str | None) -> GameLevel:
    """Return the one level that a text stands for, by default the first that there is."""
    if text is None:
        return choose_levels(game, ALL)[0]
    found = choose_levels(game, text)
    if len(found) > 1:
        names = list_some([level.name for level in found])
        raise GameError(f"{text!r} means {len(found)} levels, and one is expected: {names}")
    return found[0]


def _find_levels(game: type[Game[Any]], piece: str) -> Sequence[GameLevel]:
    own = get_levels(game)
    names = [level.name for level in own]
    if piece in names:
        return [own[names.index(piece)]]
    first, dash, last = piece.partition("-")
    if dash and first.isdecimal() and last.isdecimal():
        if not 1 <= int(first) <= int(last) <= len(own):
            raise GameError(f"{piece}: {game.name} has the levels from 1 to {len(own)}")
        return own[int(first) - 1 : int(last)]
    if Path(piece).is_file():
        return _read_levels(game, piece)
    file, mark, name = piece.rpartition("#")
    if mark and Path(file).is_file():
        return [_pick_level(_read_levels(game, file), name, file)]
    try:
        return [game.level_named(piece)]
    except GameError as error:
        if Path(piece).is_dir():
            raise GameError(f"{piece}: it is a folder; name a file in it") from error
        if Path(piece).suffix:
            raise GameError(f"there is no file {piece!r}; {error}") from error
        raise


def _read_levels(game: type[Game[Any]], file: str) -> list[GameLevel]:
    try:
        text = read_bytes(file).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GameError(f"{file}: this is no text file in UTF-8") from None
    return list(game.read_levels(text.replace("\r\n", "\n"), file))


def _pick_level(levels: Sequence[GameLevel], name: str, file: str) -> GameLevel:
    for number, level in enumerate(levels, start=1):
        if name in (level.name, str(number)):
            return level
    what = unknown("level", name, [level.name for level in levels], owner=file, limit=5)
    raise GameError(f"{what}; a number from 1 to {len(levels)} is a level too")
