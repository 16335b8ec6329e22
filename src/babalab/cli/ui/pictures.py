"""Boards as pictures on the terminal: half blocks, Sixel or Kitty's protocol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Final

from rich.color import Color
from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.segment import ControlType, Segment
from rich.style import Style

from babalab.cli.ui.terminal_graphics import GraphicsMode, TerminalGraphics
from babalab.game.drawing.palette import Colour

if TYPE_CHECKING:
    from babalab.game.drawing.half_blocks import Label
    from babalab.game.drawing.sprites import Indices

KEEP_CURSOR: Final = "\x1b7{}\x1b8"


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture to draw on a terminal, its tiles `side` pixels wide.

    `pixels` are palette indices at `SIDE` to a tile. Rich can print it; `Screen` redraws what has
    changed of it.
    """

    pixels: Indices
    palette: Sequence[Colour]
    side: int
    graphics: TerminalGraphics
    labels: Sequence[Label] = ()
    """The words on it, which half blocks are too coarse for."""

    @property
    def in_blocks(self) -> bool:
        """Whether it is made of characters."""
        return self.graphics.mode is GraphicsMode.BLOCKS

    @property
    def columns(self) -> int:
        """The columns of the terminal that it covers."""
        width = self._measure(1)
        return width if self.in_blocks else -(-width // self.graphics.cell[0])

    @property
    def lines(self) -> int:
        """The lines of the terminal that it covers."""
        height = self._measure(0)
        return height // 2 if self.in_blocks else -(-height // self.graphics.cell[1])

    def draw_runs(self) -> Iterator[list[Segment]]:
        """Yield its lines in half blocks."""
        from babalab.game.drawing.half_blocks import average, draw_half_blocks

        colours = average(self.pixels, self.palette, self.side)
        for line in draw_half_blocks(colours, self.side, self.labels):
            yield [Segment(run.text, _style_of(run.front, run.back)) for run in line]

    @cached_property
    def enlarged(self) -> Indices:
        """The pixels as they are on the screen."""
        from babalab.game.drawing.sprites import SIDE

        scale = self.side // SIDE
        return self.pixels.repeat(scale, axis=0).repeat(scale, axis=1)

    def encode(self, number: int | None = None) -> str:
        """Return what draws it at the cursor, which stays; a picture of this number is replaced."""
        if self.graphics.mode is GraphicsMode.SIXEL:
            return _encode_sixel(self.enlarged, self.palette)
        from babalab.game.drawing.frames import encode_png
        from babalab.game.drawing.kitty import encode_kitty

        png = encode_png(self.enlarged, self.palette, small=False)
        return KEEP_CURSOR.format(encode_kitty(png, self.columns, self.lines, number))

    def find_change(self, former: Picture) -> tuple[slice, slice] | None:
        """Return the lines and columns in which it differs from one of the same size, if any."""
        rows, places = (self.enlarged != former.enlarged).nonzero()
        if not rows.size:
            return None
        width, height = self.graphics.cell
        return (
            slice(int(rows.min()) // height, int(rows.max()) // height + 1),
            slice(int(places.min()) // width, int(places.max()) // width + 1),
        )

    def encode_part(self, lines: slice, columns: slice) -> str:
        """Return what draws a part of it in Sixel, at the place of that part."""
        width, height = self.graphics.cell
        part = self.enlarged[
            lines.start * height : lines.stop * height, columns.start * width : columns.stop * width
        ]
        return _encode_sixel(part, self.palette)

    def _measure(self, axis: int) -> int:
        """Return its height or width in pixels as it is drawn."""
        from babalab.game.drawing.sprites import SIDE

        length: int = self.pixels.shape[axis]
        return length * self.side // SIDE

    def __rich_console__(self, _console: Console, _options: ConsoleOptions) -> RenderResult:
        if self.in_blocks:
            for segments in self.draw_runs():
                yield from segments
                yield Segment.line()
            return
        yield from [Segment.line()] * self.lines
        drawn = f"\x1b[{self.lines}A{self.encode()}\x1b[{self.lines}B"
        yield Segment(drawn, None, [(ControlType.HOME,)])  # any control: nothing is made visible

    def __rich_measure__(self, _console: Console, _options: ConsoleOptions) -> Measurement:
        return Measurement(self.columns, self.columns)


@lru_cache(maxsize=4096)
def _style_of(front: Colour | None, back: Colour) -> Style:
    colour = None if front is None else Color.from_rgb(*front)
    return Style(color=colour, bgcolor=Color.from_rgb(*back))


def _encode_sixel(pixels: Indices, palette: Sequence[Colour]) -> str:
    from babalab.game.drawing.sixel import encode_sixel

    return KEEP_CURSOR.format(encode_sixel(pixels, palette))
