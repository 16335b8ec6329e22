"""The `babalab` program: its commands and what it does with errors."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from typing import Annotated, NoReturn

import typer
from typer.core import TyperGroup

from babalab.base.errors import BabalabError
from babalab.base.version import __version__
from babalab.cli.commands import PANELS
from babalab.cli.ui import completion
from babalab.cli.ui.exit_codes import EPILOG, ExitCode
from babalab.cli.ui.lazy_commands import add_commands
from babalab.cli.ui.streams import emit, prepare_streams, print_traceback_if_asked
from babalab.cli.ui.usage_errors import VisibleErrors
from babalab.game.errors import LevelError

VALIDATE = "; 'babalab levels validate' names them all"

app = typer.Typer(
    name="babalab",
    cls=VisibleErrors,
    help="A laboratory for Baba Is You in its competition dialect.",
    epilog=EPILOG,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        emit(f"babalab {__version__}\n")
        raise typer.Exit


@app.callback()
def options(
    _version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """Handle the options of the program itself."""


@cache
def program() -> TyperGroup:
    """Return the program: all commands, each imported when it is used."""
    group = typer.main.get_command(app)
    assert isinstance(group, TyperGroup)
    for panel, commands in PANELS.items():
        add_commands(group, __package__, commands, panel)
    return group


def call(arguments: Sequence[str]) -> int:
    """Run the program on these arguments and return the exit code it ends with."""
    try:
        program()(list(arguments), prog_name="babalab")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else ExitCode.YES
    except LevelError as error:
        from babalab.cli.ui.diagnostics import complain_of

        complain_of(error.diagnostics, "" if "games" in arguments[:1] else VALIDATE)
        return ExitCode.BAD_INPUT
    except BabalabError as error:
        from babalab.cli.ui.blame import UsersFaultError

        _complain(str(error))
        return ExitCode.NO if isinstance(error, UsersFaultError) else ExitCode.BAD_INPUT
    except OSError as error:  # such as a full disk below standard output
        where = f"{error.filename}: " if error.filename is not None else ""
        _complain(f"{where}{error.strerror or error}")
        return ExitCode.BAD_INPUT
    except MemoryError:
        _complain("out of memory; give the search a smaller --memory")
        return ExitCode.UNDECIDED
    except Exception as error:
        print_traceback_if_asked()
        _complain(
            f"a fault of babalab's: {type(error).__name__}: {error}; "
            "please report it with what BABALAB_DEBUG=1 prints"
        )
        return ExitCode.FAULT
    return ExitCode.YES


def _complain(message: str) -> None:
    from babalab.cli.ui.console import complain  # Rich: only where there is something to print

    complain(message)


def run() -> NoReturn:
    """Run the program on the command line's arguments."""
    prepare_streams()
    if completion.is_asked():
        sys.exit(completion.answer(lambda: call(sys.argv[1:])))
    sys.exit(call(sys.argv[1:]))
