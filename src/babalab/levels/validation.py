"""Validation: everything wrong with a file of levels, in one call."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from babalab.base.diagnostics import Diagnostic
from babalab.game.errors import LevelError
from babalab.levels.files import Watch
from babalab.levels.formats import open_source, read_source, stream_source
from babalab.levels.reading import Reading
from babalab.levels.source_text import SourceText


def validate(path: str | Path) -> list[Diagnostic]:
    """Return all errors and warnings of a file, in order, each with file, line and column.

    ``-`` is standard input. A file with warnings alone loads and plays. Raises `FileError` only
    when there is nothing to look at: no such file, no permission.
    """
    return sorted(stream_diagnostics(path), key=lambda each: (each.line, each.column))


def stream_diagnostics(path: str | Path, watch: Watch | None = None) -> Iterator[Diagnostic]:
    """Yield the same one by one: for files of any size.

    What is wrong with a set as a whole comes last, wherever it is.
    """
    reading = Reading(open_source(path, watch))
    try:
        for _ in stream_source(reading):
            reading.take_levels()
            yield from reading.take_diagnostics()
    except LevelError as error:  # something in it is no text
        yield from error.diagnostics
    yield from reading.take_diagnostics()


def validate_text(text: str, source: str = "") -> list[Diagnostic]:
    r"""Return all errors and warnings of a text, as for the content of a file named `source`.

    >>> for problem in validate_text("____\n_bX_\n____"):
    ...     print(problem.place, problem.kind.value)
    line 2, column 3 unknown-character
    """
    return read_source(SourceText(text, source)).sort_diagnostics()
