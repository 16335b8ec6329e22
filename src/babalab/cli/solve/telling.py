"""Printing stories and difficulties: what `explain` and `solve --explain` share."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from babalab.agents import Result
from babalab.game.action import Action
from babalab.game.difficulty import Difficulty, rate
from babalab.game.story import Story

MEANINGS = {
    "length": "moves",
    "rules": "rules made or broken",
    "pushes": "moves that push",
    "search": "states searched (power of ten)",
    "danger": "share of fatal moves",
    "choice": "different moves on average",
}


def rating_of(story: Story, result: Result | None) -> Difficulty | None:
    """How hard what was told is; None of a play that does not win."""
    if not story.won:
        return None
    expanded = None
    if result is not None:
        # Agents differ in what they count as an iteration; five steps expand one state. What went
        # into shortening says nothing about the level.
        expanded = result.statistics.get("found_after", result.steps // len(Action))
    return rate(story.start, story.moves, expanded=expanded)


def told_as_json(story: Story, difficulty: Difficulty | None) -> dict[str, Any]:
    """The two together, in types JSON knows."""
    return {
        "story": story.as_json(),
        "rating": None if difficulty is None else difficulty.as_json(),
    }


def print_story(story: Story, difficulty: Difficulty | None, console: Console) -> None:
    """The story, then the difficulty and where it comes from."""
    first, *middle, last = story.lines
    console.print(Text(first))
    for line in middle:
        console.print(Text(line, style="" if line.startswith(" ") else "bold"))
    console.print(Text(last, style="bold green" if story.won else "bold red" if story.lost else ""))
    if difficulty is None:
        return
    console.print()
    console.print(Text(str(difficulty), style="bold"))
    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(style="dim")
    table.add_column(justify="right")
    table.add_column(justify="right")
    for part in difficulty.parts:
        value = f"{part.value:.2f}".rstrip("0").rstrip(".")
        table.add_row(MEANINGS[part.name], value, f"{part.points:.1f} of {part.most:.1f}")
    console.print(table)
