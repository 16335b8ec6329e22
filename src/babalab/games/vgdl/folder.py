"""Folders of games, as the framework lays them out: ``NAME.txt`` beside its levels."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from babalab.base.diagnostics import Diagnostic, Flaw
from babalab.base.errors import BabalabError
from babalab.games.drawing.sheet import ENDING, check_sheet
from babalab.games.errors import DescriptionError, GameError
from babalab.games.game import GameLevel
from babalab.games.vgdl.game import VgdlGame, vgdl_game
from babalab.games.vgdl.reading import GAME, read_description
from babalab.levels.files import read_bytes

SUFFIX = ".txt"
_LEVEL = re.compile(r"(?P<game>.+)_(?P<framework>lvl)?(?P<number>[0-9]{1,9})")


@dataclass(frozen=True)
class GameFolder:
    """The contents of a folder: games, games that can't be played, and other files."""

    path: Path
    games: Mapping[str, type[VgdlGame]]
    broken: Mapping[str, BabalabError]
    """The errors of games that can't be played, by name."""
    skipped: tuple[Diagnostic, ...]
    """A warning for each file that belongs to no game, with the reason."""


def game_in(file: str | Path) -> type[VgdlGame]:
    """Return the game that a file describes, with the levels beside it.

    ``NAME_lvl0.txt``, ``NAME_lvl1.txt`` … or ``NAME_0.txt``, ``NAME_1.txt`` … are its levels,
    called by their numbers, of which some may be missing. Raises `FileError`, `GameError` or
    `DescriptionError`.
    """
    path = Path(file)
    text = _read_text(path)
    level_of = _game_of_level(path)
    if level_of is not None and not _describes(text) and path.with_name(level_of).is_file():
        raise GameError(f"{path}: this is a level; the game is {path.with_name(level_of)}")
    return _make_game(path, text, _choose_levels(_read_texts_beside(path)))


def games_in(folder: str | Path) -> dict[str, type[VgdlGame]]:
    """Return the playable games of a folder by name; `read_folder` reports the others too.

    Raises `GameError` where there are none, or `DescriptionError` with all that is wrong with them.
    """
    found = read_folder(folder)
    if not found.games:
        diagnostics = [each for error in found.broken.values() for each in diagnostics_of(error)]
        if diagnostics:
            raise DescriptionError(diagnostics)
        raise GameError(
            f"{found.path}: there is no game; one is NAME{SUFFIX} with NAME_lvl0{SUFFIX} beside it"
        )
    return dict(found.games)


def read_folder(folder: str | Path) -> GameFolder:
    """Read everything in a folder, but not the folders in it. Raises `GameError`."""
    path = Path(folder)
    texts, unreadable = _read_texts(_list_text_files(path))
    levels = _group_levels(texts)
    games: dict[str, type[VgdlGame]] = {}
    broken: dict[str, BabalabError] = {}
    skipped = [*_report_stray_levels(levels, path), *_report_unusable(path)]
    for file, error in unreadable.items():
        game = path / (_game_of_level(file) or file.name)
        if game in texts or file.name in levels:
            broken[game.stem] = error
        else:
            skipped += _report_skipped([file], _explain_unreadable(error))
    for file, text in texts.items():
        own = levels.get(file.name, {})
        if file.stem in broken or file in levels.get(_game_of_level(file) or "", ()):
            continue
        if not own and not _describes(text):
            skipped += _report_skipped([file], f"it does not begin with {GAME}, so it is no game")
            continue
        chosen = _choose_levels(own)
        skipped += _report_skipped(
            set(own) - {level for level, _ in chosen.values()},
            "another level of the same game has this number",
        )
        try:
            games[file.stem] = _make_game(file, text, chosen)
        except BabalabError as error:
            broken[file.stem] = error
    return GameFolder(path, games, broken, tuple(sorted(skipped, key=lambda each: each.source)))


def find_descriptions(folder: str | Path) -> dict[str, Path]:
    """Return the files of a folder that look like descriptions by name, without reading them."""
    files = {file.name: file for file in _list_text_files(Path(folder))}
    return {file.stem: file for file in files.values() if (_game_of_level(file) or "") not in files}


def diagnostics_of(error: BabalabError) -> list[Diagnostic]:
    """Return an error's diagnostics; one with its whole message if it has none."""
    diagnostics = getattr(error, "diagnostics", None)
    return [Diagnostic(Flaw.BAD_FORMAT, str(error))] if diagnostics is None else list(diagnostics)


def check_game(game: type[VgdlGame]) -> list[Diagnostic]:
    """Return warnings about a description, and everything wrong with its levels and sprites."""
    found = list(game.description.warnings)
    for level in game.levels():
        try:
            found += game(level).map.warnings
        except BabalabError as error:
            found += diagnostics_of(error)
    found += _check_numbers(game)
    found += check_sheet(game, [each.name for each in game.description.types])
    return found


def _check_numbers(game: type[VgdlGame]) -> Iterator[Diagnostic]:
    """Yield warnings about levels that may be missing."""
    source = game.description.source
    ends = [level.name.rpartition("-")[2] for level in game.levels()]
    numbers = {int(end) for end in ends if end.isdecimal()}
    if not ends:
        message = f"there are no levels; put {game.name}_lvl0{SUFFIX} beside it"
        yield Diagnostic(Flaw.IGNORED, message, source=source)
        return
    last = min(max(numbers, default=0), 1000)
    missing = [str(each) for each in range(last) if each not in numbers]
    if missing:
        what = "there is no level" if len(missing) == 1 else "there are no levels"
        yield Diagnostic(Flaw.IGNORED, f"{what} {', '.join(missing[:10])}", source=source)


def _make_game(file: Path, text: str, levels: Mapping[int, tuple[Path, str]]) -> type[VgdlGame]:
    own = tuple(
        GameLevel(f"level-{number}", level, str(path))
        for number, (path, level) in sorted(levels.items())
    )
    return vgdl_game(read_description(text, str(file), file.stem), own)


def _choose_levels(texts: Mapping[Path, str]) -> dict[int, tuple[Path, str]]:
    """Return the levels of one game by number; of two, choose the one named as in the framework."""
    found: dict[int, tuple[Path, str]] = {}
    for file, text in texts.items():
        match = _LEVEL.fullmatch(file.stem)
        if match is not None and not _describes(text):
            number = int(match["number"])
            if number not in found or match["framework"]:
                found[number] = file, text
    return found


def _group_levels(texts: Mapping[Path, str]) -> dict[str, dict[Path, str]]:
    """Group the files that look like levels by the name of their description."""
    found: dict[str, dict[Path, str]] = {}
    for file, text in texts.items():
        game = _game_of_level(file)
        if game is not None and not _describes(text):
            found.setdefault(game, {})[file] = text
    return found


def _report_skipped(files: Iterable[Path], why: str) -> list[Diagnostic]:
    return [Diagnostic(Flaw.IGNORED, f"{why}; skipped", source=str(file)) for file in files]


def _report_stray_levels(levels: Mapping[str, Iterable[Path]], folder: Path) -> list[Diagnostic]:
    """Return warnings about levels of games that are not there."""
    skipped: list[Diagnostic] = []
    for name, files in levels.items():
        if not (folder / name).is_file():
            skipped += _report_skipped(files, f"this may be a level of {name}, which is not here")
    return skipped


def _read_texts(files: Iterable[Path]) -> tuple[dict[Path, str], dict[Path, BabalabError]]:
    """Return the texts of files, and the errors of those that can't be read."""
    texts: dict[Path, str] = {}
    unreadable: dict[Path, BabalabError] = {}
    for file in files:
        try:
            texts[file] = _read_text(file)
        except BabalabError as error:
            unreadable[file] = error
    return texts, unreadable


def _read_texts_beside(game: Path) -> dict[Path, str]:
    """Return the texts of the files that may be levels of a game."""
    files = _list_text_files(game.parent, f"{game.stem}_")
    return {file: _read_text(file) for file in files if _game_of_level(file) == game.name}


def _list_text_files(folder: Path, prefix: str = "") -> list[Path]:
    """Return the text files of a folder whose names begin with `prefix`, sorted by name."""
    return [file for file in _list_names(folder, prefix) if file.is_file()]


def _report_unusable(folder: Path) -> Iterator[Diagnostic]:
    """Yield warnings about what is named like a text file and can't be read as one."""
    for file in _list_names(folder):
        if file.is_symlink() and not file.exists():
            yield from _report_skipped([file], "this link leads nowhere, or in a circle")
        elif file.exists() and not file.is_file() and not file.is_dir():
            yield from _report_skipped([file], "this is no plain file")


def _list_names(folder: Path, prefix: str = "") -> list[Path]:
    """Return whatever in a folder is named like a text file, sorted by name."""
    try:
        with os.scandir(folder) as entries:
            return sorted(
                folder / entry.name
                for entry in entries
                if entry.name.startswith(prefix)
                and entry.name.endswith(SUFFIX)
                and not entry.name.startswith(".")
                and not _is_sheet(folder, entry.name)
            )
    except OSError as error:
        if not folder.exists():
            raise GameError(f"{folder}: there is no such folder") from error
        if not folder.is_dir():
            raise GameError(f"{folder}: this is no folder") from error
        raise GameError(f"{folder}: can't be read: {error.strerror}") from error


def _is_sheet(folder: Path, name: str) -> bool:
    """Tell whether a file has the sprites of a game beside it."""
    return name.endswith(ENDING) and (folder / f"{name.removesuffix(ENDING)}{SUFFIX}").is_file()


def _explain_unreadable(error: BabalabError) -> str:
    """Return in words why a file was not read; see `_read_text`."""
    return "this is no text file" if isinstance(error, DescriptionError) else "it can't be read"


def _game_of_level(file: Path) -> str | None:
    """Return the name of the description whose level this file would be."""
    match = _LEVEL.fullmatch(file.stem)
    return None if match is None else f"{match['game']}{SUFFIX}"


def _describes(text: str) -> bool:
    """Tell whether a text begins as descriptions do."""
    for line in text.split("\n", 1000)[:1000]:
        words = line.partition("#")[0].split()
        if words:
            return words[0] == GAME
    return False


def _read_text(file: Path) -> str:
    """Read a file and normalise its line ends, so that these make no difference to results."""
    try:
        text = read_bytes(str(file)).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        message = "this is no text file in UTF-8"
        raise DescriptionError([Diagnostic(Flaw.BAD_FORMAT, message, source=str(file))]) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")
