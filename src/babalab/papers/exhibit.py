"""Exhibits, the results of experiments: tables for people, JSON for programs, and a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Exhibit:
    """Our figures beside the paper's."""

    title: str
    headings: Sequence[str]
    """The headings of the columns; without any there is no table.

    Of columns that belong together, the first has the name of the group in a line of its own, as
    in ``"length\\nours"``, and the others have an empty line there.
    """
    rows: Sequence[Sequence[str]]
    """The rows of the table, as text."""
    data: dict[str, Any]
    """Everything, in types JSON knows."""
    draw: Callable[[Path], None] | None = None
    """The function that draws the picture, if there is one."""
    notes: Sequence[str] = field(default=())
    """Notes to read before comparing."""
    more: Sequence[Exhibit] = field(default=())
    """Further tables, from the same data."""
    terms: str = ""
    """The conditions under which the figures were obtained, if the title does not say so."""
    text_columns: int = 1
    """The number of columns with names, at the left; all others have numbers."""
    prose_columns: Sequence[int] = field(default=())
    """The columns whose text may be broken into lines."""
    details: Sequence[str] = field(default=())
    """The columns and groups that are left out where there is no room, the first of them first."""

    def split_headings(self) -> list[tuple[str, str]]:
        """Return the group of each column, which is empty for most, and its own heading."""
        split: list[tuple[str, str]] = []
        group = ""
        for words in self.headings:
            above, grouped, heading = words.rpartition("\n")
            group = above or group if grouped else ""
            split.append((group, heading))
        return split

    def as_json(self) -> dict[str, Any]:
        """Return everything in types JSON knows."""
        return {"title": self.title, **self.data, "notes": list(self.notes)}
