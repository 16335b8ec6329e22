"""A map under construction: free cells, sentences, regions."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from babalab.game.vocabulary import BORDER, EMPTY, IS, WORD_CHARACTERS
from babalab.generation.baba.dice import Dice

Cell = tuple[int, int]
"""(row, column) inside the border, both from 0."""


class Canvas:
    """The inside of a map; `rows` adds a border of one cell."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells: dict[Cell, str] = {}

    @property
    def rows(self) -> tuple[str, ...]:
        """Return the map with its border."""
        edge = BORDER * (self.width + 2)
        inside = (
            "".join(self._cells.get((y, x), EMPTY) for x in range(self.width))
            for y in range(self.height)
        )
        return (edge, *(f"{BORDER}{row}{BORDER}" for row in inside), edge)

    def cells(self) -> list[Cell]:
        """Return all cells, row by row."""
        return [(y, x) for y in range(self.height) for x in range(self.width)]

    def find_free(self, among: Iterable[Cell] | None = None, margin: int = 0) -> list[Cell]:
        """Return the empty cells among these, or among all, at least `margin` from the border."""
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
        """Put the same thing or word into each of these cells that is free."""
        for cell in self.find_free(cells):
            self._cells[cell] = character

    def clear(self, cell: Cell) -> None:
        """Empty a cell."""
        self._cells.pop(cell, None)

    def find_runs(self, length: int, fits: Callable[[list[Cell]], bool]) -> list[list[Cell]]:
        """Return the runs of free cells, to the right or down, that have room for a sentence.

        `fits` decides which of them are returned.
        """
        runs = []
        for y, x in self.cells():
            for dy, dx in ((0, 1), (1, 0)):
                run = [(y + i * dy, x + i * dx) for i in range(length)]
                last_y, last_x = run[-1]
                if last_y < self.height and last_x < self.width:
                    runs.append(run)
        return [run for run in runs if not any(cell in self._cells for cell in run) and fits(run)]

    def is_at_border(self, cell: Cell) -> bool:
        """Return whether a word in this cell can't be pushed in every direction."""
        y, x = cell
        return y in (0, self.height - 1) or x in (0, self.width - 1)

    def write(self, words: str, dice: Dice, where: Sequence[str] = ("anywhere",)) -> bool:
        """Write a sentence where there is room for it, and return whether there was.

        `where` names places in the order in which to try them: ``corner`` and ``edge`` are along
        the border, where nobody can push a word away from the side, ``open`` is away from it.
        """
        for place in where:
            runs = self.find_runs(len(words), lambda run, place=place: self._is_in(run, place))  # type: ignore[misc]
            if runs:
                for cell, word in zip(dice.pick(runs), words, strict=True):
                    self.put(cell, word)
                return True
        return False

    def _is_in(self, run: list[Cell], place: str) -> bool:
        touching = [self.is_at_border(cell) for cell in run]
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

    def find_doorways(self) -> list[Cell]:
        """Return the free cells between two that are not, left and right or above and below."""
        free = set(self.find_free())
        return sorted(
            (y, x)
            for y, x in free
            if not {(y, x - 1), (y, x + 1)} & free or not {(y - 1, x), (y + 1, x)} & free
        )

    def find_regions(self) -> list[list[Cell]]:
        """Return the connected parts of the free cells, the largest first."""
        left = dict.fromkeys(self.find_free())
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


def spell_rule(subject: str, predicate: str) -> str:
    """Return the characters of the three words of a rule."""
    return "".join(WORD_CHARACTERS[word] for word in (subject, IS, predicate))


def find_neighbours(cells: Collection[Cell]) -> list[Cell]:
    """Return the cells beside these, without these themselves."""
    own = set(cells)
    beside = {(y + dy, x + dx) for y, x in own for dy, dx in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return sorted(beside - own)
