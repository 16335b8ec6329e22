"""The formats of level files: recognizing, reading and writing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from pathlib import Path
from typing import TextIO

from babalab.base.diagnostics import Flaw
from babalab.base.suggestions import unknown
from babalab.game.level import Level
from babalab.levels.errors import FormatError
from babalab.levels.files import STANDARD_STREAM, read_bytes, write_text
from babalab.levels.keke_json import read_keke_json, write_keke_json
from babalab.levels.reading import Reading
from babalab.levels.source_text import SourceText, decode
from babalab.levels.text_format import read_text, write_ascii, write_lines


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
    if not source.text.strip():
        reading = Reading(source)
        reading.report(Flaw.NO_ROWS, "this is empty; there should be a level", 0)
        return reading
    return read_keke_json(source) if is_json(source) else read_text(source)


def load_source(path: str | Path) -> SourceText:
    """Read the text of a file; ``-`` is standard input. Raises `FileError` or `LevelError`."""
    name = "<stdin>" if str(path) == STANDARD_STREAM else str(path)
    return decode(read_bytes(path), name)


def read_levels(path: str | Path) -> list[Level]:
    """Return all levels of a file in any format; ``-`` is standard input.

    Raises `FileError` if it can't be read, `LevelError` with every error there is in it.
    """
    return read_source(load_source(path)).require_levels()


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
