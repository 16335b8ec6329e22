"""Levels: a map, and what is known about it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from babalab import _core
from babalab.base.diagnostics import Diagnostic
from babalab.game.diagnostics import diagnose
from babalab.game.errors import LevelError
from babalab.game.vocabulary import EMPTY

if TYPE_CHECKING:
    from babalab.game.state import State

#: The papers' length classes: a level belongs to the first whose bound its solution's length keeps.
DIFFICULTY_BOUNDS = (5, 10, 20, 40)


def length_class_of(length: int) -> int:
    """Return the papers' length class, 1 to 5, of a level whose solution has this many moves.

    The papers call it difficulty; ours is `babalab.game.difficulty`, from 0 to 100.
    """
    return 1 + sum(length > bound for bound in DIFFICULTY_BOUNDS)


_END_OF_TAG = _core.TAG_AT + 2


def strip_tag(row: bytes) -> bytes:
    """Return the row of a state without the tag of its level: as former versions saved it."""
    return row[: _core.TAG_AT] + bytes(2) + row[_END_OF_TAG:]


@dataclass(frozen=True)
class Level:
    """A map of at most 64 x 64 cells. Two levels are equal when their maps are.

    `rows` are the map's rows in the alphabet of `babalab.game.vocabulary`; the rest describes it.

    >>> level = Level.parse("______/_b..f_/_B12._/_F13._/______")
    >>> level.width, level.height, level.start().rules
    (6, 5, ('baba-is-you', 'flag-is-win'))
    """

    rows: tuple[str, ...]
    name: str = field(default="", compare=False)
    author: str = field(default="", compare=False)
    id: str = field(default="", compare=False)
    solution: str = field(default="", compare=False)
    mechanics: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        errors = [diagnostic for diagnostic in diagnose(self.rows) if diagnostic.is_error]
        if errors:
            raise LevelError(errors)

    @classmethod
    def parse(cls, text: str, **about: Any) -> Level:
        """Read a map: rows on lines of their own, or on one line with slashes between.

        Raises `LevelError` with everything that is wrong. `about` may give the other fields.
        """
        return cls(tuple(split_rows(text)), **about)

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)

    @property
    def map(self) -> str:
        """The map with a line for every row."""
        return "\n".join(self.rows)

    @property
    def line(self) -> str:
        """The map on one line, rows separated by slashes: the form accepted everywhere."""
        return "/".join(self.rows)

    @property
    def length_class(self) -> int | None:
        """The papers' length class, 1 (at most 5 moves) to 5 (over 40), of the known solution."""
        return length_class_of(len(self.solution)) if self.solution else None

    @property
    def warnings(self) -> list[Diagnostic]:
        """Warnings about this level, such as that nothing can be controlled."""
        return diagnose(self.rows)

    def start(self) -> State:
        """Return the state before the first move."""
        from babalab.game.state import State

        return State(self, self.core.start())

    def play(self, moves: str) -> State:
        """Return the state after these moves; they go on after a win."""
        return self.start().play(moves)

    def with_solution(self, solution: str) -> Level:
        """Return the level with another known solution."""
        return replace(self, solution=solution)

    def adopt(self, row: bytes) -> bytes:
        """Return a state's row as the core takes it, if a former version saved it without a tag.

        Any other row is returned as it is.
        """
        untagged = strip_tag(row)
        if row != untagged:
            return row
        start = self.core.start()
        return row[: _core.TAG_AT] + start[_core.TAG_AT : _END_OF_TAG] + row[_END_OF_TAG:]

    @cached_property
    def core(self) -> _core.Level:
        """The compiled level the native engine works on."""
        return _core.Level(list(self.rows))

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "core"}

    def __str__(self) -> str:
        return self.map

    def __repr__(self) -> str:
        name = f", name={self.name!r}" if self.name else ""
        return f"Level.parse({self.line!r}{name})"

    def _repr_html_(self) -> str:
        return self.start()._repr_html_()


def split_rows(text: str) -> list[str]:
    """Return the rows of a map in either text form, blanks as empty cells, blank edges trimmed."""
    if "\n" in text or "\r" in text:
        rows = [row.rstrip("\r") for row in text.split("\n")]
        filled = [y for y, row in enumerate(rows) if row.strip()]
        rows = rows[filled[0] : filled[-1] + 1] if filled else []
    else:
        rows = text.split("/") if text.strip() else []
    return [row.replace(" ", EMPTY) for row in rows]
