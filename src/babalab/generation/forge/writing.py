"""Writing a pack: the text of its TOML file."""

from __future__ import annotations

import json
from collections.abc import Iterable

from babalab.game.level import Level


def pack_text(title: str, description: str, order: int, levels: Iterable[Level]) -> str:
    """The text of the file of a generated pack; `babalab.levels.shipped.parse_pack` reads it."""
    head = f"title = {_text(title)}\ndescription = {_text(description)}\norder = {order}\n"
    return head + "generated = true\n" + "".join(map(_table, levels))


def _table(level: Level) -> str:
    return (
        "\n[[level]]\n"
        f"id = {_text(level.id)}\n"
        f"name = {_text(level.name)}\n"
        f"author = {_text(level.author)}\n"
        f"mechanics = [{', '.join(map(_text, level.mechanics))}]\n"
        f"solution = {_text(level.solution)}\n"
        f"map = '''\n{level.map}\n'''\n"
    )


def _text(value: str) -> str:
    return json.dumps(value)  # TOML's basic strings are written alike
