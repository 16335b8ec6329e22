"""Pictures in the graphics protocol of the terminal Kitty, as PNG."""

from __future__ import annotations

from base64 import standard_b64encode
from typing import Final

CHUNK: Final = 4096
"""The most characters of data in one command."""


def encode_kitty(png: bytes, columns: int, lines: int, number: int | None = None) -> str:
    """Return the commands that draw a PNG over so many cells and leave the cursor where it is.

    A picture with a number replaces the one that has the same.
    """
    data = standard_b64encode(png).decode("ascii")
    chunks = [data[start : start + CHUNK] for start in range(0, len(data), CHUNK)]
    name = "" if number is None else f",i={number},p=1"
    keys = f"a=T,f=100,q=2,C=1,c={columns},r={lines}{name},"
    commands = []
    for place, chunk in enumerate(chunks, start=1):
        commands.append(f"\x1b_G{keys}m={int(place < len(chunks))};{chunk}\x1b\\")
        keys = "q=2,"
    return "".join(commands)


def delete_kitty(number: int) -> str:
    """Return the command that removes the picture of this number from the screen."""
    return f"\x1b_Ga=d,d=I,i={number},q=2\x1b\\"
