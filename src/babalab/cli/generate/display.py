"""Maps being made on the terminal: the best so far, what is wanted of it, and the way there."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.live import Live
from rich.table import Table
from rich.text import Text

from babalab.cli.generate.map_text import is_met, map_text, number_text, wanted_text
from babalab.cli.train.curve_text import curve_text
from babalab.cli.ui.console import err
from babalab.cli.ui.keyboard_play import one_line
from babalab.cli.ui.progress import SECONDS_BETWEEN_LINES
from babalab.cli.ui.wording import counted, rounded

if TYPE_CHECKING:
    from babalab.generation import Found, Making

REFRESHES_PER_SECOND: Final = 8
SMALLEST_FACTS: Final = 24
"""Columns below which statistics beside the map can't be read, so that they are left out."""
ROOM_FOR_WORDS: Final = 36
"""Columns for statistics from which on it is said that what is wanted is wanted."""
SMALLEST_CURVE: Final = 10
CURVE_LINES: Final = 3
LINES_BESIDES_THE_MAP: Final = 3
GAP: Final = 2


class Preview:
    """What there is so far, fitted into any terminal."""

    def __init__(self, making: Making) -> None:
        self.making = making
        self._began = time.monotonic()
        self._under_way: dict[int, Found] = {}
        searches = making.searches
        problem = searches.problem
        self._title = (
            f"{problem.name} {problem.width}x{problem.height} · "
            f"{searches.algorithm.name}, {searches.representation.name}"
        )

    def see(self, number: int, found: Found) -> None:
        """Take note of what a search has so far."""
        if number not in self._under_way:
            # Of searches that are over only the number of evaluations matters, which is kept.
            over = len(self._under_way) - self.making.executor.count
            for old in sorted(self._under_way)[: max(0, over + 1)]:
                del self._under_way[old]
        self._under_way[number] = found

    @property
    def line(self) -> str:
        """Everything in one line."""
        parts = [self._count]
        if shown := self._shown:
            number, found = shown
            parts.append(f"search {number + 1}: fitness {number_text(round(found.fitness, 2))}")
            parts.append(f"{counted(found.evaluations, 'evaluation')}, {self._speed(found)}")
        return " · ".join(parts)

    @property
    def _count(self) -> str:
        made, wanted = len(self.making.maps), self.making.count
        return counted(made, "map") if wanted is None else f"{made} of {counted(wanted, 'map')}"

    @property
    def _shown(self) -> tuple[int, Found] | None:
        """The search whose map is the best of those under way."""
        if not self._under_way:
            return None
        return max(
            self._under_way.items(),
            key=lambda pair: (pair[1].reached, pair[1].fitness, -pair[0]),
        )

    def _speed(self, found: Found) -> str:
        return f"{rounded(found.evaluations / found.seconds)}/s" if found.seconds > 0 else ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        shown = self._shown
        yield one_line(f"{self._title} · {self._count}", "bold")
        if shown is None:
            return
        number, found = shown
        problem = self.making.searches.problem
        room = max(1, console.height - LINES_BESIDES_THE_MAP)
        # Room for statistics is worth more than cells two characters wide.
        columns = options.max_width
        if problem.width <= columns - SMALLEST_FACTS - GAP:
            columns -= SMALLEST_FACTS + GAP
        map_ = map_text(
            problem,
            found.map.copy(),
            columns=columns,
            lines=room,
            colour=console.color_system is not None,
        )
        width = max(map(len, map_.plain.split("\n")))
        beside = options.max_width - width - GAP
        if beside >= SMALLEST_FACTS:
            grid = Table.grid(padding=(0, GAP, 0, 0))
            grid.add_row(map_, self._facts(found, beside, room))
            yield grid
        else:
            yield map_
        yield one_line(self._status(number, found), "dim")

    def _facts(self, found: Found, columns: int, lines: int) -> Group:
        """Statistics beside what is wanted, and below them how fitness grew."""
        problem = self.making.searches.problem
        wants = {want.statistic: want for want in problem.wants}
        start = found.statistics if found.start is None else found.start
        table = Table.grid(padding=(0, GAP, 0, 0))
        table.add_column(no_wrap=True, overflow="ellipsis")
        table.add_column(no_wrap=True, min_width=3)
        table.add_column(no_wrap=True, overflow="ellipsis")
        prefix = "wanted: " if columns >= ROOM_FOR_WORDS else ""
        for place, name in list(enumerate(problem.statistics))[:lines]:
            value = float(found.statistics[place])
            want = wants.get(name)
            if want is None:
                table.add_row(Text(name, "dim"), Text(number_text(value), "dim"), "")
                continue
            met = is_met(want, value, float(start[place]))
            style = "green" if met else "red" if want.required else "yellow"
            wanted = wanted_text(want, float(start[place]))
            table.add_row(name, Text(number_text(value), style), Text(f"{prefix}{wanted}", "dim"))
        left = lines - len(problem.statistics) - 2
        if left < 1 or columns < SMALLEST_CURVE:
            return Group(table)
        curve = curve_text(
            list(found.curve),
            found.evaluations,
            columns,
            min(left, CURVE_LINES),
            plain="utf" not in err.encoding.lower(),
        )
        caption = f"fitness {number_text(round(found.fitness, 2))}"
        return Group(table, Text(""), Text(curve, "cyan", no_wrap=True), one_line(caption))

    def _status(self, number: int, found: Found) -> str:
        making = self.making
        limit = making.searches.limits.seconds
        clock = f"{found.seconds:.0f} s" + ("" if limit is None else f" of {limit:g}")
        parts = [
            f"search {number + 1}",
            f"{counted(found.evaluations, 'evaluation')}, {self._speed(found)}",
            clock,
        ]
        if found.archive is not None:
            parts.append(f"archive of {int(found.archive.reached.sum())}")
        if making.failed:
            parts.append(f"{making.failed} without a map")
        return " · ".join(parts)


@contextmanager
def previewed(making: Making, *, quiet: bool) -> Iterator[Preview]:
    """Show what there is while it is made: live on a terminal, a line now and then elsewhere.

    `quiet` shows nothing.
    """
    preview = Preview(making)
    if quiet:
        yield preview
    elif err.is_terminal and not err.is_dumb_terminal:
        with Live(
            preview,
            console=err,
            transient=True,
            refresh_per_second=REFRESHES_PER_SECOND,
            vertical_overflow="crop",
        ):
            yield preview
    else:
        yield _Lines(making)


class _Lines(Preview):
    """A line of what there is, now and then."""

    def __init__(self, making: Making) -> None:
        super().__init__(making)
        self._last = time.monotonic()

    def see(self, number: int, found: Found) -> None:
        """See `Preview`."""
        super().see(number, found)
        if time.monotonic() - self._last >= SECONDS_BETWEEN_LINES:
            self._last = time.monotonic()
            err.print(Text(self.line))
