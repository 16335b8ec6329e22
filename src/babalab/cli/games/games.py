"""`babalab games`: games other than Baba Is You, and planners that play any of them."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from babalab.base.errors import BabalabError
from babalab.base.parameters import Parameter, parameters_of
from babalab.cli.games.check import check_games
from babalab.cli.games.folders import GamesPathOrVariable
from babalab.cli.games.listing import list_all, list_folders, list_games, words_of
from babalab.cli.games.new import new_game
from babalab.cli.games.play import play_game
from babalab.cli.games.run import run_games
from babalab.cli.games.show import show_game
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.console import emit, emit_json, out, print_table
from babalab.cli.ui.exit_codes import EPILOG
from babalab.planning import planners
from babalab.planning.planner import Planner

games_app = typer.Typer(
    help="Other games: list, show and play them, and let planners play.",
    epilog=EPILOG,
    no_args_is_help=True,
)


@games_app.callback(invoke_without_command=True)
def other_games(
    context: typer.Context,
    path: GamesPathOrVariable = None,
    as_json: AsJson = False,
) -> None:
    """List the games of a folder if there is no command."""
    if context.invoked_subcommand is None:
        if path:
            list_folders(path, as_json)
        else:
            list_all([], as_json)
    elif as_json:
        raise BabalabError(f"put --json behind {context.invoked_subcommand}")


games_app.command("list", epilog=EPILOG)(list_games)


@games_app.command("agents", epilog=EPILOG)
def list_planners(
    agent: Annotated[
        str | None,
        typer.Argument(metavar="AGENT", help="One of them; without it, all in short."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List who can play, and the parameters each has.

    Examples: 'babalab games agents', 'babalab games agents rhea'.
    """
    from babalab.planning.planner import planner_named

    chosen = list(planners().values()) if agent is None else [planner_named(agent)]
    if as_json:
        emit_json([_planner_as_json(each) for each in chosen])
        return
    if agent is None:
        table = Table("agent", "parameters", "", box=None, pad_edge=False)
        for each in chosen:
            names = " ".join(parameter.name for parameter in parameters_of(each))
            table.add_row(each.name, names, Text(words_of(each).partition("\n")[0]))
        print_table(table)
        out.print("\nranges and defaults: 'babalab games agents AGENT'")
        return
    (planner,) = chosen
    emit(f"{words_of(planner)}\n\n")
    table = Table("parameter", "default", "range", "tuned while playing", "", box=None)
    for parameter in parameters_of(planner):
        online = ", ".join(_value(value) for value in parameter.online)
        row = (parameter.name, _value(parameter.default), parameter.range, online, parameter.help)
        table.add_row(*map(Text, row))
    print_table(table)


games_app.command("check", epilog=EPILOG)(check_games)
games_app.command("show", epilog=EPILOG)(show_game)
games_app.command("play", epilog=EPILOG)(play_game)
games_app.command("run", epilog=EPILOG)(run_games)
games_app.command("new", epilog=EPILOG)(new_game)


def _planner_as_json(planner: type[Planner]) -> dict[str, Any]:
    return {
        "agent": planner.name,
        "about": words_of(planner),
        "parameters": [_parameter_as_json(each) for each in parameters_of(planner)],
    }


def _parameter_as_json(parameter: Parameter) -> dict[str, Any]:
    return {
        "name": parameter.name,
        "type": parameter.type.__name__,
        "default": parameter.default,
        "range": parameter.range,
        "online": list(parameter.online),
        "help": parameter.help,
    }


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
