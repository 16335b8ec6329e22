"""Writing a generated pack as TOML."""

from __future__ import annotations

import json
from collections.abc import Iterable

from babalab.game.level import Level


def format_pack(title: str, description: str, order: int, levels: Iterable[Level]) -> str:
    """Return the TOML text of a generated pack, as `babalab.levels.shipped.parse_pack` reads it."""
    head = f"title = {_quote(title)}\ndescription = {_quote(description)}\norder = {order}\n"
    return head + "generated = true\n" + "".join(map(_format_level, levels))


def _format_level(level: Level) -> str:
    return (
        "\n[[level]]\n"
        f"id = {_quote(level.id)}\n"
        f"name = {_quote(level.name)}\n"
        f"author = {_quote(level.author)}\n"
        f"mechanics = [{', '.join(map(_quote, level.mechanics))}]\n"
        f"solution = {_quote(level.solution)}\n"
        f"map = '''\n{level.map}\n'''\n"
    )


def _quote(value: str) -> str:
    return json.dumps(value)  # a basic string of TOML is written like a string of JSON
