"""Choose the columns of a table that are shown in a given width, and their widths."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import rich.text
from rich.cells import cell_len

from babalab.cli.ui.columns import Column, Kind
from babalab.cli.ui.text import Text
from babalab.cli.ui.wrapping import measure_longest, split_folds, split_words

GAP = 2
"""The spaces between columns."""
COMFORTABLE = 20
"""The width that a column of text has before less important ones are shown beside it."""
LONGEST_WORD = 30
"""The width of words that are not folded to make room for less important columns."""


class Cells:
    """The cells of a column, and how wide they are."""

    def __init__(self, column: Column, texts: Sequence[rich.text.Text]) -> None:
        self.column = column
        self.texts = texts
        self.footer = to_text(column.footer)

    @property
    def sentence(self) -> str:
        """Return what the caption says of a column whose cells are all the same."""
        cell = self.texts[0].plain
        shared = self.column.shared
        return f"{self.column.name} = {cell}" if shared is None else shared.format(cell)

    @cached_property
    def is_blank(self) -> bool:
        """Return whether there are rows, and nothing in any of them."""
        return bool(self.texts) and not any(text.plain for text in self.texts)

    @cached_property
    def is_shared(self) -> bool:
        """Return whether there are several rows with the same cell."""
        return len(self.texts) > 1 and len({text.plain for text in self.texts}) == 1

    @cached_property
    def natural(self) -> int:
        """Return the width in which nothing is wrapped."""
        return max(_measure(each) for each in (*self.texts, self.footer))

    @cached_property
    def comfortable(self) -> int:
        """Return the width that is enough: no name is folded, and no word of usual length."""
        if self.column.kind is not Kind.TEXT:
            return self.natural
        longest = max(measure_longest(split_words(each.plain)) for each in self._all)
        return min(self.natural, max(COMFORTABLE, min(longest, LONGEST_WORD), self.least))

    @cached_property
    def least(self) -> int:
        """Return the smallest width in which nothing is cut."""
        if self.column.kind is Kind.NUMBER:
            return self.natural
        return max(measure_longest(split_folds(each.plain)) for each in self._all)

    @property
    def _all(self) -> tuple[rich.text.Text, ...]:
        return (*self.texts, self.footer)


class Choice(NamedTuple):
    """The columns that are shown, those the caption tells, and those it only names."""

    shown: Sequence[Cells]
    shared: Sequence[Cells]
    dropped: Sequence[Cells]


def choose_columns(cells: Sequence[Cells], width: int | None, *, header: bool) -> Choice:
    """Choose what is shown in a width, or in any if it is None.

    Where there is no room, columns with nothing in them go first and without a word.
    """
    filled = [each for each in cells if not each.is_blank]
    key = min((each.column.priority for each in filled), default=0)
    movable = {each for each in filled if each.is_shared and each.column.priority > key}
    shared = {each for each in movable if each.column.shared is not None}
    shown = {each for each in cells if each not in shared}

    def in_order(chosen: set[Cells]) -> list[Cells]:
        return [each for each in cells if each in chosen]

    def fits(chosen: set[Cells]) -> bool:
        if width is None:
            return True
        sizes = _measure_all(in_order(chosen), header=header)
        return _add_up([each.comfortable for each in sizes]) <= width

    if not fits(shown):
        shown.intersection_update(filled)
    if not fits(shown):
        shared = movable
        candidates = [each for each in filled if each not in shared]
        shown = {each for each in candidates if each.column.priority == key}
        for together in _rank(candidates):
            if not fits(shown | together):
                break
            shown |= together
    dropped = set(filled) - shown - shared
    return Choice(in_order(shown), in_order(shared), in_order(dropped))


def choose_widths(
    shown: Sequence[Cells], width: int | None, *, header: bool
) -> Sequence[int] | None:
    """Return the widths of columns, or None if they don't fit side by side."""
    sizes = _measure_all(shown, header=header)
    natural = [each.natural for each in sizes]
    if width is None or _add_up(natural) <= width:
        return natural
    comfortable = [each.comfortable for each in sizes]
    widths = comfortable
    if _add_up(widths) > width:
        widths = [each.least for each in sizes]
    if _add_up(widths) > width:
        return None
    for wanted in (comfortable, [each.readable for each in sizes], [each.text for each in sizes]):
        widths = _widen(widths, wanted, width - _add_up(widths))
    return _unwrap_headings(widths, natural, width - _add_up(widths))


def write_headings(shown: Sequence[Cells]) -> list[rich.text.Text]:
    """Return the headings of columns; the first of a group has the name of the group above it."""
    groups = ["", *(each.column.group for each in shown)]
    return [
        to_text(each.column.heading if group in ("", before) else f"{group}\n{each.column.heading}")
        for (before, group), each in zip(pairwise(groups), shown, strict=True)
    ]


def to_text(words: str | rich.text.Text) -> rich.text.Text:
    """Return words as text that can be drawn."""
    return Text(words) if isinstance(words, str) else words


def _rank(cells: Sequence[Cells]) -> list[set[Cells]]:
    """Return columns by importance; those of a group that are as important stay together."""
    ranked: dict[tuple[int, str | int], set[Cells]] = {}
    for place, each in sorted(enumerate(cells), key=lambda pair: pair[1].column.priority):
        ranked.setdefault((each.column.priority, each.column.group or place), set()).add(each)
    return list(ranked.values())


class _Sizes(NamedTuple):
    """The widths that a column can have, its heading included."""

    least: int
    comfortable: int
    readable: int
    """No word of the heading is folded."""
    text: int
    """No cell is wrapped."""
    natural: int
    """The heading is not wrapped, either."""


def _measure_all(shown: Sequence[Cells], *, header: bool) -> list[_Sizes]:
    headings = write_headings(shown) if header else [Text()] * len(shown)
    return [_measure_column(each, heading) for each, heading in zip(shown, headings, strict=True)]


def _measure_column(cells: Cells, heading: rich.text.Text) -> _Sizes:
    folded = measure_longest(split_folds(heading.plain))
    words = measure_longest(split_words(heading.plain))
    comfortable = max(cells.comfortable, folded)
    return _Sizes(
        max(cells.least, folded),
        comfortable,
        max(comfortable, words),
        max(cells.natural, words),
        max(cells.natural, _measure(heading)),
    )


def _measure(text: rich.text.Text) -> int:
    return max(map(cell_len, text.plain.split("\n")))


def _add_up(widths: Sequence[int]) -> int:
    return sum(widths) + GAP * max(0, len(widths) - 1)


def _widen(widths: Sequence[int], wanted: Sequence[int], spare: int) -> list[int]:
    """Return widths with what is to spare, always to the one that has the least of its wish."""
    widened = list(widths)
    for _ in range(spare):
        short = [place for place, width in enumerate(widened) if width < wanted[place]]
        if not short:
            break
        widened[max(short, key=lambda place: wanted[place] / max(1, widened[place]))] += 1
    return widened


def _unwrap_headings(widths: Sequence[int], natural: Sequence[int], spare: int) -> list[int]:
    """Return widths with what is to spare, for as many headings as it is enough for."""
    widened = list(widths)
    for place in sorted(range(len(widths)), key=lambda place: natural[place] - widths[place]):
        missing = natural[place] - widths[place]
        if missing <= spare:
            widened[place] += missing
            spare -= missing
    return widened
