"""TOML with places: errors about a file name the line that they are about."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from babalab.base.errors import BabalabError


@dataclass(frozen=True)
class TomlText:
    """A text in TOML that was read."""

    text: str
    where: str
    """The name of its file."""
    read: Mapping[str, Any]

    @classmethod
    def parse(cls, text: str, where: str, error: type[BabalabError]) -> Self:
        """Read a text. Raises the error, with line and column, if it is not TOML."""
        try:
            return cls(text, where, tomllib.loads(text))
        except (RecursionError, ValueError) as problem:
            place = re.search(r"\(at line (\d+), column (\d+)\)", str(problem))
            at = f":{place[1]}:{place[2]}" if place else ""
            what = str(problem).split(" (at ")[0]
            raise error(f"{where}{at}: {what}; it has to be TOML") from problem

    def at(self, table: str, key: str | None = None) -> str:
        r"""Return the line where a key of a table is set, or where the table begins.

        >>> TomlText.parse("[a]\nb = 1", "x.toml", BabalabError).at("a", "b")
        'x.toml:2:1'
        """
        inside = False
        for number, line in enumerate(self.text.splitlines(), start=1):
            bare = line.strip()
            if bare.startswith("["):
                inside = bare.startswith(f"[{table}]")
                if inside and key is None:
                    return f"{self.where}:{number}:1"
            elif inside and key is not None and bare.partition("=")[0].strip(" \t\"'") == key:
                return f"{self.where}:{number}:1"
        return self.where
