"""Screens that redraw what has changed: what is seen is always what was shown last."""

from __future__ import annotations

import io
import os
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from rich.console import Group, RenderableType

from babalab.cli.ui.console import Console
from babalab.cli.ui.pictures import Picture
from babalab.cli.ui.screen import Screen as Redrawn
from babalab.cli.ui.terminal_graphics import GraphicsMode, TerminalGraphics
from babalab.cli.ui.text import Text
from babalab.cli.ui.viewport import make_line
from babalab.game.drawing.palette import PALETTE
from support.screens import Pixels, Screen

COLUMNS, LINES = 24, 14
CELL = (5, 9)
MODES = (GraphicsMode.BLOCKS, GraphicsMode.SIXEL, GraphicsMode.KITTY)


def make_console(columns: int = COLUMNS, lines: int = LINES) -> Console:
    """A console that takes its output for a terminal's."""
    changes = {"TERM": "xterm", "COLORTERM": "truecolor", "FORCE_COLOR": "1"}
    with mock.patch.dict(os.environ, changes):
        os.environ.pop("NO_COLOR", None)
        console = Console()
    console.size = (columns, lines)  # type: ignore[assignment]
    console.file = io.StringIO()
    return console


def output_of(console: Console) -> bytes:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().encode()


def show(*frames: RenderableType, whole: bool) -> tuple[Screen, bytes]:
    """The terminal after these frames, and what the last of them took."""
    console = make_console()
    redrawn = Redrawn(whole=whole, console=console)
    redrawn.__enter__()
    before = b""
    for frame in frames:
        before = output_of(console)
        redrawn.show(frame)
    output = output_of(console)
    return Screen(COLUMNS, LINES, CELL).feed(output), output[len(before) :]


def draw(mode: GraphicsMode, pixels: np.ndarray, side: int) -> Picture:
    tiles = pixels.repeat(8, axis=0).repeat(8, axis=1)
    return Picture(tiles, PALETTE, side, TerminalGraphics(mode, CELL))


def pixels_of(picture: Picture) -> Pixels:
    """What a picture should look like on the screen, enlarged to whole cells."""
    return np.array(PALETTE, np.uint8)[picture.enlarged]


def frames(mode: GraphicsMode) -> st.SearchStrategy[RenderableType]:
    """Some lines, or a picture between two lines, as plays draw them."""
    lines = st.lists(st.text("ab ", max_size=30), max_size=6)
    # Few colours, and tiles of which there are two to a side: pictures that differ a little.
    halves = st.sampled_from([(2, 2), (2, 4), (4, 2)]).flatmap(
        lambda shape: arrays(np.uint8, shape, elements=st.integers(0, 2))
    )
    side = 4 if mode is GraphicsMode.BLOCKS else 16
    picture = halves.map(lambda pixels: draw(mode, pixels, side))
    return st.one_of(
        lines.map(lambda each: Group(*map(make_line, each))),
        st.tuples(lines.map(lambda each: each[:2]), picture, lines.map(lambda each: each[:2])).map(
            lambda parts: Group(
                *map(make_line, parts[0]), parts[1], *[Text(each) for each in parts[2]]
            )
        ),
    )


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("whole", [True, False])
@settings(max_examples=40)
@given(data=st.data())
def test_what_is_seen_is_what_was_shown_last(
    mode: GraphicsMode, whole: bool, data: st.DataObject
) -> None:
    shown = data.draw(st.lists(frames(mode), min_size=1, max_size=5))
    seen, _ = show(*shown, whole=whole)
    alone, _ = show(shown[-1], whole=whole)
    assert seen.cells == alone.cells
    assert (seen.pixels == alone.pixels).all()
    assert seen.pictures.keys() == alone.pictures.keys()
    for number, (row, column, pixels) in seen.pictures.items():
        assert (row, column) == alone.pictures[number][:2]
        assert (pixels == alone.pictures[number][2]).all()
    assert not seen.unknown


@pytest.mark.parametrize("mode", MODES[1:])
def test_pictures_show_their_pixels(mode: GraphicsMode) -> None:
    picture = draw(mode, np.array([[1, 2, 3, 4], [5, 6, 7, 8]], np.uint8), 16)
    seen, _ = show(Group(make_line("title"), picture, make_line("below")), whole=True)
    expected = pixels_of(picture)
    height, width = expected.shape[:2]
    if mode is GraphicsMode.KITTY:
        ((row, column, pixels),) = seen.pictures.values()
        assert (row, column) == (1, 0)
        assert (pixels == expected).all()
    else:
        drawn = seen.pixels[CELL[1] : CELL[1] + height, :width].astype(int)
        assert np.abs(drawn - expected).max() <= 2
    assert (seen.rows[0], seen.rows[1 + picture.lines]) == ("title", "below")


@pytest.mark.parametrize("mode", MODES)
def test_only_what_has_changed_is_sent(mode: GraphicsMode) -> None:
    side = 8 if mode is GraphicsMode.BLOCKS else 16
    pixels = np.arange(6 * 4, dtype=np.uint8).reshape(6, 4) % 5
    one = Group(make_line("title"), draw(mode, pixels, side), make_line("below"))
    other_pixels = pixels.copy()
    other_pixels[3, 3] = 7
    other = Group(make_line("title"), draw(mode, other_pixels, side), make_line("below"))
    _, nothing = show(one, one, whole=True)
    assert nothing == b""
    _, first = show(one, whole=True)
    seen, change = show(one, other, whole=True)
    assert b"title" not in change
    assert b"below" not in change
    if mode is not GraphicsMode.KITTY:  # which takes whole pictures
        assert len(change) < len(first) / 2
    again, _ = show(other, whole=True)
    assert seen.cells == again.cells
    assert (seen.pixels == again.pixels).all()


def test_updates_are_shown_at_once() -> None:
    _, update = show(make_line("one"), make_line("two"), whole=True)
    assert update.startswith(b"\x1b[?2026h")
    assert update.endswith(b"\x1b[?2026l")
    assert b"\x1b[2J" not in update


def test_what_does_not_fit_is_cut() -> None:
    many = Group(*(make_line(f"{number} " * 20) for number in range(30)))
    seen, _ = show(many, whole=True)
    assert [row.split()[0] for row in seen.rows] == [str(number) for number in range(LINES)]
    assert all(row.endswith("…") for row in seen.rows)


def test_files_can_not_steer_the_terminal() -> None:
    seen, output = show(make_line("a\x1b[2Jb"), make_line("c\x1b]0;title\x07"), whole=True)
    assert seen.rows[0] == "c\\x1b]0;title\\x07"
    assert b"\x1b]" not in output
