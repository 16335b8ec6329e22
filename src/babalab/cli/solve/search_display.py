"""The progress of a search on the terminal."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import RenderableType

from babalab.agents import Progress, Spending
from babalab.base.wording import abbreviate, format_size, pluralize
from babalab.cli.ui.live import draw_bar, draw_beside_bar, show_live


class SearchWatcher:
    """The progress of a search."""

    def __init__(self, agent: str) -> None:
        self._agent = agent
        self._began = time.monotonic()
        self._last: Progress | None = None

    def note(self, progress: Progress) -> None:
        """Record the progress."""
        self._last = progress

    @property
    def line(self) -> str:
        """Return everything in one line."""
        minutes, seconds = divmod(int(time.monotonic() - self._began), 60)
        found = f"{self._agent} is searching" if self._last is None else _summarize(self._last)
        return f"{minutes}:{seconds:02} · {found}"

    def __rich__(self) -> RenderableType:
        spent = 0.0 if self._last is None else compute_share_spent(self._last.spending)
        return draw_beside_bar(draw_bar(spent, 1), self.line)


@contextmanager
def watch_search(agent: str) -> Iterator[Callable[[Progress], None]]:
    """Show a search on a terminal; yields a function that records its progress."""
    watcher = SearchWatcher(agent)
    with show_live(watcher, quiet=True):
        yield watcher.note


def compute_share_spent(spending: Spending) -> float:
    """Return the share of the budget that is spent, of the limit that will be reached first."""
    budget = spending.budget
    spent = (
        (spending.seconds, budget.seconds),
        (spending.iterations, budget.iterations),
        (spending.steps, budget.steps),
        (spending.memory, budget.memory),
    )
    return max((min(1, used / limit) for used, limit in spent if limit), default=0)


def _summarize(progress: Progress) -> str:
    """Return the progress in words, the most telling first: narrow terminals show only that."""
    spending, counts = progress.spending, dict(progress.statistics)
    rate = spending.iterations / spending.seconds if spending.seconds else 0
    parts = [f"depth {abbreviate(depth)}" for depth in (counts.pop("depth", 0),) if depth]
    if progress.solution is not None:
        parts.append(f"a solution of {pluralize(len(progress.solution), 'move')}")
    parts += [f"{abbreviate(spending.iterations)} nodes", f"{abbreviate(round(rate))}/s"]
    parts += [f"nearest {abbreviate(value)}" for value in (counts.pop("nearest", 0),) if value]
    parts.append(format_size(spending.memory))
    parts += [f"{name} {abbreviate(count)}" for name, count in counts.items() if count]
    return " · ".join(parts)
