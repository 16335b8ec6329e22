"""`babalab demo`: the first minute. What `make run` shows."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import typer

from babalab.agents import DEFAULT_AGENT, Result, make_agent
from babalab.base.budget import Budget
from babalab.base.wording import pluralize
from babalab.cli.solve.results import choose_exit_code, make_headline
from babalab.cli.solve.searching import can_animate, search
from babalab.cli.ui.animation import animate
from babalab.cli.ui.boards import print_board
from babalab.cli.ui.columns import names, texts
from babalab.cli.ui.console import err, out
from babalab.cli.ui.tables import make_table, print_table
from babalab.cli.ui.text import Text
from babalab.execution.memory import half_of_memory
from babalab.game.english import describe_consequences
from babalab.game.level import Level
from babalab.game.state import State
from babalab.game.story import Story, tell
from babalab.levels import load_level

SHOWN = "metamorphosis/dry-land"
PUZZLE = "first-steps/open-sesame"

NEXT = (
    (f"babalab play {PUZZLE}", "play it: u undoes, h gives a hint"),
    ("babalab serve", "the page: play, build, analyse levels"),
    ("babalab new-level", "design: a level of your own"),
    ("babalab new-agent", "research: an agent of your own"),
    ("babalab --help", "everything else"),
)
"""Something for each who comes: players, designers, researchers."""


def demo() -> None:
    """Solve a level before your eyes, tell how it is done, and leave you with a puzzle."""
    level = load_level(SHOWN)
    start = level.start()
    result = _solve(start)
    if result.solution is None:
        err.print(make_headline(start, result))
        raise typer.Exit(choose_exit_code(result))
    _print_level(f"{level.name}  ({SHOWN})", start)
    out.print()
    out.print(make_headline(start, result))
    if can_animate():
        animate(start, result.solution)
    else:
        print_board(start.play(result.solution))
    for line in _shorten_story(tell(start, result.solution)):
        out.print(line)
    out.print()
    _set_puzzle(load_level(PUZZLE))
    out.print()
    if activation := _find_activation():
        out.print(Text.assemble("First put babalab on your path:  ", (activation, "cyan")))
    print_table(make_table(names(style="cyan"), texts(style="dim"), rows=NEXT, header=False))


def _solve(start: State) -> Result:
    return search(make_agent(DEFAULT_AGENT), start, Budget(seconds=60, memory=half_of_memory()))


def _print_level(title: str, start: State) -> None:
    """Draw a level under its title, with its rules in words, since boards have only initials."""
    out.print(Text(title, style="bold"))
    out.print(tell(start, "").lines[0])
    print_board(start)


def _shorten_story(story: Story) -> Iterator[str | Text]:
    """Yield the moves of each chapter, and what they change besides places."""
    for chapter in story.chapters:
        yield Text(chapter.title, style="bold")
        for phrase in describe_consequences(chapter.events):
            yield f"  {phrase}"


def _set_puzzle(level: Level) -> None:
    """Draw a level, and ask for the solution."""
    start = level.start()
    result = _solve(start)
    _print_level(f"Your turn: {level.name}  ({PUZZLE})", start)
    if result.solution is not None:
        moves = pluralize(len(result.solution), "move")
        fewer = ", and not in fewer" if result.shortest else ""
        out.print(Text(f"It can be won in {moves}{fewer}. Can you see how?", style="bold"))


def _find_activation() -> str | None:
    """Return the command after which `babalab` is found, if it is not yet."""
    place = Path(sys.prefix)
    script = place / "bin" / "activate"
    found = shutil.which("babalab")
    if (found is not None and Path(found).parent == script.parent) or not script.is_file():
        return None
    here = Path.cwd()
    return f"source {script.relative_to(here) if script.is_relative_to(here) else script}"
