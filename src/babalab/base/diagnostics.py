"""Diagnostics: errors and warnings about a text, with file, line and column.

Errors make a text unusable. Warnings are about what loads and works but may surprise its author.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum


class DiagnosticKind(Enum):
    """Base of enumerations of kinds; the value is the stable name in JSON output.

    A member is written as its name, or as ``(name, False)`` if it is a warning.
    """

    is_error: bool

    def __new__(cls, name: str, is_error: bool = True) -> DiagnosticKind:
        """Make a member with its name and severity."""
        member = object.__new__(cls)
        member._value_ = name
        member.is_error = is_error
        return member


class Flaw(DiagnosticKind):
    """The kinds of flaws that any file of levels or games may have."""

    NO_ROWS = "no-rows"
    RAGGED_ROW = "ragged-row"
    UNKNOWN_CHARACTER = "unknown-character"
    TOO_LARGE = "too-large"
    BAD_FORMAT = "bad-format"
    UNKNOWN_NAME = "unknown-name"
    BAD_SOLUTION = "bad-solution", False
    DUPLICATE_ID = "duplicate-id", False
    IGNORED = "ignored", False


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """An error or a warning. `line` and `column` count from 1; 0 stands for the whole text."""

    kind: DiagnosticKind
    message: str
    line: int = 0
    column: int = 0
    source: str = ""

    @property
    def is_error(self) -> bool:
        """Return False for a warning."""
        return self.kind.is_error

    def at(self, source: str, line_offset: int = 0) -> Diagnostic:
        """Return the same diagnostic, placed in a file."""
        return replace(
            self, source=source, line=self.line + line_offset if self.line else line_offset
        )

    @property
    def place(self) -> str:
        """Return ``file:line:column``, or ``line 2, column 5`` without a file, as far as known."""
        if self.source:
            numbers = [str(number) for number in (self.line, self.column) if number]
            return ":".join([self.source, *numbers])
        named = (("line", self.line), ("column", self.column))
        return ", ".join(f"{name} {number}" for name, number in named if number)

    def __str__(self) -> str:
        severity = "error" if self.is_error else "warning"
        return ": ".join(part for part in (self.place, severity, self.message) if part)
