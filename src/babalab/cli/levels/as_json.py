"""Levels in types JSON knows."""

from __future__ import annotations

from typing import Any

from babalab.game.level import Level


def level_as_json(level: Level, number: int) -> dict[str, Any]:
    """Return what a level says about itself; `number` stands for an id where it has none."""
    return {
        "id": level.id or str(number),
        "name": level.name,
        "author": level.author,
        "width": level.width,
        "height": level.height,
        "difficulty": level.difficulty,
        "solution": level.solution or None,
        "mechanics": list(level.mechanics),
        "level": level.line,
    }
