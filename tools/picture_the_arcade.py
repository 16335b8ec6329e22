"""Draw the twelve arcade games side by side: `docs/pictures/arcade.png`, shown in docs/games.md.

    .venv/bin/python tools/picture_the_arcade.py

Of each game it is the third level after a few ticks of a planner's play, and its name.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from babalab.game.drawing.frames import encode_png
from babalab.game.drawing.sprites import SIDE, Indices
from babalab.games.drawing import draw_frames
from babalab.games.vgdl.pictures.colours import PALETTE, index_of
from babalab.games.vgdl.pictures.lettering import ink_of
from babalab.games.vgdl.suite import suite
from babalab.planning import make_planner, play

FILE = Path(__file__).parents[1] / "docs" / "pictures" / "arcade.png"
COLUMNS = 3
LEVEL = 2
TICKS = 24
GAP = 10
LETTERS = 2
TITLE = 5 * LETTERS + GAP // 2


def draw_panel(name: str) -> Indices:
    """Draw a game with its name above."""
    kind = suite()[name]
    game = kind(kind.levels()[LEVEL])
    states: list[bytes] = []
    play(game, make_planner("rhea:calls=300"), 1, ticks=TICKS, watch=states.append)
    running = [state for state in states if not game.over(state)]
    board = draw_frames(game, running, 1).pixels[-1]
    left = (board.shape[1] - game.map.columns * SIDE) // 2  # the line below may be wider
    board = board[: game.map.rows * SIDE, left : left + game.map.columns * SIDE]
    ink = ink_of(name).repeat(LETTERS, axis=0).repeat(LETTERS, axis=1)
    panel = np.full((TITLE + board.shape[0], board.shape[1]), index_of("k", "gray"), np.uint8)
    panel[: ink.shape[0], : ink.shape[1]][ink] = index_of("w", "gray")
    panel[TITLE:] = board
    return panel


def main() -> None:
    """Write the picture."""
    panels = [draw_panel(name) for name in sorted(suite())]
    rows = [panels[first : first + COLUMNS] for first in range(0, len(panels), COLUMNS)]
    widths = [max(row[column].shape[1] for row in rows) for column in range(COLUMNS)]
    heights = [max(panel.shape[0] for panel in row) for row in rows]
    size = sum(heights) + GAP * (len(rows) + 1), sum(widths) + GAP * (COLUMNS + 1)
    sheet = np.full(size, index_of("k", "gray"), np.uint8)
    top = GAP
    for row, height in zip(rows, heights, strict=True):
        left = GAP
        for panel, width in zip(row, widths, strict=True):
            sheet[top : top + panel.shape[0], left : left + panel.shape[1]] = panel
            left += width + GAP
        top += height + GAP
    FILE.write_bytes(encode_png(sheet, PALETTE))
    with Image.open(FILE) as image:
        print(FILE, image.size, FILE.stat().st_size)


if __name__ == "__main__":
    main()
