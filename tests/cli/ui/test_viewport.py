"""Boards cut to what fits: never more than there is room for, always with whoever is controlled."""

from __future__ import annotations

import pytest

from babalab.cli.ui.viewport import fit_scene
from babalab.game.level import Level

WIDE = Level(("_" * 40, "_B12F13".ljust(39, ".") + "_", *["_" + "." * 38 + "_"] * 30, "_" * 40))


@pytest.mark.parametrize(("columns", "lines"), [(80, 40), (20, 6), (7, 3), (1, 1), (0, -4)])
@pytest.mark.parametrize(("y", "x"), [(2, 1), (2, 38), (31, 1), (31, 38), (15, 20)])
def test_you_are_in_sight(columns: int, lines: int, y: int, x: int) -> None:
    rows = [list(row) for row in WIDE.rows]
    rows[y][x] = "b"
    scene = fit_scene(Level(tuple("".join(row) for row in rows)).start(), columns, lines)
    assert scene.width <= max(1, columns // 2)
    assert scene.height <= max(1, lines)
    shown = [piece.character for row in scene.cells for cell in row for piece in cell]
    assert "b" in shown


def test_all_of_it_if_it_fits() -> None:
    state = Level.parse("____/_b._/____").start()
    assert fit_scene(state, 8, 3) == state.scene()
