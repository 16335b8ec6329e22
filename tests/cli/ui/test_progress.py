"""The display of work under way: counts, time left, and more agents than a terminal has lines."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.console import Console

from babalab.arena import InThisProcess
from babalab.arena.plays import PLAYING, Board, Player, PlayTask
from babalab.cli.ui import progress as evaluating
from babalab.cli.ui.progress import StudyDisplay
from babalab.games import GameLevel
from support.contests import made_up

BOARD = Board("walk", "", "", GameLevel("short", ""), 5, "/far/away/walk.py:Walk")


class AtWork(InThisProcess):
    """One task is being carried out."""

    def __init__(self, task: PlayTask) -> None:
        super().__init__()
        self.task = task

    @property
    def running(self) -> list[PlayTask]:
        return [self.task]


def shown(display: StudyDisplay) -> list[str]:
    console = Console(width=90, height=24, record=True, file=io.StringIO())
    console.print(display)
    return [line.rstrip() for line in console.export_text().splitlines()]


def display_of(agents: int, done: int) -> StudyDisplay:
    """So many agents with three pieces of work each; some done by the first, half of them well."""
    tasks = [
        PlayTask(BOARD, Player(f"agent-{number}:x={number}", "", "", {}, ""), seed, 5)
        for number in range(agents)
        for seed in range(3)
    ]
    display = StudyDisplay(PLAYING, [task.who for task in tasks], AtWork(tasks[3]))
    for task in tasks[:done]:
        made = made_up(task, won=task.seed % 2 == 0)
        error = "it broke" if task.seed == 1 else None
        display.count(replace(made, result=replace(made.result, seconds=2.0, error=error)))
    return display


def test_one_line_for_each() -> None:
    first, second, status = shown(display_of(2, done=3))
    assert first.split()[0] == "agent-0:x=0"
    assert first.endswith("3/3  2 of 3 won, 1 failed")
    assert second.endswith("0/3  0 of 0 won")
    assert status == "0:06 left  agent-1:x=1 on walk.py:Walk short"


def test_more_than_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evaluating.err, "_height", 10)
    together, at_work, _ = shown(display_of(99, done=2))
    assert together.split()[:2] == ["all", "99:"]
    assert together.endswith("2/297  1 of 2 won, 1 failed")
    assert at_work.split()[0] == "agent-1:x=1"


def test_the_line() -> None:
    display = display_of(2, done=2)
    assert display.line == "agent-0:x=0 1 of 2 won, 1 failed · 0:08 left"
    assert display_of(2, done=0).line == "just begun"
