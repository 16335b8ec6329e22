"""The result of reading a file in any format: its usable levels and everything wrong with it.

Readers find the parts of a level and where they stand; the checks are here, once for all formats.
One bad level does not hide the others: reading goes on, so that one run finds everything.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from babalab.base.diagnostics import Diagnostic, DiagnosticKind, Flaw
from babalab.game.action import format_moves, parse_moves
from babalab.game.diagnostics import diagnose
from babalab.game.errors import LevelError, MovesError
from babalab.game.level import Level, split_rows
from babalab.game.vocabulary import MAX_SIDE
from babalab.levels.seen_ids import SeenIds
from babalab.levels.source_text import SourceText

MAX_ERRORS = 1000
"""Reading stops after this many errors: the file is something else altogether."""

_MAX_CHECKED_CELLS = 4 * MAX_SIDE * MAX_SIDE
"""A larger map gets one error about its size, not one for every character of it."""


@dataclass(frozen=True, slots=True)
class PlacedText:
    """A text found in a file, with the file's offset for each of its characters.

    `offset_of` takes an index from 0 up to and including the text's length; `start` is where the
    whole begins, which is not the first character when the text stands in quotes.
    """

    text: str
    start: int
    offset_of: Callable[[int], int]

    @classmethod
    def verbatim(cls, text: str, start: int) -> PlacedText:
        """Return a text that stands in the file exactly as it is."""
        return cls(text, start, lambda index: start + index)


NO_TEXT = PlacedText.verbatim("", 0)
"""The text of what a file leaves out."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A level as found in a file, before it is known to be one."""

    map: PlacedText
    id: PlacedText = NO_TEXT
    solution: PlacedText = NO_TEXT
    name: str = ""
    author: str = ""
    mechanics: tuple[str, ...] = ()


@dataclass
class Reading:
    """The result of reading `source`, filled by a format's reader."""

    source: SourceText
    levels: list[Level] = field(default_factory=list)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    is_blank: bool = True
    """Whether neither a level nor anything wrong has been found yet."""
    error_count: int = 0
    _ids: SeenIds = field(default_factory=SeenIds)

    @property
    def is_hopeless(self) -> bool:
        """Whether there are so many errors that the reader should stop."""
        return self.error_count >= MAX_ERRORS

    def report(self, kind: DiagnosticKind, message: str, offset: int) -> None:
        """Report something wrong at an offset of the source."""
        line, column = self.source.place(offset)
        self.diagnostics.append(Diagnostic(kind, message, line, column, self.source.name))
        self.error_count += kind.is_error
        self.is_blank = False

    def stop(self, offset: int) -> None:
        """Report that the rest, from this offset on, was not read."""
        message = f"over {MAX_ERRORS} errors up to here; the rest was not read"
        self.report(Flaw.BAD_FORMAT, message, offset)

    def add(self, draft: Draft) -> None:
        """Check a draft, report everything wrong with it, and keep the level if it is one."""
        rows, starts = _split_rows(draft.map.text)
        diagnostics = _diagnose_map(rows)
        for diagnostic in diagnostics:
            offset = draft.map.start
            if diagnostic.line:
                index = starts[diagnostic.line - 1] + diagnostic.column - 1
                offset = draft.map.offset_of(index)
            self.report(diagnostic.kind, diagnostic.message, offset)
        solution = self._read_solution(draft.solution)
        self._check_id(draft.id)
        if not any(diagnostic.is_error for diagnostic in diagnostics):
            self.is_blank = False
            self.levels.append(
                Level(
                    tuple(rows), draft.name, draft.author, draft.id.text, solution, draft.mechanics
                )
            )

    def require_levels(self) -> list[Level]:
        """Return the levels; raise `LevelError` with all errors if there are any."""
        errors = [diagnostic for diagnostic in self.sort_diagnostics() if diagnostic.is_error]
        if errors:
            raise LevelError(errors)
        return self.levels

    def sort_diagnostics(self) -> list[Diagnostic]:
        """Return all errors and warnings, in the order of their places."""
        return sorted(self.diagnostics, key=lambda diagnostic: (diagnostic.line, diagnostic.column))

    def take_levels(self) -> list[Level]:
        """Return the levels found since the last call, and let go of them."""
        taken, self.levels = self.levels, []
        return taken

    def take_diagnostics(self) -> list[Diagnostic]:
        """Return what was reported since the last call in order, and let go of it.

        Called after each level, it returns everything in order: levels follow each other.
        """
        taken = self.sort_diagnostics()
        self.diagnostics = []
        return taken

    def _read_solution(self, solution: PlacedText) -> str:
        try:
            return format_moves(parse_moves(solution.text))
        except MovesError as error:
            letter = solution.text[error.position]
            self.report(
                Flaw.BAD_SOLUTION,
                f"{letter!r} is not a move; use u d l r and s to wait; the solution is ignored",
                solution.offset_of(error.position),
            )
            return ""

    def _check_id(self, id_: PlacedText) -> None:
        if not id_.text:
            return
        first = self._ids.add(id_.text, self.source.place(id_.start))
        if first is not None:
            self.report(
                Flaw.DUPLICATE_ID,
                f"the id {id_.text!r} is already used at line {first[0]}, column {first[1]}; "
                "give every level its own",
                id_.start,
            )


def _split_rows(text: str) -> tuple[list[str], list[int]]:
    """Return the rows of `split_rows`, and the index in `text` at which each of them starts."""
    rows = split_rows(text)
    separator = "\n" if "\n" in text or "\r" in text else "/"
    pieces = text.split(separator)
    starts = [0]
    for piece in pieces:
        starts.append(starts[-1] + len(piece) + 1)
    blank_rows_above = 0
    if separator == "\n" and rows:
        blank_rows_above = next(i for i, piece in enumerate(pieces) if piece.strip())
    return rows, starts[blank_rows_above : blank_rows_above + len(rows)]


def _diagnose_map(rows: list[str]) -> list[Diagnostic]:
    longest = max(map(len, rows), default=0)
    if len(rows) + sum(map(len, rows)) > _MAX_CHECKED_CELLS:
        message = (
            f"the map is {longest} x {len(rows)}; at most {MAX_SIDE} x {MAX_SIDE} is supported"
        )
        return [Diagnostic(Flaw.TOO_LARGE, message)]
    return diagnose(rows)
