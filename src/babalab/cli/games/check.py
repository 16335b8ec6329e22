"""`babalab games check`: find errors in games and levels, and verify recordings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer

from babalab.base.diagnostics import Diagnostic
from babalab.base.errors import BabalabError
from babalab.base.wording import pluralize
from babalab.cli.games.arguments import find_game, get_levels
from babalab.cli.games.folders import GamesPath, find_in_folders, get_folders
from babalab.cli.games.traces import is_recording, verify_traces
from babalab.cli.ui.arguments import CPUS, ONE_EACH, AsJson, Place
from babalab.cli.ui.blame import blame
from babalab.cli.ui.completion import offer_in
from babalab.cli.ui.diagnostics import print_diagnostics
from babalab.cli.ui.finders import find_game as find_game_name
from babalab.cli.ui.help_texts import HOW
from babalab.cli.ui.options import argument, option
from babalab.games import Game, GameError, games
from babalab.games.drawing.sheet import check_sheet
from babalab.games.finding import is_description
from babalab.games.vgdl import VgdlGame, game_in, read_folder
from babalab.games.vgdl.folder import check_game, diagnostics_of


def check_games(
    context: typer.Context,
    sources: Annotated[
        list[str] | None,
        argument(
            "Games by name, VGDL descriptions, or folders of them.",
            metavar="GAME|FILE|DIR",
            autocompletion=offer_in(find_game_name),
            usual="those of --path, or all games",
        ),
    ] = None,
    traces: Annotated[
        list[Path] | None,
        option(
            "Verify recorded plays instead: .jsonl, .jsonl.gz or a folder. May be repeated.",
            metavar="FILE|DIR",
        ),
    ] = None,
    twin: Annotated[bool, option("Verify with the plain Python engine.", "--twin")] = False,
    workers: Annotated[
        int,
        option("Number of processes to verify with.", usual=ONE_EACH, min=1, max=1024, panel=HOW),
    ] = CPUS,
    on: Place = "workers",
    _path: GamesPath = None,
    as_json: AsJson = False,
) -> None:
    """List everything wrong with games and their levels, or verify recordings of plays.

    The games of recordings are searched for among those named, otherwise in the folder 'games'
    beside that of the recordings.

    Examples: 'babalab games check my_game.txt', 'babalab games check --traces recordings'.
    """
    named = [text for text in sources or () if not is_recording(text)]
    recordings = [*(traces or ()), *(Path(text) for text in sources or () if is_recording(text))]
    named = [find_in_folders(context, text) or text for text in named]
    named += [] if named else map(str, get_folders(context))
    if recordings:
        from babalab.execution.choosing import choose_trusted_executor

        executor = choose_trusted_executor(on, workers)
        raise typer.Exit(verify_traces(recordings, named, executor, twin=twin, as_json=as_json))
    if twin:
        raise BabalabError("--twin is for recordings; name them with --traces")
    found = _Findings()
    for text in named or games():
        found.check(text)
    looked_at = f"{pluralize(found.games, 'game')}, {pluralize(found.levels, 'level')}"
    raise typer.Exit(print_diagnostics(found.diagnostics, looked_at, as_json=as_json))


@dataclass
class _Findings:
    """The diagnostics of some games."""

    games: int = 0
    levels: int = 0
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def check(self, text: str) -> None:
        """Check a game, or all in a folder."""
        if Path(text).is_dir():
            folder = read_folder(text)
            if not folder.games and not folder.broken:
                raise GameError(
                    f"{text}: there is no game; one is NAME.txt with NAME_lvl0.txt beside it"
                )
            self.diagnostics += folder.skipped
            for name, error in folder.broken.items():
                del name
                self.games += 1
                self.diagnostics += diagnostics_of(error)
            for game in folder.games.values():
                self._add(game)
            return
        try:
            kind = game_in(text) if is_description(text) else find_game(text)
        except BabalabError as error:
            if not hasattr(error, "diagnostics"):
                raise
            self.games += 1
            self.diagnostics += diagnostics_of(error)
            return
        with blame(text):
            self._add(kind)

    def _add(self, game: type[Game[Any]]) -> None:
        self.games += 1
        self.levels += len(get_levels(game))
        self.diagnostics += check_game(game) if issubclass(game, VgdlGame) else _check_plain(game)


def _check_plain(game: type[Game[Any]]) -> Iterator[Diagnostic]:
    """Yield everything wrong with the levels and sprites of a game that is not in VGDL."""
    for level in get_levels(game):
        try:
            game(level)
        except BabalabError as error:
            yield from diagnostics_of(error)
    yield from check_sheet(game)
