"""The standard streams: answers go to standard output, everything else to standard error.

Nothing here needs Rich, which takes longer to import than some commands take to run.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from babalab.base.visible import make_visible
from babalab.cli.ui.exit_codes import ExitCode


def prepare_streams() -> None:
    """Make writing safe, whatever the two streams are connected to.

    A closed pipe ends the program at once and quietly, also where a library is writing; what was
    closed from the start swallows everything; and no character is too strange to be written.
    Python's own warnings repeat words from files too.
    """
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, lambda *_: os._exit(ExitCode.CLOSED_PIPE))
    nowhere = Path(os.devnull)
    sys.stdout = sys.stdout or nowhere.open("w", encoding="utf-8")
    sys.stderr = sys.stderr or nowhere.open("w", encoding="utf-8")
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    warnings.formatwarning = _format_warning


_format_as_python_does: Final = warnings.formatwarning


def _format_warning(*arguments: Any, **more: Any) -> str:
    return make_visible(_format_as_python_does(*arguments, **more))


def emit(text: str) -> None:
    """Write plain text: no markup, no colours, no wrapping, and nothing that steers a terminal."""
    sys.stdout.write(make_visible(text))
    sys.stdout.flush()


def print_traceback_if_asked() -> None:
    """Write the traceback of the error being handled to standard error, if BABALAB_DEBUG is set."""
    if os.environ.get("BABALAB_DEBUG"):
        import traceback

        sys.stderr.write(make_visible(traceback.format_exc()))


def emit_json(value: Any) -> None:
    """Write one JSON value, indented for people, complete for programs, whatever the encoding."""
    emit(json.dumps(value, indent=2) + "\n")


def emit_json_list(values: Iterable[Any]) -> None:
    """Write a list of JSON values in the same form, each as soon as it is there."""
    opened = False
    for value in values:
        item = json.dumps(value, indent=2).replace("\n", "\n  ")
        emit(f"{',' if opened else '['}\n  {item}")
        opened = True
    emit("\n]\n" if opened else "[]\n")
