"""Describe errors of other people's code in one line, as results keep them."""

from __future__ import annotations

import linecache
import sysconfig
import traceback
from functools import cache
from pathlib import Path
from typing import Any

from babalab.base.errors import BabalabError

MAX_ERROR_LENGTH = 500
CRASHED = "crashed"
"""The beginning of messages about a task that ended its process."""


class NonsenseError(BabalabError):
    """An agent or planner returned something that is not a result."""


def describe(error: BaseException, memory: int | None, catcher: str) -> str:
    """Describe an error in one line: what it is, and the line of code it came from.

    That is the last line of somebody's own code, and not one of a library that it called. `memory`
    is what the process was allowed, `catcher` the file in which the error was caught: a line of
    that says nothing.
    """
    if isinstance(error, NonsenseError):
        return cut(str(error))
    if isinstance(error, MemoryError):
        traceback.clear_frames(error.__traceback__)  # what it held has to go before we go on
        allowed = f" of {memory / 2**20:,.0f} MiB" if memory is not None else ""
        return f"MemoryError: wanted more memory than its limit{allowed}"
    try:
        text = str(error)
    except Exception:
        text = "(an error that can't be printed)"
    frames = list_own_frames(error) or list(traceback.extract_tb(error.__traceback__))
    place = ""
    if frames and Path(frames[-1].filename) != Path(catcher):
        last = frames[-1]
        code = linecache.getline(last.filename, last.lineno or 0).strip()
        place = f" ({Path(last.filename).name}:{last.lineno}{': ' if code else ''}{code})"
    return cut(f"{type(error).__name__}{': ' if text else ''}{text}{place}")


def list_own_frames(error: BaseException) -> list[traceback.FrameSummary]:
    """Return those frames of an error's traceback that are neither ours nor of a library."""
    return [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if not frame.filename.startswith("<")
        and not any(Path(frame.filename).is_relative_to(folder) for folder in _list_libraries())
    ]


@cache
def _list_libraries() -> frozenset[str]:
    """Return the folders of Python, of what is installed, and of babalab."""
    known = sysconfig.get_paths()
    installed = {known[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")}
    return frozenset({*installed, str(Path(__file__).parents[1])})


def format_value(value: Any) -> str:
    """Format a value for a message: not too long, whatever its `repr` does."""
    try:
        text = repr(value)
    except Exception:
        text = f"a strange {type(value).__name__}"
    return text if len(text) <= 60 else f"{text[:57]}..."


def cut(text: str) -> str:
    """Cut a text to the length that results keep."""
    # PostgreSQL takes no zero bytes, and no database half a character.
    text = text.replace("\0", "").encode(errors="replace").decode()
    return text if len(text) <= MAX_ERROR_LENGTH else f"{text[: MAX_ERROR_LENGTH - 3]}..."
