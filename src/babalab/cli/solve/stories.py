"""Solutions in words, and their difficulty, for `explain` and `solve --explain`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from babalab.base.wording import pluralize
from babalab.cli.ui.columns import numbers, texts
from babalab.cli.ui.console import Console
from babalab.cli.ui.tables import add_row, make_table, print_table
from babalab.cli.ui.text import Text
from babalab.game.difficulty import Difficulty, rate_level
from babalab.game.state import State
from babalab.game.story import Story, tell

MEANINGS = {
    "length": "moves",
    "rules": "rules made or broken",
    "pushes": "moves that push",
    "danger": "share of fatal moves",
    "choice": "different moves on average",
}


@dataclass(frozen=True, slots=True)
class RatedStory:
    """A play in words, and the difficulty of its level, if that is known and the play wins."""

    story: Story
    difficulty: Difficulty | None

    def as_json(self) -> dict[str, Any]:
        """Return both, in types JSON knows."""
        rating = None if self.difficulty is None else self.difficulty.as_json()
        number = None if self.difficulty is None else self.difficulty.number
        return {"story": self.story.as_json(), "rating": rating, "difficulty": number}


def tell_and_rate(start: State, moves: str) -> RatedStory:
    """Tell a play in words, and rate the level if the play wins.

    A level is rated by its solution on record; by this play only if there is none and it begins at
    the start.
    """
    story = tell(start, moves)
    found = story.moves if story.won and not start.moves else None
    return RatedStory(story, rate_level(start.level, found) if story.won else None)


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
    rated = round(difficulty.parts[0].value)
    is_this = rated == len(story.steps)
    source = "" if is_this else f", by the solution on record ({pluralize(rated, 'move')})"
    console.print(Text(f"{difficulty}{source}", style="bold"))
    table = make_table(texts(style="dim"), numbers(), numbers(), header=False)
    for part in difficulty.parts:
        value = f"{part.value:.2f}".rstrip("0").rstrip(".")
        add_row(table, MEANINGS[part.name], value, f"{part.points:.1f} of {part.most:.1f}")
    print_table(table, console)
