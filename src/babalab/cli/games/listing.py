"""`babalab games list`: all games, those of a folder, or the levels of one."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from babalab.base.wording import pluralize
from babalab.cli.games.arguments import find_game, get_levels
from babalab.cli.games.folders import (
    GamesPath,
    find_in_folders,
    get_folders,
    is_typed,
    report_folder,
)
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.blame import blame
from babalab.cli.ui.columns import names, numbers, texts
from babalab.cli.ui.completion import offer_in
from babalab.cli.ui.console import out
from babalab.cli.ui.descriptions import describe, print_description, summarize
from babalab.cli.ui.diagnostics import complain_of
from babalab.cli.ui.finders import find_game as find_game_name
from babalab.cli.ui.options import argument
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import add_row, make_table, print_table
from babalab.cli.ui.text import Text
from babalab.cli.ui.wrapping import print_wrapped
from babalab.game.errors import LevelError
from babalab.games import Game, GameError, GameLevel, games
from babalab.games.vgdl import VgdlGame, read_folder

HINT = "look at one with 'babalab games list GAME', play with 'babalab games play GAME'"
HINT_OF_FOLDERS = "play with 'babalab games --path {path} play GAME'"


def list_games(
    context: typer.Context,
    game: Annotated[
        str | None,
        argument(
            "List the levels of this game, or of a file with one.",
            metavar="GAME",
            callback=find_in_folders,
            autocompletion=offer_in(find_game_name),
        ),
    ] = None,
    _path: GamesPath = None,
    as_json: AsJson = False,
) -> None:
    """List all games, or those of a folder, or the levels of one game.

    Examples: 'babalab games list', 'babalab games list sokoban', 'babalab games list --path DIR'.
    """
    if game is not None:
        kind = find_game(game)
        with blame(game):
            _list_levels(kind, as_json)
    elif is_typed(context):
        list_folders(get_folders(context), as_json)
    else:
        list_all(get_folders(context), as_json)


def list_folders(folders: Sequence[Path], as_json: bool) -> None:
    """List the games of some folders; report on standard error what else is there."""
    found = _read_folders(folders)
    if not any(found.values()):
        raise GameError(
            f"{', '.join(map(str, folders))}: there is no game that can be played; "
            "one is NAME.txt with NAME_lvl0.txt beside it"
        )
    if as_json:
        emit_json([_describe(each) for games_there in found.values() for each in games_there])
        return
    for folder, games_there in found.items():
        _print_group(pluralize(len(games_there), "game") + f" in {folder}", games_there)
    print_wrapped(HINT_OF_FOLDERS.format(path=folders[0]))


def list_all(folders: Sequence[Path], as_json: bool) -> None:
    """List all games that are known, and those of some folders."""
    known = games().values()
    groups: dict[str, list[type[Game[Any]]]] = {
        "": [each for each in known if not issubclass(each, VgdlGame)],
        "arcade games, in VGDL": [each for each in known if issubclass(each, VgdlGame)],
        **{f"in {folder}": there for folder, there in _read_folders(folders).items()},
    }
    if as_json:
        emit_json([_describe(each) for group in groups.values() for each in group])
        return
    for title, group in groups.items():
        if group:
            _print_group(title, group)
    print_wrapped(HINT)


def _read_folders(folders: Iterable[Path]) -> dict[Path, list[type[Game[Any]]]]:
    found: dict[Path, list[type[Game[Any]]]] = {}
    for path in folders:
        folder = read_folder(path)
        report_folder(folder)
        found[path] = list(folder.games.values())
    return found


def _print_group(title: str, group: Iterable[type[Game[Any]]]) -> None:
    if title:
        out.print(Text(f"{title}\n", style="bold"))
    table = make_table(
        names("game"),
        numbers("levels", priority=2),
        texts("actions", priority=4),
        names("chance", priority=3),
        texts(priority=1, called="what it is"),
    )
    for each in group:
        add_row(
            table,
            each.name,
            str(len(each.levels())),
            " ".join(each.actions),
            "yes" if each.stochastic else "no",
            summarize(each),
        )
    print_table(table)
    out.print()


def _list_levels(game: type[Game[Any]], as_json: bool) -> None:
    levels = get_levels(game)
    sizes = [_measure_size(game, level) for level in levels]
    if as_json:
        described = [
            {"name": level.name, "width": width, "height": height, "text": level.text}
            for level, (width, height) in zip(levels, sizes, strict=True)
        ]
        emit_json({**_describe(game), "levels": described})
        return
    print_description(game)
    table = make_table(numbers(), names("level"), numbers("size", priority=1))
    for number, (level, (width, height)) in enumerate(zip(levels, sizes, strict=True), start=1):
        size = "broken" if width is None else f"{width}x{height}"
        add_row(table, str(number), level.name, size)
    print_table(table)


def _describe(game: type[Game[Any]]) -> dict[str, Any]:
    described = {
        "game": game.name,
        "about": describe(game),
        "actions": list(game.actions),
        "stochastic": game.stochastic,
        "ticks": game.ticks,
        "levels": [level.name for level in game.levels()],
    }
    if issubclass(game, VgdlGame):
        described["file"] = game.description.source
    return described


def _measure_size(game: type[Game[Any]], level: GameLevel) -> tuple[int | None, int | None]:
    """Return columns and rows of the first picture; None for an invalid VGDL level."""
    try:
        made = game(level)
    except LevelError as error:
        if not issubclass(game, VgdlGame):
            raise
        complain_of(error.diagnostics, "; 'babalab games check' names all")
        return None, None
    rows = made.picture(made.start(random.Random(0))).split("\n")
    return max(map(len, rows)), len(rows)
