"""The display of work under way: counts, time left, and more agents than a terminal has lines."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from babalab.arena import InThisProcess
from babalab.arena.plays import Board, Player, PlayTask
from babalab.cli.ui import progress as evaluating
from babalab.cli.ui.progress import Watcher
from babalab.games import GameLevel


def shown(watcher: Watcher) -> list[str]:
    console = Console(width=90, height=24, record=True, file=io.StringIO())
    console.print(watcher)
    return [line.rstrip() for line in console.export_text().splitlines()]


def watcher_of(agents: int, done: int) -> Watcher:
    """So many agents with three pieces of work each; some done by the first, half of them well."""
    executor = InThisProcess()
    board = Board("walk", "", "", GameLevel("short", ""), 5, "/far/away/walk.py:Walk")
    executor.running = [PlayTask(board, Player("agent-1", "", "agent", {}, "agent-1"), 0, 5)]
    names = {f"agent-{number}": f"agent-{number}:x={number}" for number in range(agents)}
    watcher = Watcher(names, [who for who in names for _ in range(3)], executor, "won")
    for number in range(done):
        watcher.count("agent-0", good=number % 2 == 0, failed=number == 1, seconds=2.0)
    return watcher


def test_one_line_for_each() -> None:
    first, second, status = shown(watcher_of(2, done=3))
    assert first.split()[0] == "agent-0:x=0"
    assert first.endswith("3/3 2 of 3 won, 1 failed")
    assert second.endswith("0/3 0 of 0 won")
    assert status == "0:06 left  agent-1:x=1 on walk.py:Walk short"


def test_more_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluating.err, "_height", 10)
    together, at_work, _ = shown(watcher_of(99, done=2))
    assert together.split()[:2] == ["all", "99:"]
    assert together.endswith("2/297 1 of 2 won, 1 failed")
    assert at_work.split()[0] == "agent-1:x=1"


def test_the_line() -> None:
    watcher = watcher_of(2, done=2)
    assert watcher.line == "agent-0:x=0 1 of 2 won, 1 failed · 0:08 left"
    assert watcher_of(2, done=0).line == "just begun"
