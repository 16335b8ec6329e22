"""`babalab demo`: the first minute. What `make run` shows."""

from __future__ import annotations

import typer
from rich.text import Text

from babalab.agents import Bfs, Budget
from babalab.cli.animation import animate
from babalab.cli.arguments import half_of_memory
from babalab.cli.console import board, out
from babalab.cli.exit_codes import ExitCode
from babalab.cli.searching import can_animate, search, statistics_table
from babalab.cli.solve import headline
from babalab.levels import load_level

SHOWN = "first-steps/say-it"

NEXT = (
    ("babalab play first-steps/across", "play it yourself: arrow keys, undo, hints"),
    ("babalab levels", "the levels that come with it"),
    (f"babalab solve {SHOWN} --watch", "solve any level and watch"),
    (f"babalab render {SHOWN} play.gif --solution", "make a picture of a play"),
    ("babalab --help", "everything else"),
)


def demo() -> None:
    """Solve a level, draw it, play the solution, and say what to try next."""
    level = load_level(SHOWN)
    start = level.start()
    out.print(Text(f"{level.name}  ({SHOWN})", style="bold"))
    out.print(board(start.scene()))
    out.print(Text("rules  " + "  ".join(start.rules), style="dim"))
    out.print()
    result = search(Bfs(), start, Budget(seconds=60, memory=half_of_memory()))
    out.print(headline(start, result))
    if result.solution is None:
        raise typer.Exit(ExitCode.UNDECIDED)
    if can_animate():
        animate(start, result.solution)
    else:
        out.print(board(start.play(result.solution).scene()))
    out.print(f"moves  {result.solution}\n")
    out.print(statistics_table(result))
    out.print(Text("\nWhat to try next", style="bold"))
    width = max(len(command) for command, _ in NEXT)
    for command, purpose in NEXT:
        out.print(Text.assemble("  ", (command.ljust(width), "cyan"), "  ", (purpose, "dim")))
