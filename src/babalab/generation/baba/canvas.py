"""A map being made: free cells, sentences, regions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from babalab.game.vocabulary import BORDER, EMPTY
from babalab.generation.dice import Dice

Cell = tuple[int, int]
"""(row, column) inside the border, both from 0."""


class Canvas:
    """The inside of a map, surrounded by a border of one cell when it is done."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells: dict[Cell, str] = {}

    @property
    def rows(self) -> tuple[str, ...]:
        """The map with its border."""
        edge = BORDER * (self.width + 2)
        inside = (
            "".join(self._cells.get((y, x), EMPTY) for x in range(self.width))
            for y in range(self.height)
        )
        return (edge, *(f"{BORDER}{row}{BORDER}" for row in inside), edge)

    def cells(self) -> list[Cell]:
        """All cells, row by row."""
        return [(y, x) for y in range(self.height) for x in range(self.width)]

    def free(self, among: Iterable[Cell] | None = None, margin: int = 0) -> list[Cell]:
        """The empty cells, of all or of these, at least `margin` away from the border."""
        return [
            (y, x)
            for y, x in (self.cells() if among is None else among)
            if margin <= y < self.height - margin
            and margin <= x < self.width - margin
            and (y, x) not in self._cells
        ]

    def put(self, cell: Cell, character: str) -> None:
        """Put a thing or a word into a cell."""
        self._cells[cell] = character

    def fill(self, cells: Iterable[Cell], character: str) -> None:
        """Put the same into all of these cells that are free."""
        for cell in self.free(cells):
            self._cells[cell] = character

    def clear(self, cell: Cell) -> None:
        """Make a cell empty."""
        self._cells.pop(cell, None)

    def has(self, character: str) -> bool:
        """Whether this thing or word is anywhere."""
        return character in self._cells.values()

    def lines(self, length: int, fits: Callable[[list[Cell]], bool]) -> list[list[Cell]]:
        """Runs of free cells to the right or down, as a sentence needs them, that fit."""
        runs = []
        for y, x in self.cells():
            for dy, dx in ((0, 1), (1, 0)):
                run = [(y + i * dy, x + i * dx) for i in range(length)]
                last_y, last_x = run[-1]
                if last_y < self.height and last_x < self.width:
                    runs.append(run)
        return [run for run in runs if not any(cell in self._cells for cell in run) and fits(run)]

    def at_border(self, cell: Cell) -> bool:
        """Whether a word here can't be pushed in every direction."""
        y, x = cell
        return y in (0, self.height - 1) or x in (0, self.width - 1)

    def write(self, words: str, dice: Dice, where: Sequence[str] = ("anywhere",)) -> bool:
        """Write a sentence where there is room for it; whether there was.

        `where` are places in the order in which to try them: ``corner`` and ``edge`` are along
        the border, where nobody can push it away from the side, ``open`` is away from it.
        """
        for place in where:
            runs = self.lines(len(words), lambda run, place=place: self._is(run, place))  # type: ignore[misc]
            if runs:
                for cell, word in zip(dice.pick(runs), words, strict=True):
                    self.put(cell, word)
                return True
        return False

    def _is(self, run: list[Cell], place: str) -> bool:
        touching = [self.at_border(cell) for cell in run]
        match place:
            case "open":
                return not any(touching)
            case "edge":
                return all(touching)
            case "corner":
                corners = {0, self.height - 1}, {0, self.width - 1}
                ends = (run[0], run[-1])
                return all(touching) and any(y in corners[0] and x in corners[1] for y, x in ends)
            case _:
                return True

    def doorways(self) -> list[Cell]:
        """Free cells between two that are not, to the sides or above and below."""
        free = set(self.free())
        return sorted(
            (y, x)
            for y, x in free
            if not {(y, x - 1), (y, x + 1)} & free or not {(y - 1, x), (y + 1, x)} & free
        )

    def regions(self) -> list[list[Cell]]:
        """The connected parts of what is free, the largest first."""
        left = dict.fromkeys(self.free())
        parts = []
        while left:
            start, _ = left.popitem()
            part, todo = [start], [start]
            while todo:
                y, x = todo.pop()
                for cell in ((y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)):
                    if cell in left:
                        del left[cell]
                        part.append(cell)
                        todo.append(cell)
            parts.append(sorted(part))
        return sorted(parts, key=lambda part: (-len(part), part))


def neighbours(cells: Collection[Cell]) -> list[Cell]:
    """The cells beside these, themselves not among them."""
    own = set(cells)
    beside = {(y + dy, x + dx) for y, x in own for dy, dx in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return sorted(beside - own)
