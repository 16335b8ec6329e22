"""Columns of tables: what they hold, and how important they are."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

import rich.text

KEY = 0
"""The priority of columns that are always shown."""


class Kind(Enum):
    """The kind of a column's cells, which decides where they may be broken."""

    NAME = auto()
    NUMBER = auto()
    TEXT = auto()


@dataclass(frozen=True)
class Column:
    """A column: its heading, what it holds, and how important it is."""

    heading: str | rich.text.Text = ""
    kind: Kind = Kind.TEXT
    priority: int = KEY
    """The higher, the sooner the column drops out; those with the lowest always stay."""
    style: str = ""
    group: str = ""
    """The words above the first of several columns that belong together."""
    called: str = ""
    """The name of the column in the caption, if that is not its heading."""
    shared: str | None = None
    """The words of the caption for a cell that is the same in all rows, which `{}` stands for.

    Columns without it are moved to the caption only where there is no room for them.
    """
    footer: str | rich.text.Text = ""

    @property
    def name(self) -> str:
        """Return what the caption calls the column."""
        return self.called or " ".join(f"{self.group} {self.heading}".split())


def numbers(
    heading: str | rich.text.Text = "",
    style: str = "",
    *,
    priority: int = KEY,
    group: str = "",
    called: str = "",
    footer: str | rich.text.Text = "",
) -> Column:
    """Return a column that is aligned to the right and never wrapped."""
    return Column(heading, Kind.NUMBER, priority, style, group=group, called=called, footer=footer)


def names(
    heading: str | rich.text.Text = "",
    style: str = "",
    *,
    priority: int = KEY,
    called: str = "",
    shared: str | None = None,
    footer: str | rich.text.Text = "",
) -> Column:
    """Return a column that is wrapped only where nothing else helps, as after a comma."""
    return Column(heading, Kind.NAME, priority, style, called=called, shared=shared, footer=footer)


def texts(
    heading: str | rich.text.Text = "",
    style: str = "",
    *,
    priority: int = KEY,
    called: str = "",
    shared: str | None = None,
) -> Column:
    """Return a column that is wrapped between words where there is no room."""
    return Column(heading, Kind.TEXT, priority, style, called=called, shared=shared)
