"""Scenes for the drawing tests, made by hand from rows of map characters."""

from __future__ import annotations

from collections.abc import Callable, Collection

import pytest

from babalab.game.action import Action
from babalab.game.scene import Piece, Scene
from babalab.game.vocabulary import EMPTY

MakeScene = Callable[..., Scene]


@pytest.fixture
def make_scene() -> MakeScene:
    """A function from map text to a scene, one piece a cell.

    Pieces on the cells (row, column) in `active` are active; `facing` is everyone's.
    """

    def make(
        rows: str,
        active: Collection[tuple[int, int]] = (),
        facing: Action | None = None,
    ) -> Scene:
        return Scene(
            tuple(
                tuple(
                    () if character == EMPTY else (Piece(character, facing, (y, x) in active),)
                    for x, character in enumerate(row)
                )
                for y, row in enumerate(rows.split())
            )
        )

    return make


@pytest.fixture
def crowded(make_scene: MakeScene) -> Scene:
    """Every character of the map, words in both looks, all facings, and a stack."""
    plain = make_scene(
        """
        _bsfoavlrwkg
        BSFOAVLRWKG1
        234567890...
        BSFOAVLRWKG1
        234567890...
        bksbksbks...
        """,
        active={(y, x) for y in (1, 2) for x in range(12)},
    )
    rows = [list(row) for row in plain.cells]
    for x in range(9):
        facing = (Action.LEFT, Action.UP, Action.DOWN)[x // 3]
        rows[5][x] = (Piece(rows[5][x][0].character, facing),)
    rows[5][10] = (Piece("o"), Piece("a"), Piece("b", Action.LEFT))
    return Scene(tuple(tuple(row) for row in rows))


@pytest.fixture
def play(make_scene: MakeScene) -> list[Scene]:
    """Baba walks to the flag across a small board, thirty scenes on ten by ten cells."""
    scenes = []
    for step in range(30):
        rows = [
            "__________",
            "_B12..F13_",
            "_........_",
            "_..wwww.._",
            "_..w..w.._",
            "_..w..r.._",
            "_..wwww.._",
            "_.....aaf_",
            "_..R15..._",
            "__________",
        ]
        y, x = (2, 1 + step % 8) if step % 16 < 8 else (7, 8 - step % 8)
        rows[y] = rows[y][:x] + "b" + rows[y][x + 1 :]
        facing = Action.RIGHT if y == 2 else Action.LEFT
        words = {(1, x) for x in range(1, 9)}
        scenes.append(make_scene(" ".join(rows), active=words, facing=facing))
    return scenes
