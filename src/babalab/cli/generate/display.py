"""Searches on the terminal: the best map so far, its statistics and its fitness."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from rich.console import Console, ConsoleOptions, Group, RenderResult
from rich.table import Table

from babalab.base.wording import abbreviate, pluralize
from babalab.cli.generate.map_text import draw_map_text, format_number, format_range, is_met
from babalab.cli.ui.console import err
from babalab.cli.ui.curve import draw_curve
from babalab.cli.ui.live import show_live
from babalab.cli.ui.text import Text
from babalab.cli.ui.viewport import make_line

if TYPE_CHECKING:
    from babalab.generation import MapMaker, SearchResult

REFRESHES_PER_SECOND: Final = 8
SMALLEST_FACTS: Final = 24
"""Columns needed to show statistics beside the map."""
ROOM_FOR_WORDS: Final = 36
"""Columns of statistics from which on wanted ranges are labelled."""
SMALLEST_CURVE: Final = 10
CURVE_LINES: Final = 3
LINES_BESIDES_THE_MAP: Final = 3
GAP: Final = 2


class Preview:
    """The best map so far, fitted into any terminal."""

    def __init__(self, maker: MapMaker) -> None:
        self.maker = maker
        self._under_way: dict[int, SearchResult] = {}
        searches = maker.searches
        problem = searches.problem
        self._title = (
            f"{problem.name} {problem.width}x{problem.height} · "
            f"{searches.algorithm.name}, {searches.representation.name}"
        )

    def see(self, number: int, result: SearchResult) -> None:
        """Record the result of a search so far."""
        if number not in self._under_way:
            # Drop searches that are over.
            over = len(self._under_way) - self.maker.executor.count
            for old in sorted(self._under_way)[: max(0, over + 1)]:
                del self._under_way[old]
        self._under_way[number] = result

    @property
    def line(self) -> str:
        """Return the progress in one line."""
        parts = [self._count]
        if shown := self._shown:
            number, result = shown
            parts.append(f"search {number + 1}: fitness {format_number(round(result.fitness, 2))}")
            parts.append(
                f"{pluralize(result.evaluations, 'evaluation')}, {self._format_speed(result)}"
            )
        return " · ".join(parts)

    @property
    def _count(self) -> str:
        made, wanted = len(self.maker.maps), self.maker.count
        return pluralize(made, "map") if wanted is None else f"{made} of {pluralize(wanted, 'map')}"

    @property
    def _shown(self) -> tuple[int, SearchResult] | None:
        """Return the search under way with the best map."""
        if not self._under_way:
            return None
        return max(
            self._under_way.items(),
            key=lambda pair: (pair[1].reached, pair[1].fitness, -pair[0]),
        )

    def _format_speed(self, result: SearchResult) -> str:
        return f"{abbreviate(result.evaluations / result.seconds)}/s" if result.seconds > 0 else ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        shown = self._shown
        yield make_line(f"{self._title} · {self._count}", "bold")
        if shown is None:
            return
        number, result = shown
        problem = self.maker.searches.problem
        room = max(1, console.height - LINES_BESIDES_THE_MAP)
        # Room for statistics is worth more than cells two characters wide.
        columns = options.max_width
        if problem.width <= columns - SMALLEST_FACTS - GAP:
            columns -= SMALLEST_FACTS + GAP
        map_ = draw_map_text(
            problem,
            result.map.copy(),
            columns=columns,
            lines=room,
            colour=console.color_system is not None,
        )
        width = max(map(len, map_.plain.split("\n")))
        beside = options.max_width - width - GAP
        if beside >= SMALLEST_FACTS:
            grid = Table.grid(padding=(0, GAP, 0, 0))
            grid.add_row(map_, self._draw_facts(result, beside, room))
            yield grid
        else:
            yield map_
        yield make_line(self._describe_status(number, result), "dim")

    def _draw_facts(self, result: SearchResult, columns: int, lines: int) -> Group:
        """Return the statistics with their wanted ranges, and below them the curve of fitness."""
        problem = self.maker.searches.problem
        wants = {want.statistic: want for want in problem.wants}
        start = result.statistics if result.start is None else result.start
        table = Table.grid(padding=(0, GAP, 0, 0))
        table.add_column(no_wrap=True, overflow="ellipsis")
        table.add_column(no_wrap=True, min_width=3)
        table.add_column(no_wrap=True, overflow="ellipsis")
        prefix = "wanted: " if columns >= ROOM_FOR_WORDS else ""
        for place, name in list(enumerate(problem.statistics))[:lines]:
            value = float(result.statistics[place])
            want = wants.get(name)
            if want is None:
                table.add_row(Text(name, "dim"), Text(format_number(value), "dim"), "")
                continue
            met = is_met(want, value, float(start[place]))
            style = "green" if met else "red" if want.required else "yellow"
            wanted = format_range(want, float(start[place]))
            table.add_row(name, Text(format_number(value), style), Text(f"{prefix}{wanted}", "dim"))
        left = lines - len(problem.statistics) - 2
        if left < 1 or columns < SMALLEST_CURVE:
            return Group(table)
        curve = draw_curve(
            list(result.curve),
            result.evaluations,
            columns,
            min(left, CURVE_LINES),
            plain="utf" not in err.encoding.lower(),
        )
        caption = f"fitness {format_number(round(result.fitness, 2))}"
        return Group(table, Text(""), Text(curve, "cyan", no_wrap=True), make_line(caption))

    def _describe_status(self, number: int, result: SearchResult) -> str:
        maker = self.maker
        limit = maker.searches.limits.seconds
        clock = f"{result.seconds:.0f} s" + ("" if limit is None else f" of {limit:g}")
        parts = [
            f"search {number + 1}",
            f"{pluralize(result.evaluations, 'evaluation')}, {self._format_speed(result)}",
            clock,
        ]
        if result.archive is not None:
            parts.append(f"archive of {int(result.archive.reached.sum())}")
        if maker.failed:
            parts.append(f"{maker.failed} without a map")
        return " · ".join(parts)


@contextmanager
def show_searches(maker: MapMaker, *, quiet: bool) -> Iterator[Callable[[int, SearchResult], None]]:
    """Show the searches while they run: live on a terminal, as an occasional line elsewhere.

    Yield a function to call with the number of a search and its result so far. `quiet` shows
    nothing.
    """
    preview = Preview(maker)
    if quiet:
        yield preview.see
        return
    with show_live(preview, refreshes=REFRESHES_PER_SECOND) as refresh:

        def see(number: int, result: SearchResult) -> None:
            preview.see(number, result)
            refresh()

        yield see
