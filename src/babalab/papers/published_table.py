"""Published tables of agents, and our agents that correspond to their rows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple


class Figures(NamedTuple):
    """The published figures of an agent on some levels; None where there is none."""

    win_rate: float
    """From 0 to 1."""
    seconds: float
    length: float | None = None
    iterations: float | None = None


@dataclass(frozen=True)
class LevelPart:
    """Levels that a table has figures for.

    `only` and `without` are ids of levels: a part has the levels with the first and none of those
    with the second, and without either all of them.
    """

    name: str
    count: int
    """Levels it had in the paper."""
    only: frozenset[str] | None = None
    without: frozenset[str] = frozenset()


class PublishedRow(NamedTuple):
    """An agent of a paper and its figures, by the name of a part."""

    name: str
    figures: Mapping[str, Figures]
    """Empty for an agent of ours that is not in the paper."""
    agent: str | None = None
    """Our agent that corresponds to it; None if there is none."""
    seeded: bool = False
    """Whether it draws random numbers, so that one seed says little."""


class PublishedTable(NamedTuple):
    """A table of a paper."""

    name: str
    title: str
    parts: tuple[LevelPart, ...]
    rows: tuple[PublishedRow, ...]
    notes: tuple[str, ...] = ()
    """Notes to read before comparing."""


SECONDS_NOTE = (
    "seconds do not compare: the authors' programs took about a millisecond for every state that "
    "they kept"
)
"""A note to read before comparing seconds with those of papers A and B."""
