"""Bytes that are nearly a state."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Final

from support.hostile.recipes import World

FLIPS: Final = 60
"""How many single bits are flipped."""
FIELDS: Final = 25
"""How many fields beyond the first 16 bytes are changed."""


def state_replacements(state: bytes, world: World) -> Mapping[str, bytes]:
    """Return bytes to pass instead of a state, by a name."""
    made = {
        "empty": b"",
        "shorter": state[:-1],
        "half": state[: len(state) // 2],
        "longer": state + b"\0",
        "twice": state * 2,
        "zeros": bytes(len(state)),
        "ones": b"\xff" * len(state),
        **{name: other for name, other in world.foreign_states.items() if other != state},
    }
    dice = random.Random(len(state))
    for number in range(3):
        made[f"random-{number}"] = dice.randbytes(len(state))
    return made | _flipped(state, dice, FLIPS) | _fields(state, dice, FIELDS)


def _flipped(state: bytes, dice: random.Random, count: int) -> dict[str, bytes]:
    bits = dice.sample(range(8 * len(state)), min(count, 8 * len(state)))
    made = {}
    for bit in bits:
        changed = bytearray(state)
        changed[bit // 8] ^= 1 << bit % 8
        made[f"flip-{bit}"] = bytes(changed)
    return made


def _fields(state: bytes, dice: random.Random, count: int) -> dict[str, bytes]:
    """Set one field at a time: of 2 bytes as in states of levels, of 4 as in those of arcades."""
    made = {}
    for size, values in ((2, (0, 1, 0xFFFF)), (4, (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF))):
        places = range(16, len(state) - size + 1, size)
        chosen = [*range(0, 16, size), *dice.sample(places, min(count, len(places)))]
        for place in chosen:
            for value in values:
                changed = state[:place] + value.to_bytes(size, "little") + state[place + size :]
                if changed != state and len(changed) == len(state):
                    made[f"field-{place}.{size}-{value}"] = changed
    return made
