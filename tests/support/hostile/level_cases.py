"""Everything on levels that are extreme: tiny, full, or a great heap of words."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Final

from support.hostile.calling import Attempt, try_to, use_everything
from support.hostile.case import Case
from support.hostile.core import CORE
from support.hostile.recipes import World
from support.hostile.stub import all_members, class_names

SIDE: Final = 64
"""The longest side that a level may have."""


def _of_chance(characters: str, width: int, height: int) -> str:
    dice = random.Random(characters)
    return "/".join("".join(dice.choices(characters, k=width)) for _ in range(height))


LEVELS: Final[Mapping[str, str]] = {
    "empty-cell": ".",
    "border-cell": "_",
    "thing": "b",
    "word": "1",
    "wide": "B12" + "b" * (SIDE - 3),
    "tall": "/".join("B12bF13f" * (SIDE // 8)),
    "no-you": "bbb/.f./F13",
    "all-things": "/".join(["b" * SIDE] * SIDE),
    "all-words": "/".join([("B12" * SIDE)[:SIDE]] * SIDE),
    "all-is": "/".join(["1" * SIDE] * SIDE),
    "becoming": "B1F/F1B/B12/bff",
    "becoming-itself": "B1B/B12/b.f",
    "mixed": _of_chance("." + CORE.THING_CHARACTERS + CORE.WORD_CHARACTERS + "1111_", 24, 24),
    "crowd": _of_chance("bB126780sS1", 12, 12),
}


def level_cases() -> Iterator[Case]:
    """Yield cases for each level: every class and function on it."""
    for label, level in LEVELS.items():
        for owner in class_names():
            yield Case(
                f"{owner}/level-{label}",
                "level",
                lambda _, owner=owner, level=level: _use(owner, level),
            )
        yield Case(f"functions/level-{label}", "level", lambda _, level=level: _call_all(level))


def _use(owner: str, level: str) -> None:
    world = World(level=level)
    for make in (world.make, world.receiver):
        with Attempt():
            target = make(owner)
            for _ in range(3):
                use_everything(world, target)


def _call_all(level: str) -> None:
    world = World(level=level)
    for member in all_members():
        if not member.owner:
            try_to(member, None, world.arguments(member, None))
