"""Boards larger than the terminal: the part around whoever is controlled."""

from __future__ import annotations

from babalab.game.scene import Scene
from babalab.game.state import State

COLUMNS_PER_CELL = 2


def fitted(state: State, columns: int, lines: int) -> Scene:
    """The state's scene cut to what fits, the first YOU thing near its middle."""
    scene = state.scene()
    width = max(1, min(scene.width, columns // COLUMNS_PER_CELL))
    height = max(1, min(scene.height, lines))
    y, x = next(iter(state.you), (0, 0))
    top = max(0, min(y - height // 2, scene.height - height))
    left = max(0, min(x - width // 2, scene.width - width))
    return Scene(tuple(row[left : left + width] for row in scene.cells[top : top + height]))
