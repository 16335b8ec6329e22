"""Long work on the terminal: redrawn on one that can, a line now and then elsewhere."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console, RenderableType
from rich.text import Text

from babalab.cli.ui import live
from babalab.cli.ui.live import ProgressLine, format_time_left, show_live


class Count:
    """Work that counts."""

    def __init__(self) -> None:
        self.done = 0

    @property
    def line(self) -> str:
        return f"{self.done} done"

    def __rich__(self) -> RenderableType:
        return Text(f"[{self.line}]")


def watch(monkeypatch: pytest.MonkeyPatch, *, terminal: bool, quiet: bool = False) -> str:
    """What is shown of three pieces of work, of which the second is the end of something."""
    shown = StringIO()
    console = Console(file=shown, force_terminal=terminal, width=60, color_system=None)
    monkeypatch.setattr(live, "err", console)
    work = Count()
    with show_live(work, quiet=quiet, refreshes=1) as refresh:
        for number in (1, 2, 3):
            work.done = number
            refresh(now=number == 2)
    return shown.getvalue()


def test_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    assert watch(monkeypatch, terminal=False) == "2 done\n"
    monkeypatch.setattr(live, "SECONDS_BETWEEN_LINES", 0.0)
    assert watch(monkeypatch, terminal=False) == "1 done\n2 done\n3 done\n"


def test_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "SECONDS_BETWEEN_LINES", 0.0)
    assert watch(monkeypatch, terminal=False, quiet=True) == ""


@pytest.mark.parametrize("quiet", [False, True])
def test_a_terminal_is_redrawn_and_left_clean(monkeypatch: pytest.MonkeyPatch, quiet: bool) -> None:
    monkeypatch.setattr(live, "SECONDS_BETWEEN_LINES", 0.0)
    shown = watch(monkeypatch, terminal=True, quiet=quiet)
    assert "[3 done]" in shown
    assert "\n3 done" not in shown
    assert shown.endswith("\x1b[2K")


def test_a_bar_tells_what_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(live.time, "monotonic", lambda: now)
    bar = ProgressLine("beginning", 40)
    assert bar.line == "beginning"
    now += 10
    bar.update("5 of 40", 5)
    assert bar.line == "5 of 40 · 1:10 left"
    endless = ProgressLine("searching")
    endless.update("still searching", 7)
    assert endless.line == "still searching"
    endless.update("knows the end", 10, 20)
    assert endless.total == 20


def test_lines_are_cut_where_the_terminal_ends() -> None:
    shown = StringIO()
    console = Console(file=shown, width=40)
    bar = ProgressLine("", 4)
    bar.update("w" * 100, 2)
    console.print(bar)
    assert max(map(len, shown.getvalue().splitlines())) <= 40
    assert "…" in shown.getvalue()


def test_times() -> None:
    assert format_time_left(59.6) == "1:00 left"
    assert format_time_left(0) == "0:00 left"
