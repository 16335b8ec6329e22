"""Levels as plain text: rows on lines of their own, or a whole map on one line.

A file holds any number of levels, with blank lines (or ones of only blanks) between them. Lines
above a map may say more about it; a ``#`` and a blank begin a comment otherwise::

    # id: first
    # name: The first one
    # solution: ddr
    _______
    _bB12._
    _.fF13_
    _______

    _______/_bB12._/_.fF13_/_______

A line with a slash is a map of its own. The keys are id, name, author, mechanics (separated by
commas) and solution. A value that could not stand there as it is, such as one with line breaks,
is written as JSON: text in double quotes, mechanics as a list.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

from babalab.base.diagnostics import Flaw
from babalab.game.level import Level
from babalab.levels.positioned_json import JsonSyntaxError, parse_json
from babalab.levels.reading import NO_TEXT, Draft, PlacedText, Reading
from babalab.levels.source_text import SourceText

# re.ASCII, or case folding would let other letters pass for those of the keys.
_HEADER = re.compile(r"#\s*(id|name|author|mechanics|solution)\s*:\s*", re.IGNORECASE | re.ASCII)
_COMMENT = re.compile(r"#(\s|$)")

WINDOW = 1 << 18
"""Characters of a text that are kept behind the reader, at least."""


def read_text(source: SourceText) -> Reading:
    """Return the levels of a text, in either form, and everything wrong with it."""
    reading = Reading(source)
    for _ in stream_text(reading):
        pass
    return reading


def stream_text(reading: Reading) -> Iterator[None]:
    """Read a text and stop after each level, with no more of the text kept than is needed."""
    return _TextReader(reading).read()


def write_ascii(levels: Iterable[Level]) -> str:
    """Write levels with a line for every row; `read_text` reads the same levels from it."""
    return "\n\n".join(_format_block(level, level.map) for level in levels) + "\n"


def write_lines(levels: Iterable[Level]) -> str:
    """Write levels with one line for each map; `read_text` reads the same levels from it."""
    blocks = [_format_block(level, level.line) for level in levels]
    # Maps of a single row have no slash to tell them apart, and what has a header looks better
    # with room around it.
    are_plain = all("/" in block and "\n" not in block for block in blocks)
    return ("\n" if are_plain else "\n\n").join(blocks) + "\n"


def _format_block(level: Level, text: str) -> str:
    values = {
        "id": _encode(level.id),
        "name": _encode(level.name),
        "author": _encode(level.author),
        "mechanics": _encode_mechanics(level.mechanics),
        "solution": _encode(level.solution),
    }
    return "\n".join([*(f"# {key}: {value}" for key, value in values.items() if value), text])


def _encode(value: str) -> str:
    is_safe = value.isprintable() and _decode(value) == value
    return value if is_safe else json.dumps(value)


def _decode(text: str) -> str:
    text = text.strip()
    decoded = _parse_quietly(text) if text.startswith('"') else None
    return decoded if isinstance(decoded, str) else text


def _encode_mechanics(mechanics: tuple[str, ...]) -> str:
    plain = ", ".join(mechanics)
    is_safe = plain.isprintable() and _decode_mechanics(plain) == mechanics
    return plain if is_safe else json.dumps(mechanics)


def _decode_mechanics(text: str) -> tuple[str, ...]:
    decoded = _parse_quietly(text) if text.startswith("[") else None
    if isinstance(decoded, list):
        return tuple(item.value for item in decoded if isinstance(item.value, str))
    return tuple(stripped for part in text.split(",") if (stripped := part.strip()))


def _parse_quietly(text: str) -> object:
    """Parse a JSON text; None if it is none, as people may begin a name with a quote."""
    try:
        return parse_json(text).value
    except JsonSyntaxError:
        return None


class _TextReader:
    """A reader of lines, with the header and the map it is in the middle of."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        self.header: dict[str, PlacedText] = {}
        self.header_start = 0
        self.map_start: int | None = None
        self.map_end = 0

    def read(self) -> Iterator[None]:
        source = self.reading.source
        start = 0
        while (line := self.find_line(start)) is not None:
            self.read_line(line.rstrip("\r"), start)
            start += len(line) + 1
            if self.reading.is_hopeless:
                self.reading.stop(min(start, source.base + len(source.text)))
                return
            if not self.header and self.map_start is None:
                if start - source.base > WINDOW:
                    source.forget(start)
                yield
        self.finish_map()
        self.finish()
        yield

    def find_line(self, start: int) -> str | None:
        """Return the line that begins at an offset; None behind the last one."""
        source = self.reading.source
        begin = searched = start - source.base
        while (end := source.text.find("\n", searched)) < 0:
            searched = max(begin, len(source.text))
            if not source.grow():
                return source.text[begin:] if begin <= len(source.text) else None
        return source.text[begin:end]

    def read_line(self, line: str, start: int) -> None:
        header = _HEADER.match(line)
        if header:
            self.finish_map()
            value = PlacedText.verbatim(line[header.end() :].strip(), start + header.end())
            self.add_header(header[1].lower(), value, start)
        elif _COMMENT.match(line) or not line.strip():
            self.finish_map()
        elif "/" in line:
            self.finish_map()
            self.add_map(start, start + len(line))
        else:
            if self.map_start is None:
                self.map_start = start
            self.map_end = start + len(line)

    def add_header(self, key: str, value: PlacedText, line_start: int) -> None:
        if not self.header:
            self.header_start = line_start
        elif key in self.header:
            self.reading.report(
                Flaw.BAD_FORMAT,
                f"a second {key} for the same level; remove it, or put the missing map above",
                line_start,
            )
        self.header[key] = value

    def finish_map(self) -> None:
        if self.map_start is not None:
            self.add_map(self.map_start, self.map_end)
            self.map_start = None

    def add_map(self, start: int, end: int) -> None:
        header, self.header = self.header, {}
        id_ = header.get("id", NO_TEXT)
        self.reading.add(
            Draft(
                map=PlacedText.verbatim(self.reading.source.cut(start, end), start),
                id=PlacedText.verbatim(_decode(id_.text), id_.start),
                solution=header.get("solution", NO_TEXT),
                name=_decode(header.get("name", NO_TEXT).text),
                author=_decode(header.get("author", NO_TEXT).text),
                mechanics=_decode_mechanics(header.get("mechanics", NO_TEXT).text),
            )
        )

    def finish(self) -> None:
        """Report what is missing at the end of the text."""
        if self.header:
            message = "this header has no map below it; add the map's rows"
            self.reading.report(Flaw.NO_ROWS, message, self.header_start)
        elif self.reading.is_blank:
            message = "there is no map in this text; write at least one row of characters"
            self.reading.report(Flaw.NO_ROWS, message, 0)
