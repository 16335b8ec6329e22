"""Plain data: the form in which anything comes back from a process that has run anybody's code.

Numbers, texts, bytes, lists and dicts by text: JSON, with bytes behind it. Reading it builds
nothing else and runs nobody's code.
"""

from __future__ import annotations

import json
import re
import struct
from typing import Any

Plain = Any
"""None, a bool, a number, a text, bytes, a list of these or a dict of these by text."""

_BYTES = "$bytes"
_HEAD = struct.Struct("<Q")
_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")


class PlainError(ValueError):
    """Something that is not plain data, or can't be read."""


def write_plain(value: Plain) -> bytes:
    """Return plain data as bytes; tuples become lists. Raises `PlainError` for anything else.

    >>> read_plain(write_plain({"moves": "rr", "log": b"12", "counts": (1, 2.5, None)}))
    {'moves': 'rr', 'log': b'12', 'counts': [1, 2.5, None]}
    """
    attached: list[bytes] = []
    end = 0

    def attach(each: object) -> dict[str, list[int]]:
        nonlocal end
        if not isinstance(each, bytes | bytearray | memoryview):
            raise TypeError(f"a value of type {type(each).__name__} is not plain data")
        attached.append(bytes(each))
        begin, end = end, end + len(attached[-1])
        return {_BYTES: [begin, end]}

    try:
        text = json.dumps(value, default=attach, separators=(",", ":")).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise PlainError(str(error)) from None
    return b"".join((_HEAD.pack(len(text)), text, *attached))


def read_plain(data: bytes) -> Plain:
    """Return the plain data that was written. Raises `PlainError` if there is none."""
    try:
        (length,) = _HEAD.unpack_from(data)
        text = data[_HEAD.size : _HEAD.size + length]
        rest = memoryview(data)[_HEAD.size + length :]

        def detach(found: dict[str, Any]) -> Any:
            if found.keys() != {_BYTES}:
                return found
            begin, end = found[_BYTES]
            if not (0 <= begin <= end <= len(rest)):
                raise ValueError("bytes that are not there")
            return bytes(rest[begin:end])

        value = json.loads(text, object_hook=detach)
        if _SURROGATE.search(text):  # by two it may stand for a character, alone for nothing
            json.dumps(value, ensure_ascii=False, default=repr).encode()
        return value
    except (struct.error, TypeError, ValueError, RecursionError) as error:
        raise PlainError(f"not plain data: {error}") from None
