"""Where commands write: answers to standard output, everything else to standard error."""

from __future__ import annotations

import io
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.viewport import COLUMNS_PER_CELL, fitted
from babalab.game.drawing import draw_text
from babalab.game.scene import Scene
from babalab.game.state import State

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def prepare_streams() -> None:
    """Make writing safe, whatever the two streams are connected to.

    A closed pipe ends the program at once and quietly, also where a library is writing; what was
    closed from the start swallows everything; and no character is too strange to be written.
    """
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, lambda *_: os._exit(ExitCode.CLOSED_PIPE))
    nowhere = Path(os.devnull)
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


def emit(text: str) -> None:
    """Write plain text as it is: no markup, no colours, no wrapping."""
    sys.stdout.write(text)
    sys.stdout.flush()


def emit_json(value: Any) -> None:
    """Write one JSON value, indented for people, complete for programs, whatever the encoding."""
    emit(json.dumps(value, indent=2) + "\n")


def complain(message: str) -> None:
    """Say on standard error what went wrong, in the words of the error."""
    err.print(Text.assemble(("error: ", "bold red"), message))


def board(scene: Scene) -> Text:
    """A scene for standard output, in colour if it has any."""
    return draw_text(scene, colour=out.color_system is not None)


def print_table(table: Table) -> None:
    """Print a table: on a terminal as wide as that is, into a pipe or file as wide as it wants."""
    if not out.is_terminal:
        table.width = out.measure(table, options=out.options.update(max_width=100_000)).maximum
    out.print(table, soft_wrap=False, crop=False)


def print_board(state: State) -> None:
    """Draw a state; on a terminal too narrow for it, the part around whoever is controlled."""
    width = state.level.width
    columns = out.width // COLUMNS_PER_CELL
    if not out.is_terminal or width <= columns:
        out.print(board(state.scene()))
        return
    out.print(board(fitted(state, out.width, state.level.height)))
    out.print(Text(f"{columns} of {width} columns fit here", style="dim"))
