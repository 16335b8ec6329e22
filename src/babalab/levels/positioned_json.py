r"""A JSON reader that knows the place of everything.

The standard library's reader forgets places, and a bad character in a map must be reported where
its author finds it: in the file, behind all the ``\n`` of the string it is written in.

The reader keeps its own stack, so nesting is limited by memory alone, and reads every character
a bounded number of times. It accepts what the JSON standard does, no more: ``NaN`` is an error.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from babalab.base.errors import BabalabError

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
_CHARACTER: Final = re.compile(rf"{_ESCAPE.pattern}|.", re.DOTALL)

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
    return _Parser(text).parse()


def character_offsets(text: str, node: JsonNode) -> list[int]:
    r"""Return the offset in `text` of each character of a string, and of its closing quote.

    An escape counts as where its backslash stands.

    >>> text = r'"a\nb"'
    >>> character_offsets(text, parse_json(text))
    [1, 2, 4, 5]
    """
    inside = _CHARACTER.finditer(text, node.start + 1, node.end - 1)
    return [*(match.start() for match in inside), node.end - 1]


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
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.open: list[_OpenContainer] = []

    def parse(self) -> JsonNode:
        while True:
            node = self.begin_value()
            if node is None:
                continue
            while self.open:
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

    def begin_value(self) -> JsonNode | None:
        """Read a scalar, an empty container, or the beginning of another container."""
        character = self.peek()
        start = self.at
        if character == '"':
            value = self.read_string()
            return JsonNode(value, start, self.at)
        if character in ("{", "["):
            self.at += 1
            self.open.append(_OpenContainer(start, {} if character == "{" else []))
            if self.peek() == self.open[-1].closer:
                return self.close()
            if character == "{":
                self.read_key()
            return None
        if literal := _LITERAL.match(self.text, start):
            self.at = literal.end()
            return JsonNode(_LITERALS[literal[0]], start, self.at)
        if number := _NUMBER.match(self.text, start):
            self.at = number.end()
            if self.at - start > MAX_NUMBER_LENGTH:
                raise self.error(f"this number has over {MAX_NUMBER_LENGTH} characters", start)
            is_whole = number[1] is None and number[2] is None
            return JsonNode(int(number[0]) if is_whole else float(number[0]), start, self.at)
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
        return JsonNode(container.value, container.start, self.at)

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
        while stop := _STRING_STOP.search(self.text, self.at):
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
        raise self.error("this string is never closed", start)

    def read_escape(self) -> str:
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
        found = _NO_SPACE.search(self.text, self.at)
        self.at = found.start() if found else len(self.text)
        return found[0] if found else ""

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
        return JsonSyntaxError(message, self.at if offset is None else offset)
