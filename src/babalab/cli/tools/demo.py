"""`babalab demo`: the first minute. What `make run` shows."""

from __future__ import annotations

import typer
from rich.table import Column

from babalab.agents import DEFAULT_AGENT, make_agent
from babalab.base.budget import Budget
from babalab.cli.solve.results import choose_exit_code, make_headline, tabulate_statistics
from babalab.cli.solve.searching import can_animate, search
from babalab.cli.ui.animation import animate
from babalab.cli.ui.boards import print_board
from babalab.cli.ui.console import out
from babalab.cli.ui.tables import make_table, names, print_table
from babalab.cli.ui.terminal_graphics import Graphics, GraphicsMode, choose_graphics
from babalab.cli.ui.text import Text
from babalab.execution.memory import half_of_memory
from babalab.levels import load_level

SHOWN = "metamorphosis/dry-land"

NEXT = (
    ("babalab play first-steps/across", "play it yourself"),
    ("babalab levels", "see all the levels"),
    (f"babalab solve {SHOWN} --watch", "watch it solved"),
    (f"babalab render {SHOWN} play.gif --solution", "make it a GIF"),
    ("babalab --help", "everything else"),
)


def demo(graphics: Graphics = GraphicsMode.AUTO) -> None:
    """Solve a level, draw it, play the solution, and say what to try next."""
    drawn = choose_graphics(graphics)
    level = load_level(SHOWN)
    start = level.start()
    out.print(Text(f"{level.name}  ({SHOWN})", style="bold"))
    print_board(start, drawn)
    out.print(Text("rules  " + "  ".join(start.rules), style="dim"))
    out.print()
    result = search(make_agent(DEFAULT_AGENT), start, Budget(seconds=60, memory=half_of_memory()))
    out.print(make_headline(start, result))
    if result.solution is None:
        raise typer.Exit(choose_exit_code(result))
    if can_animate():
        animate(start, result.solution, drawn)
    else:
        print_board(start.play(result.solution))
    out.print(f"moves  {result.solution}\n")
    out.print(tabulate_statistics(result))
    out.print(Text("\nWhat to try next", style="bold"))
    print_table(make_table(names(style="cyan"), Column(style="dim"), rows=NEXT, header=False))
