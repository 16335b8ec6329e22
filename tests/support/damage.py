"""Damage to files: flipped and missing bytes, and values of JSON that nobody expects."""

from __future__ import annotations

import json
import random
from typing import Any, Final

VALUES: Final[tuple[Any, ...]] = (
    None, True, -1, 0, 10**30, 2**63, 1e308, float("nan"), float("-inf"), "", "x", "\ud800",
    "\x1b[2J\x00", "layers=100000", "width=100000,layers=1000", "64x99999", [], [[]], {}, {"x": []},
)  # fmt: skip
"""What may stand where anything else is expected."""


def damage_bytes(data: bytes, chance: random.Random) -> bytes:
    """The bytes with some of them changed, cut off, left out, repeated or put elsewhere."""
    changed = bytearray(data)
    for _ in range(chance.choice((1, 1, 3, 30))):
        if not changed:
            break
        place = chance.randrange(len(changed))
        length = chance.choice((1, 2, 8, 64, 4096))
        match chance.randrange(6):
            case 0:
                changed[place] ^= 1 << chance.randrange(8)
            case 1:
                changed[place : place + length] = chance.randbytes(length)
            case 2:
                del changed[place : place + length]
            case 3:
                changed[place:place] = changed[place : place + length]
            case 4:
                changed[place : place + length] = bytes(length)
            case _:
                del changed[place:]
    return bytes(changed)


def damage_value(value: Any, chance: random.Random) -> Any:
    """The JSON value with one part of it replaced, left out or nested deeply."""
    if isinstance(value, dict) and value and chance.random() < 0.9:
        key = chance.choice(sorted(value))
        if chance.random() < 0.1:
            return {name: each for name, each in value.items() if name != key}
        return {**value, key: damage_value(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        place = chance.randrange(len(value))
        return [*value[:place], damage_value(value[place], chance), *value[place + 1 :]]
    return chance.choice(VALUES)


def damage_json(text: str, chance: random.Random) -> str:
    """The same for a text; now and then, it is nested more deeply than anybody can read."""
    if chance.random() < 0.1:
        return "[" * 100_000
    return json.dumps(damage_value(json.loads(text), chance))
