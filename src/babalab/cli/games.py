"""`babalab games`: games other than Baba Is You, and planners that play any of them."""

from __future__ import annotations

import inspect
import random
from typing import Annotated, Any

import typer
from rich.console import JustifyMethod
from rich.table import Column, Table
from rich.text import Text

from babalab.cli.arguments import AsJson
from babalab.cli.console import emit, emit_json, out, print_table
from babalab.cli.exit_codes import EPILOG
from babalab.cli.game_arguments import (
    blaming,
    named_game,
    own_levels,
)
from babalab.cli.games_new import new_game
from babalab.cli.games_play import play_game
from babalab.cli.games_run import run_games
from babalab.cli.games_show import show_game
from babalab.games import Game, GameLevel, games
from babalab.planning import planners
from babalab.planning.parameters import Parameter, parameters_of
from babalab.planning.planner import Planner

games_app = typer.Typer(
    help="Other games: list, show and play them, and let planners play.",
    epilog=EPILOG,
    no_args_is_help=True,
)


@games_app.command("list", epilog=EPILOG)
def list_games(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="One game, or a file with one: tells its levels."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """List all games, or the levels of one.

    Examples: 'babalab games list', 'babalab games list sokoban'.
    """
    if game is not None:
        kind = named_game(game)
        with blaming(game):
            _list_levels(kind, as_json)
        return
    found = list(games().values())
    if as_json:
        emit_json([_described(each) for each in found])
        return
    table = Table(box=None, pad_edge=False)
    for heading in ("game", "levels", "actions", "chance", ""):
        table.add_column(heading, justify=_justified(heading), no_wrap=heading != "")
    for each in found:
        table.add_row(
            each.name,
            str(len(each.levels())),
            " ".join(each.actions),
            "yes" if each.stochastic else "no",
            Text(_words(each).partition("\n")[0]),
        )
    print_table(table)
    out.print("\nlook at one with 'babalab games list GAME', play with 'babalab games play GAME'")


def _list_levels(game: type[Game[Any]], as_json: bool) -> None:
    levels = own_levels(game)
    sizes = [_size(game, level) for level in levels]
    if as_json:
        described = [
            {"name": level.name, "width": width, "height": height, "text": level.text}
            for level, (width, height) in zip(levels, sizes, strict=True)
        ]
        emit_json({**_described(game), "levels": described})
        return
    emit(f"{_words(game)}\n\n")
    table = Table(Column("", justify="right"), "level", Column("size", justify="right"), box=None)
    for number, (level, (width, height)) in enumerate(zip(levels, sizes, strict=True), start=1):
        table.add_row(str(number), Text(level.name), f"{width}x{height}")
    print_table(table)


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
    from babalab.planning.registry import planner_named

    chosen = list(planners().values()) if agent is None else [planner_named(agent)]
    if as_json:
        emit_json([_planner_as_json(each) for each in chosen])
        return
    if agent is None:
        table = Table("agent", "parameters", "", box=None, pad_edge=False)
        for each in chosen:
            names = " ".join(parameter.name for parameter in parameters_of(each))
            table.add_row(each.name, names, Text(_words(each).partition("\n")[0]))
        print_table(table)
        out.print("\nranges and defaults: 'babalab games agents AGENT'")
        return
    (planner,) = chosen
    emit(f"{_words(planner)}\n\n")
    table = Table("parameter", "default", "range", "tuned while playing", "", box=None)
    for parameter in parameters_of(planner):
        online = ", ".join(_value(value) for value in parameter.online)
        row = (parameter.name, _value(parameter.default), parameter.range, online, parameter.help)
        table.add_row(*map(Text, row))
    print_table(table)


games_app.command("show", epilog=EPILOG)(show_game)
games_app.command("play", epilog=EPILOG)(play_game)
games_app.command("run", epilog=EPILOG)(run_games)
games_app.command("new", epilog=EPILOG)(new_game)


def _described(game: type[Game[Any]]) -> dict[str, Any]:
    return {
        "game": game.name,
        "about": _words(game),
        "actions": list(game.actions),
        "stochastic": game.stochastic,
        "ticks": game.ticks,
        "levels": [level.name for level in game.levels()],
    }


def _planner_as_json(planner: type[Planner]) -> dict[str, Any]:
    return {
        "agent": planner.name,
        "about": _words(planner),
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


def _size(game: type[Game[Any]], level: GameLevel) -> tuple[int, int]:
    """Columns and rows of the picture of the first state."""
    made = game(level)
    rows = made.picture(made.start(random.Random(0))).split("\n")
    return max(map(len, rows)), len(rows)


def _words(kind: type[Any]) -> str:
    """What a class says about itself; nothing if it says nothing itself."""
    return inspect.cleandoc(kind.__dict__.get("__doc__") or "")


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _justified(heading: str) -> JustifyMethod:
    return "right" if heading == "levels" else "left"
