"""Where commands write: answers to standard output, everything else to standard error."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, NoReturn

from rich.console import Console
from rich.text import Text

from babalab.cli.exit_codes import ExitCode
from babalab.game.drawing import draw_text
from babalab.game.scene import Scene


class PipeConsole(Console):
    """A console that ends the program quietly, with its own exit code, on a closed pipe."""

    def on_broken_pipe(self) -> NoReturn:
        """Point standard output at nothing, so that the interpreter's last flush succeeds."""
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise SystemExit(ExitCode.CLOSED_PIPE)


out = PipeConsole(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def emit(text: str) -> None:
    """Write plain text as it is: no markup, no colours, no wrapping."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        out.on_broken_pipe()


def emit_json(value: Any) -> None:
    """Write one JSON value, indented for people, complete for programs."""
    emit(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def complain(message: str) -> None:
    """Say on standard error what went wrong, in the words of the error."""
    err.print(Text.assemble(("error: ", "bold red"), message))


def board(scene: Scene, console: Console = out) -> Text:
    """A scene for this console, in colour if it has any."""
    return draw_text(scene, colour=console.color_system is not None)
