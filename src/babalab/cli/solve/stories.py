"""Solutions in words, and their difficulty, for `explain` and `solve --explain`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from babalab.agents import Result
from babalab.cli.ui.columns import numbers, texts
from babalab.cli.ui.console import Console
from babalab.cli.ui.tables import add_row, make_table, print_table
from babalab.cli.ui.text import Text
from babalab.game.action import Action
from babalab.game.difficulty import Difficulty, rate
from babalab.game.state import State
from babalab.game.story import Story, tell

MEANINGS = {
    "length": "moves",
    "rules": "rules made or broken",
    "pushes": "moves that push",
    "search": "states searched (power of ten)",
    "danger": "share of fatal moves",
    "choice": "different moves on average",
}


@dataclass(frozen=True, slots=True)
class RatedStory:
    """A play in words, and its difficulty; a play that does not win has none."""

    story: Story
    difficulty: Difficulty | None

    def as_json(self) -> dict[str, Any]:
        """Return both, in types JSON knows."""
        rating = None if self.difficulty is None else self.difficulty.as_json()
        return {"story": self.story.as_json(), "rating": rating}


def tell_and_rate(start: State, moves: str, result: Result | None = None) -> RatedStory:
    """Tell a play in words, and rate it; `result` is that of the search that found the moves."""
    story = tell(start, moves)
    if not story.won:
        return RatedStory(story, None)
    expanded = None
    if result is not None:
        # Agents differ in what they count as an iteration; five steps expand one state. What went
        # into shortening says nothing about the level.
        expanded = result.statistics.get("found_after", result.steps // len(Action))
    return RatedStory(story, rate(story.start, story.moves, expanded=expanded))


def print_story(told: RatedStory, console: Console) -> None:
    """Print the story, then the difficulty and where it comes from."""
    story, difficulty = told.story, told.difficulty
    first, *middle, last = story.lines
    console.print(Text(first))
    for line in middle:
        console.print(Text(line, style="" if line.startswith(" ") else "bold"))
    console.print(Text(last, style="bold green" if story.won else "bold red" if story.lost else ""))
    if difficulty is None:
        return
    console.print()
    console.print(Text(str(difficulty), style="bold"))
    table = make_table(texts(style="dim"), numbers(), numbers(), header=False)
    for part in difficulty.parts:
        value = f"{part.value:.2f}".rstrip("0").rstrip(".")
        add_row(table, MEANINGS[part.name], value, f"{part.points:.1f} of {part.most:.1f}")
    print_table(table, console)
