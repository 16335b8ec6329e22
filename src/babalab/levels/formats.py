"""The formats of level files: recognizing, reading and writing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from itertools import chain
from pathlib import Path
from typing import TextIO

from babalab.base.diagnostics import Diagnostic, Flaw
from babalab.base.suggestions import unknown
from babalab.game.errors import LevelError
from babalab.game.level import Level
from babalab.levels.errors import FormatError
from babalab.levels.files import MAX_FILE_BYTES, STANDARD_STREAM, Watch, read_chunks, write_text
from babalab.levels.keke_json import stream_keke_json, write_keke_json
from babalab.levels.reading import Reading
from babalab.levels.source_text import SourceText, decode_chunks
from babalab.levels.text_format import stream_text, write_ascii, write_lines


class Format(Enum):
    """A way to write levels; the value is its name on the command line."""

    ASCII = "ascii"
    LINE = "line"
    JSON = "json"

    @classmethod
    def named(cls, name: str) -> Format:
        """Return the format of this name. Raises `FormatError`, which lists the names there are."""
        try:
            return cls(name)
        except ValueError:
            raise FormatError(unknown("format", name, [each.value for each in cls])) from None


_WRITERS: dict[Format, Callable[[Iterable[Level]], str]] = {
    Format.ASCII: write_ascii,
    Format.LINE: write_lines,
    Format.JSON: write_keke_json,
}
_FORMAT_OF_SUFFIX = {".json": Format.JSON, ".line": Format.LINE, ".lines": Format.LINE}


def is_json(source: SourceText) -> bool:
    """Return whether a file is to be read as JSON: by its suffix, else by its first character.

    No map, header or comment begins with a bracket, so the two kinds can't be confused. Both
    text forms have the same reader and need not be told apart.
    """
    has_suffix = Path(source.name).suffix.lower() == ".json"
    return has_suffix or source.text.lstrip()[:1] in ("{", "[")


def read_source(source: SourceText) -> Reading:
    """Return the levels of a text in any format, and everything wrong with it."""
    reading = Reading(source)
    for _ in stream_source(reading):
        pass
    return reading


def stream_source(reading: Reading) -> Iterator[None]:
    """Read a text in any format and stop after each level; no more of it is kept than needed."""
    source = reading.source
    while not source.text.strip():
        if not source.grow():
            reading.report(Flaw.NO_ROWS, "this is empty; there should be a level", 0)
            return iter([None])
    return stream_keke_json(reading) if is_json(source) else stream_text(reading)


def open_source(
    path: str | Path, watch: Watch | None = None, *, limit: int | None = None
) -> SourceText:
    """Return the text of a file, which is read as it is asked for; ``-`` is standard input.

    `watch` and `limit` are as for `read_chunks`. Reading raises `FileError` or `LevelError`.
    """
    name = "<stdin>" if str(path) == STANDARD_STREAM else str(path)
    return SourceText("", name, decode_chunks(read_chunks(path, watch, limit=limit), name))


def read_levels(path: str | Path) -> list[Level]:
    """Return all levels of a file in any format; ``-`` is standard input.

    Raises `FileError` if it can't be read, `LevelError` with every error there is in it.
    """
    return read_source(open_source(path, limit=MAX_FILE_BYTES)).require_levels()


def stream_levels(path: str | Path, watch: Watch | None = None) -> Iterator[Level]:
    """Yield the levels of a file of any size one by one. Raises as `read_levels` does.

    Errors are raised once all are known, and no level is yielded after the first of them.
    """
    reading = Reading(open_source(path, watch))
    errors: list[Diagnostic] = []
    for _ in chain(stream_source(reading), [None]):  # a reader that gives up has said why
        errors += [each for each in reading.take_diagnostics() if each.is_error]
        levels = reading.take_levels()
        if not errors:
            yield from levels
    if errors:
        raise LevelError(errors)


def format_levels(levels: Iterable[Level], file_format: Format | str) -> str:
    """Return levels as the text of a file, which reads back to the same levels.

    Raises `FormatError` for an unknown format, and for no levels at all in one of the
    text formats, where an empty file is an error.
    """
    if isinstance(file_format, str):
        file_format = Format.named(file_format)
    levels = list(levels)
    if not levels and file_format is not Format.JSON:
        raise FormatError(
            f"there are no levels to write, and {file_format.value} can't say so; use json"
        )
    return _WRITERS[file_format](levels)


def write_levels(
    levels: Iterable[Level],
    destination: str | Path | TextIO,
    file_format: Format | str | None = None,
) -> None:
    """Write levels to a path, a stream, or standard output (``-``).

    Without a format the path's suffix decides: ``.json``, ``.line``, otherwise ASCII. A file is
    replaced as a whole or not at all. Raises `FormatError`, `FileError`.
    """
    if file_format is None:
        suffix = Path(destination).suffix.lower() if isinstance(destination, str | Path) else ""
        file_format = _FORMAT_OF_SUFFIX.get(suffix, Format.ASCII)
    text = format_levels(levels, file_format)
    if isinstance(destination, str | Path):
        write_text(destination, text)
    else:
        destination.write(text)
