"""Levels in types JSON knows."""

from __future__ import annotations

from typing import Any

from babalab.game.difficulty import rate_level
from babalab.game.level import Level


def level_as_json(level: Level, number: int) -> dict[str, Any]:
    """Return what a level says about itself; `number` stands for an id where it has none."""
    difficulty = rate_level(level)
    return {
        "id": level.id or str(number),
        "name": level.name,
        "author": level.author,
        "width": level.width,
        "height": level.height,
        "difficulty": None if difficulty is None else difficulty.number,
        "length_class": level.length_class,
        "solution": level.solution or None,
        "mechanics": list(level.mechanics),
        "level": level.line,
    }
