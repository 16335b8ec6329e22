"""A small terminal: what is to be seen after a program's output, characters and pictures.

Written from the descriptions of the terminals, not from what draws for them: control sequences of
ECMA-48 as far as we use them, Sixel as the VT330's manual has it, and Kitty's protocol.
"""

from __future__ import annotations

import io
import re
from base64 import standard_b64decode
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image

Pixels = npt.NDArray[np.uint8]
"""Red, green and blue by row and column."""

_TOKEN = re.compile(
    r"\x1b\[(?P<parameters>[0-?]*)[ -/]*(?P<final>[@-~])"
    r"|\x1b(?P<string>[P_])(?P<data>.*?)\x1b\\"
    r"|\x1b(?P<single>[78=>])"
    r"|(?P<control>[\r\n])"
    r"|(?P<text>[^\x1b\r\n])",
    re.DOTALL,
)
NOTHING = (0, 0, 0)


class Cell(NamedTuple):
    """A character with its two colours; None for the terminal's own."""

    character: str = " "
    front: tuple[int, int, int] | None = None
    back: tuple[int, int, int] | None = None


class Screen:
    """A screen of a given size, whose cells are so many pixels wide and high."""

    def __init__(
        self, columns: int = 80, lines: int = 24, cell: tuple[int, int] = (10, 20)
    ) -> None:
        self.columns, self.lines, self.cell = columns, lines, cell
        self.cells = [[Cell()] * columns for _ in range(lines)]
        self.pixels = np.zeros((lines * cell[1], columns * cell[0], 3), np.uint8)
        """What Sixel has drawn; writing characters rubs it out."""
        self.pictures: dict[int, tuple[int, int, Pixels]] = {}
        """The pictures of Kitty's protocol by number, with their lines and columns."""
        self.unknown: list[str] = []
        """What this terminal does not know."""
        self._row = self._column = 0
        self._saved = (0, 0)
        self._front: tuple[int, int, int] | None = None
        self._back: tuple[int, int, int] | None = None
        self._chunks = ""
        self._keys: dict[str, str] = {}
        self._rest = ""

    def feed(self, output: bytes) -> Screen:
        """Show more of the output."""
        text = self._rest + output.decode("utf-8")
        place = 0
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                break
            self._obey(match)
            place = match.end()
        self._rest = text[place:]
        return self

    @property
    def rows(self) -> list[str]:
        """The characters, line by line."""
        return ["".join(cell.character for cell in row).rstrip() for row in self.cells]

    def blocks(self, top: int, left: int, height: int, width: int) -> Pixels:
        """The pixels of cells in half blocks, two for every character."""
        found = np.zeros((2 * height, width, 3), np.uint8)
        for y in range(height):
            for x in range(width):
                character, front, back = self.cells[top + y][left + x]
                found[2 * y, x] = (front if character == "▀" else back) or NOTHING
                found[2 * y + 1, x] = back or NOTHING
        return found

    def _obey(self, match: re.Match[str]) -> None:
        if match["text"]:
            self._write(match["text"])
        elif match["control"] == "\r":
            self._column = 0
        elif match["control"]:
            self._feed_line()
        elif match["single"] == "7":
            self._saved = (self._row, self._column)
        elif match["single"] == "8":
            self._row, self._column = self._saved
        elif match["string"] == "P":
            self._draw_sixel(match["data"])
        elif match["string"]:
            self._draw_kitty(match["data"])
        else:
            self._control(match["parameters"], match["final"])

    def _write(self, character: str) -> None:
        if self._column >= self.columns:
            self._column = 0
            self._feed_line()
        self._set_cell(self._row, self._column, Cell(character, self._front, self._back))
        self._column += 1

    def _set_cell(self, row: int, column: int, cell: Cell) -> None:
        self.cells[row][column] = cell
        width, height = self.cell
        self.pixels[row * height : (row + 1) * height, column * width : (column + 1) * width] = 0

    def _feed_line(self) -> None:
        if self._row < self.lines - 1:
            self._row += 1
            return
        self.cells = [*self.cells[1:], [Cell()] * self.columns]
        self.pixels = np.roll(self.pixels, -self.cell[1], axis=0)
        self.pixels[-self.cell[1] :] = 0

    def _control(self, parameters: str, final: str) -> None:
        if parameters.startswith("?"):
            return  # modes
        values = [int(each or 0) for each in parameters.split(";")]
        count = max(1, values[0])
        match final:
            case "A":
                self._row = max(0, self._row - count)
            case "B":
                self._row = min(self.lines - 1, self._row + count)
            case "C":
                self._column = min(self.columns - 1, self._column + count)
            case "H":
                self._row = self._column = 0
                assert not parameters
            case "J":
                assert values == [2]
                for row in range(self.lines):
                    for column in range(self.columns):
                        self._set_cell(row, column, Cell())
            case "K":
                for column in range(min(self._column, self.columns - 1), self.columns):
                    self._set_cell(self._row, column, Cell())
            case "m":
                self._set_colours(values)
            case _:
                self.unknown.append(f"{parameters}{final}")

    def _set_colours(self, values: list[int]) -> None:
        rest = iter(values)
        for value in rest:
            if value == 0:
                self._front = self._back = None
            elif value in (38, 48):
                if next(rest) == 5:  # of a palette
                    next(rest)
                    continue
                colour = (next(rest), next(rest), next(rest))
                if value == 38:
                    self._front = colour
                else:
                    self._back = colour

    def _draw_sixel(self, data: str) -> None:
        for y, x, colour in decode_sixel(data):
            self.pixels[self._row * self.cell[1] + y, self._column * self.cell[0] + x] = colour

    def _draw_kitty(self, data: str) -> None:
        head, _, body = data.removeprefix("G").partition(";")
        keys = dict(each.split("=") for each in head.split(","))
        assert len(body) <= 4096
        if keys.get("a") == "d":
            self.pictures.pop(int(keys["i"]), None)
            return
        if keys.get("a") == "q":
            return
        self._keys = keys if "a" in keys else self._keys
        self._chunks += body
        if keys["m"] == "1":
            return
        assert (self._keys["a"], self._keys["f"]) == ("T", "100")
        image = Image.open(io.BytesIO(standard_b64decode(self._chunks))).convert("RGB")
        self.pictures[int(self._keys.get("i", 0))] = (self._row, self._column, np.asarray(image))
        self._chunks = ""


def decode_sixel(data: str) -> list[tuple[int, int, tuple[int, int, int]]]:
    """The pixels that a Sixel string sets: row, column and colour."""
    colours: dict[int, tuple[int, int, int]] = {}
    pixels = []
    top = left = 0
    colour = NOTHING
    body = data[data.index("q") + 1 :]
    for token in re.finditer(r'"[\d;]*|#([\d;]+)|(?:!(\d+))?([?-~])|([$-])', body):
        if token[1]:
            number, *definition = (int(each) for each in token[1].split(";"))
            if definition:
                assert definition[0] == 2, "red, green and blue"
                red, green, blue = (round(part * 255 / 100) for part in definition[1:])
                colours[number] = (red, green, blue)
            colour = colours[number]
        elif token[3]:
            for _ in range(int(token[2] or 1)):
                bits = ord(token[3]) - ord("?")
                pixels += [(top + y, left, colour) for y in range(6) if bits >> y & 1]
                left += 1
        elif token[4]:
            left = 0
            top += 6 * (token[4] == "-")
    return pixels
