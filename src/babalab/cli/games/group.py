"""`babalab games`: games other than Baba Is You, and planners that play any of them."""

from __future__ import annotations

import typer

from babalab.base.errors import BabalabError
from babalab.cli.games.folders import GamesPathOrVariable
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.exit_codes import EPILOG
from babalab.cli.ui.help_texts import PlainGroup
from babalab.cli.ui.lazy_commands import make_group

COMMANDS = {
    "list": (
        "listing:list_games",
        "List all games, or those of a folder, or the levels of one game.",
    ),
    "agents": ("agents:list_planners", "List the planners and their parameters."),
    "check": (
        "check:check_games",
        "List everything wrong with games and their levels, or verify recordings of plays.",
    ),
    "show": ("show:show_game", "Draw a level, or where moves or a planner lead from its start."),
    "play": (
        "play:play_game",
        "Play a game with the keyboard: arrows, undo, restart, the next and the previous level.",
    ),
    "run": (
        "run:run_games",
        "Let planners play a game, keep the plays, and report how often they win.",
    ),
    "new": (
        "new:new_game",
        "Write a small commented game to start your own from; it has the name of the file.",
    ),
}

app = typer.Typer(
    cls=PlainGroup,
    help="Other games: list, show and play them, and let planners play.",
    epilog=EPILOG,
    no_args_is_help=True,
)


@app.callback(invoke_without_command=True)
def other_games(
    context: typer.Context,
    path: GamesPathOrVariable = None,
    as_json: AsJson = False,
) -> None:
    """List the games of a folder if there is no command."""
    if context.invoked_subcommand is None:
        from babalab.cli.games.listing import list_all, list_folders

        if path:
            list_folders(path, as_json)
        else:
            list_all([], as_json)
    elif as_json:
        raise BabalabError(f"put --json behind {context.invoked_subcommand}")


games_group = make_group(app, __package__, COMMANDS)
