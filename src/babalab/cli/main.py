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
from babalab.cli.bench import bench
from babalab.cli.check import check
from babalab.cli.compare import compare
from babalab.cli.console import complain, emit, prepare_streams
from babalab.cli.demo import demo
from babalab.cli.doctor import doctor
from babalab.cli.env import env_app
from babalab.cli.evaluate import evaluate
from babalab.cli.exit_codes import EPILOG, ExitCode
from babalab.cli.explain import explain
from babalab.cli.export import export
from babalab.cli.games import games_app
from babalab.cli.generate import generate
from babalab.cli.hint import give_hint
from babalab.cli.leaderboard import leaderboard
from babalab.cli.levels import levels_app
from babalab.cli.new_agent import new_agent
from babalab.cli.play import play
from babalab.cli.plot import plot
from babalab.cli.prove import prove
from babalab.cli.render import render
from babalab.cli.report import report
from babalab.cli.reproduce import reproduce
from babalab.cli.reward import reward
from babalab.cli.show import show
from babalab.cli.solve import solve
from babalab.cli.train import train_app
from babalab.cli.tune import tune
from babalab.cli.tunings import tunings
from babalab.cli.wording import counted
from babalab.game.errors import BabalabError, LevelError

SHOWN_PROBLEMS = 20
VALIDATE = "; 'babalab levels validate' names them all"

app = typer.Typer(
    name="babalab",
    help="A laboratory for Baba Is You in its competition dialect.",
    epilog=EPILOG,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
ARENA = (evaluate, leaderboard, compare, reproduce, report, export, tune, tunings, plot)
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
    for problem in error.problems[:SHOWN_PROBLEMS]:
        complain(str(problem).replace("error: ", "", 1))
    hidden = len(error.problems) - SHOWN_PROBLEMS
    if hidden > 0:
        complain(f"and {counted(hidden, 'problem')} more{hint}")


def run() -> NoReturn:
    """Run the program on the command line's arguments."""
    prepare_streams()
    sys.exit(call(sys.argv[1:]))
