"""Folders of games, as the framework lays them out: ``NAME.txt`` beside its levels."""

from __future__ import annotations

import re
from pathlib import Path

from babalab.games.errors import GameError
from babalab.games.game import GameLevel
from babalab.games.vgdl.game import VgdlGame, vgdl_game
from babalab.games.vgdl.reading import read_description
from babalab.levels.files import read_bytes

_LEVEL = re.compile(r"(?P<game>.+)_(lvl)?(?P<number>[0-9]+)")


def game_in(file: str | Path) -> type[VgdlGame]:
    """The game that a file describes, with the levels beside it.

    ``NAME_lvl0.txt``, ``NAME_lvl1.txt`` … or ``NAME_0.txt``, ``NAME_1.txt`` … are its levels,
    called by their numbers. Raises `GameError`, `FileError` or `DescriptionError`.
    """
    path = Path(file)
    levels = tuple(
        GameLevel(f"level-{number}", _text(each), str(each))
        for number, each in sorted(_levels_of(path))
    )
    return vgdl_game(read_description(_text(path), str(path), path.stem), levels)


def games_in(folder: str | Path) -> dict[str, type[VgdlGame]]:
    """All games of a folder, by name. Raises as `game_in`, and `GameError` where there is none."""
    path = Path(folder)
    if not path.is_dir():
        raise GameError(f"{path}: there is no such folder")
    found = {each.stem: game_in(each) for each in sorted(path.glob("*.txt")) if not _is_level(each)}
    if not found:
        raise GameError(f"{path}: there is no game; one is NAME.txt with NAME_lvl0.txt beside it")
    return found


def _is_level(file: Path) -> bool:
    match = _LEVEL.fullmatch(file.stem)
    return match is not None and file.with_name(f"{match['game']}.txt").is_file()


def _levels_of(game: Path) -> list[tuple[int, Path]]:
    found = []
    for each in game.parent.glob(f"{game.stem}_*.txt"):
        match = _LEVEL.fullmatch(each.stem)
        if match is not None and match["game"] == game.stem:
            found.append((int(match["number"]), each))
    return found


def _text(file: Path) -> str:
    try:
        return read_bytes(str(file)).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise GameError(f"{file}: this is no text file in UTF-8") from None
