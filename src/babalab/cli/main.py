"""The `babalab` program: its commands and what it does with errors."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated, NoReturn

import typer

import babalab
from babalab.base.errors import BabalabError
from babalab.cli.arena.compare import compare
from babalab.cli.arena.evaluate import evaluate
from babalab.cli.arena.export import export
from babalab.cli.arena.leaderboard import leaderboard
from babalab.cli.arena.new_agent import new_agent
from babalab.cli.arena.report import report
from babalab.cli.games.games import games_app
from babalab.cli.generate.generate import generate
from babalab.cli.levels.levels import levels_app
from babalab.cli.reproduce.reproduce import reproduce_app
from babalab.cli.solve.check import check
from babalab.cli.solve.explain import explain
from babalab.cli.solve.hint import give_hint
from babalab.cli.solve.play import play
from babalab.cli.solve.prove import prove
from babalab.cli.solve.render import render
from babalab.cli.solve.show import show
from babalab.cli.solve.solve import solve
from babalab.cli.tools.bench import bench
from babalab.cli.tools.demo import demo
from babalab.cli.tools.doctor import doctor
from babalab.cli.train.env import env_app
from babalab.cli.train.reward import reward
from babalab.cli.train.train import train_app
from babalab.cli.tune.plot import plot
from babalab.cli.tune.tune import tune
from babalab.cli.tune.tunings import tunings
from babalab.cli.ui.console import complain, emit, prepare_streams
from babalab.cli.ui.exit_codes import EPILOG, ExitCode
from babalab.cli.ui.wording import counted
from babalab.game.errors import LevelError

SHOWN_DIAGNOSTICS = 20
VALIDATE = "; 'babalab levels validate' names them all"

app = typer.Typer(
    name="babalab",
    help="A laboratory for Baba Is You in its competition dialect.",
    epilog=EPILOG,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
ARENA = (evaluate, leaderboard, compare, report, export, tune, tunings, plot)
app.command(epilog=EPILOG)(solve)
app.command(epilog=EPILOG)(prove)
app.command(epilog=EPILOG)(explain)
app.command("hint", epilog=EPILOG)(give_hint)
for command in (
    show,
    play,
    check,
    render,
    *ARENA,
    reward,
    generate,
    new_agent,
    demo,
    bench,
    doctor,
):
    app.command(epilog=EPILOG)(command)
app.add_typer(reproduce_app, name="reproduce")
app.add_typer(levels_app, name="levels")
app.add_typer(games_app, name="games")
app.add_typer(env_app, name="env")
app.add_typer(train_app, name="train")


def _print_version(wanted: bool) -> None:
    if wanted:
        emit(f"babalab {babalab.__version__}\n")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Say the version."),
    ] = False,
) -> None:
    """Options of the program itself."""


def call(arguments: Sequence[str]) -> int:
    """Run the program on these arguments; the exit code it ends with."""
    try:
        _program()(list(arguments), prog_name="babalab")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else ExitCode.YES
    except LevelError as error:
        _complain_of_all(error, "" if "games" in arguments[:1] else VALIDATE)
        return ExitCode.BAD_INPUT
    except BabalabError as error:
        complain(str(error))
        return ExitCode.BAD_INPUT
    except OSError as error:  # such as a full disk below standard output
        complain(error.strerror or str(error))
        return ExitCode.BAD_INPUT
    except MemoryError:
        complain("out of memory; give the search a smaller --memory")
        return ExitCode.UNDECIDED
    except Exception as error:
        if os.environ.get("BABALAB_DEBUG"):
            traceback.print_exc()
        complain(
            f"a fault of babalab's: {type(error).__name__}: {error}; "
            "please report it with what BABALAB_DEBUG=1 prints"
        )
        return ExitCode.FAULT
    return ExitCode.YES


@cache
def _program() -> Callable[..., object]:
    """All commands with their options, put together once: that takes longer than most commands."""
    return typer.main.get_command(app)


def _complain_of_all(error: LevelError, hint: str) -> None:
    for diagnostic in error.diagnostics[:SHOWN_DIAGNOSTICS]:
        complain(str(diagnostic).replace("error: ", "", 1))
    hidden = len(error.diagnostics) - SHOWN_DIAGNOSTICS
    if hidden > 0:
        complain(f"and {counted(hidden, 'problem')} more{hint}")


def run() -> NoReturn:
    """Run the program on the command line's arguments."""
    prepare_streams()
    sys.exit(call(sys.argv[1:]))
