r"""A JSON reader that knows the place of everything.

The standard library's reader forgets places, and a bad character in a map must be reported where
its author finds it: in the file, behind all the ``\n`` of the string it is written in.

The reader keeps its own stack, so nesting is limited by memory alone, and reads every character
a bounded number of times. It accepts what the JSON standard does, no more: ``NaN`` is an error.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from dataclasses import dataclass
from typing import Final

from babalab.base.errors import BabalabError
from babalab.levels.source_text import SourceText

_NO_SPACE: Final = re.compile(r"[^ \t\n\r]")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_LITERAL: Final = re.compile(r"true|false|null")
_LITERALS: Final = {"true": True, "false": False, "null": None}
_STRING_STOP: Final = re.compile(r'["\\\x00-\x1f]')
_HEX: Final = "[0-9a-fA-F]"
_ESCAPE: Final = re.compile(
    rf"\\u([dD][89abAB]{_HEX}{{2}})\\u([dD][c-fC-F]{_HEX}{{2}})"  # a pair: one character
    rf"|\\u({_HEX}{{4}})"
    r'|\\(["\\/bfnrt])'
)
_ESCAPED: Final = dict(zip('"\\/bfnrt', '"\\/\b\f\n\r\t', strict=True))
_LONGEST_ESCAPE: Final = 12
_CHARACTER: Final = re.compile(rf"{_ESCAPE.pattern}|.", re.DOTALL)

WINDOW: Final = 1 << 18
"""Characters of a text that are kept behind the reader, at least."""
MAX_NUMBER_LENGTH: Final = 1000
"""Longer numbers are refused: reading one takes time quadratic in its length."""


class JsonSyntaxError(BabalabError, ValueError):
    """A text that is not JSON; `offset` is the first wrong character."""

    def __init__(self, message: str, offset: int) -> None:
        self.message = message
        self.offset = offset
        super().__init__(message, offset)

    def __str__(self) -> str:
        return f"offset {self.offset}: {self.message}"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class JsonNode:
    """A JSON value and the part of the text, ``text[start:end]``, it was read from.

    Nodes have no `==` and no `repr` that go into depth: both would recurse.
    """

    value: bool | int | float | str | list[JsonNode] | dict[str, JsonNode] | None
    start: int
    end: int


def parse_json(text: str) -> JsonNode:
    """Read one JSON value. Of equal keys in an object the last counts, as in `json`.

    >>> node = parse_json('{"a": [1, 2]}')
    >>> node.value["a"].start
    6
    """
    parsing = _Parser(SourceText(text)).parse()
    try:
        next(parsing)
    except StopIteration as end:
        root: JsonNode = end.value
        return root
    raise AssertionError("only items of a key that was asked for are yielded")


def stream_items(source: SourceText, key: str) -> Generator[JsonNode, None, JsonNode]:
    """Read an object, and yield the items of the list that it has for `key` one by one.

    They are not in the object that is returned in the end, and the text that was read is let go of.
    Anything else than such an object is read as `parse_json` does. If the object has the key twice,
    the items of both lists are read.
    """
    return _Parser(source, key).parse()


def character_offsets(text: str, node: JsonNode, base: int = 0) -> list[int]:
    r"""Return the offset of each character of a string, and of its closing quote.

    `text` begins at the offset `base`.

    An escape counts as where its backslash stands.

    >>> text = r'"a\nb"'
    >>> character_offsets(text, parse_json(text))
    [1, 2, 4, 5]
    """
    inside = _CHARACTER.finditer(text, node.start + 1 - base, node.end - 1 - base)
    return [*(base + match.start() for match in inside), node.end - 1]


@dataclass(slots=True)
class _OpenContainer:
    """An array or object whose end has not been read yet."""

    start: int
    value: list[JsonNode] | dict[str, JsonNode]
    key: str = ""

    @property
    def closer(self) -> str:
        return "]" if isinstance(self.value, list) else "}"

    @property
    def noun(self) -> str:
        return "array" if isinstance(self.value, list) else "object"

    def add(self, node: JsonNode) -> None:
        if isinstance(self.value, list):
            self.value.append(node)
        else:
            self.value[self.key] = node


class _Parser:
    """A parser of a text that may still be coming. `at` counts from the window's beginning."""

    def __init__(self, source: SourceText, streamed: str | None = None) -> None:
        self.source = source
        self.text = source.text
        self.at = 0
        self.open: list[_OpenContainer] = []
        self.streamed = streamed
        """The key of the object whose items are yielded rather than kept."""

    def parse(self) -> Generator[JsonNode, None, JsonNode]:
        while True:
            node = self.begin_value()
            if node is None:
                continue
            while self.open:
                if self.is_streaming():
                    yield node
                    self.forget()
                else:
                    self.open[-1].add(node)
                if self.another_follows():
                    break
                node = self.close()
            else:
                if self.peek():
                    raise self.error(
                        "there is something after the end of the JSON value; remove it"
                    )
                return node

    def is_streaming(self) -> bool:
        """Whether the innermost open container is the list whose items are yielded."""
        return (
            len(self.open) == 2
            and isinstance(self.open[1].value, list)
            and isinstance(self.open[0].value, dict)
            and self.open[0].key == self.streamed
        )

    def grow(self) -> bool:
        """Read more of the text, if there is more."""
        more = self.source.grow()
        self.text = self.source.text
        return more

    def fill(self, length: int) -> None:
        """Read on until this many characters follow, or all that there are."""
        while len(self.text) - self.at < length and self.grow():
            pass

    def forget(self) -> None:
        """Let go of what has been read, now and then."""
        if self.at > WINDOW:
            self.source.forget(self.source.base + self.at)
            self.text, self.at = self.source.text, 0

    def make_node(self, value: bool | int | float | str | None, start: int) -> JsonNode:
        base = self.source.base
        return JsonNode(value, base + start, base + self.at)

    def begin_value(self) -> JsonNode | None:
        """Read a scalar, an empty container, or the beginning of another container."""
        character = self.peek()
        start = self.at
        if character == '"':
            value = self.read_string()
            return self.make_node(value, start)
        if character in ("{", "["):
            self.at += 1
            begun = self.source.base + start
            if len(self.open) < 2:
                self.source.pin(begun)  # the text around it may be gone when its end is missing
            self.open.append(_OpenContainer(begun, {} if character == "{" else []))
            if self.peek() == self.open[-1].closer:
                return self.close()
            if character == "{":
                self.read_key()
            return None
        self.fill(MAX_NUMBER_LENGTH + 1)
        if literal := _LITERAL.match(self.text, start):
            self.at = literal.end()
            return self.make_node(_LITERALS[literal[0]], start)
        if number := _NUMBER.match(self.text, start):
            self.at = number.end()
            if self.at - start > MAX_NUMBER_LENGTH:
                raise self.error(
                    f"this number has over {MAX_NUMBER_LENGTH} characters", self.source.base + start
                )
            is_whole = number[1] is None and number[2] is None
            return self.make_node(int(number[0]) if is_whole else float(number[0]), start)
        raise self.value_error(character)

    def another_follows(self) -> bool:
        """Go past a comma (and, in an object, the next key); False before the container's end."""
        container = self.open[-1]
        character = self.peek()
        if character == container.closer:
            return False
        if character != ",":
            if not character:
                raise self.unclosed_error()
            raise self.error(
                f"expected a comma or {container.closer!r} in this {container.noun}, "
                f"found {character!r}"
            )
        self.at += 1
        if self.peek() == container.closer:
            raise self.error(f"JSON allows no comma before {container.closer!r}; remove it")
        if isinstance(container.value, dict):
            self.read_key()
        return True

    def close(self) -> JsonNode:
        self.at += 1
        container = self.open.pop()
        return JsonNode(container.value, container.start, self.source.base + self.at)

    def read_key(self) -> None:
        character = self.peek()
        if not character:
            raise self.unclosed_error()
        if character != '"':
            raise self.error(f"expected a key in double quotes, found {character!r}")
        self.open[-1].key = self.read_string()
        if self.peek() != ":":
            raise self.error("expected a colon after the key")
        self.at += 1

    def read_string(self) -> str:
        start = self.at
        self.at += 1
        pieces = []
        while True:
            stop = _STRING_STOP.search(self.text, self.at)
            if stop is None:
                pieces.append(self.text[self.at :])
                self.at = len(self.text)
                if self.grow():
                    continue
                raise self.error("this string is never closed", self.source.base + start)
            pieces.append(self.text[self.at : stop.start()])
            self.at = stop.start()
            if stop[0] == "\\":
                pieces.append(self.read_escape())
            elif stop[0] == '"':
                self.at += 1
                return "".join(pieces)
            elif stop[0] in "\n\r":
                raise self.error(r"a line break inside a string; close the string or write \n")
            else:
                code = f"{ord(stop[0]):04x}"
                raise self.error(rf"a raw control character in a string; write \u{code}")

    def read_escape(self) -> str:
        self.fill(_LONGEST_ESCAPE)
        match = _ESCAPE.match(self.text, self.at)
        if match is None:
            raise self.error(
                rf"{self.text[self.at : self.at + 2]} is not an escape; for a backslash write \\"
            )
        self.at = match.end()
        high, low, single, simple = match.groups()
        if high:
            return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
        return chr(int(single, 16)) if single else _ESCAPED[simple]

    def peek(self) -> str:
        """Skip white space and return the next character, ``""`` at the end of the text."""
        while (found := _NO_SPACE.search(self.text, self.at)) is None:
            self.at = len(self.text)
            if not self.grow():
                return ""
        self.at = found.start()
        return found[0]

    def value_error(self, character: str) -> JsonSyntaxError:
        if character:
            return self.error(f"expected a JSON value, found {character!r}")
        if self.open:
            return self.unclosed_error()
        return self.error("expected a JSON value, found the end of the text")

    def unclosed_error(self) -> JsonSyntaxError:
        container = self.open[-1]
        return self.error(
            f"this {container.noun} is never closed; {container.closer!r} is missing",
            container.start,
        )

    def error(self, message: str, offset: int | None = None) -> JsonSyntaxError:
        return JsonSyntaxError(message, self.source.base + self.at if offset is None else offset)
