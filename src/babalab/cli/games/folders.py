"""Folders of games on the command line: `--path`, and the names of games looked up there."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer

from babalab.base.sources import DESCRIPTION
from babalab.base.suggestions import unknown
from babalab.cli.ui.console import cut_list, err
from babalab.cli.ui.diagnostics import complain_of
from babalab.cli.ui.options import option
from babalab.cli.ui.text import Text
from babalab.games import GAMES, GameError
from babalab.games.vgdl.folder import GameFolder, diagnostics_of, find_descriptions

VARIABLE: Final = "BABALAB_GAMES"
SHOWN_NOTICES = 5
_KEY: Final = "babalab.games.folders"
_TYPED: Final = "babalab.games.typed"
_HELP = "A folder of games in VGDL, NAME.txt beside NAME_lvl0.txt. May be repeated."


def _remember(
    context: typer.Context, parameter: typer.CallbackParam, folders: list[Path] | None
) -> list[Path] | None:
    """Store the folders for `find_in_folders`, those of the command itself first."""
    given = context.get_parameter_source(parameter.name or "")
    by_variable = given is not None and given.name == "ENVIRONMENT"
    for folder in folders or ():
        if not folder.is_dir():
            where = f"{VARIABLE}: " if by_variable else ""
            what = (
                "this is a file; name its folder" if folder.exists() else "there is no such folder"
            )
            raise GameError(f"{where}{folder}: {what}")
    context.meta[_KEY] = [*(folders or ()), *context.meta.get(_KEY, ())]
    if folders and not by_variable:
        context.meta[_TYPED] = True
    return folders


GamesPath = Annotated[
    list[Path] | None, option(_HELP, "--path", metavar="DIR", callback=_remember, is_eager=True)
]
GamesPathOrVariable = Annotated[
    list[Path] | None,
    option(_HELP, "--path", metavar="DIR", callback=_remember, is_eager=True, envvar=VARIABLE),
]


def get_folders(context: typer.Context) -> list[Path]:
    """Return the folders that were given, by options or by the variable, each once."""
    return list(dict.fromkeys(context.meta.get(_KEY, ())))


def is_typed(context: typer.Context) -> bool:
    """Tell whether a folder was named by an option, and not only by the variable."""
    return bool(context.meta.get(_TYPED))


def find_in_folders(context: typer.Context, source: str | None) -> str | None:
    """Return the file of a game in one of the folders, if it is there; other texts as they are.

    The folders go first: who names one means its games.
    """
    folders = get_folders(context)
    if source is None or not folders or Path(source).name != source or Path(source).exists():
        return source
    for folder in folders:
        file = folder / f"{source.removesuffix(DESCRIPTION)}{DESCRIPTION}"
        if file.is_file():
            return str(file)
    if source not in GAMES and ".py" not in source:
        raise GameError(_describe_unknown(source, folders))
    return source


def _describe_unknown(name: str, folders: Sequence[Path]) -> str:
    there = [each for folder in folders for each in find_descriptions(folder)]
    return f"{', '.join(map(str, folders))}: {unknown('game', name, [*there, *GAMES.names()])}"


def report_folder(folder: GameFolder) -> None:
    """Report on standard error which games of a folder can't be played, and what is no game."""
    for name, error in folder.broken.items():
        complain_of(
            diagnostics_of(error), f"; 'babalab games check {folder.path / name}.txt' names all"
        )
    shown, more = cut_list(folder.skipped, SHOWN_NOTICES, "file")
    for notice in shown:
        err.print(Text(str(notice)))
    if more:
        err.print(Text(f"{more}; 'babalab games check {folder.path}' names all of them"))
