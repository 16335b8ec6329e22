"""`babalab render`: pictures of levels, states and plays."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from babalab.agents import DEFAULT_AGENT, make_agent
from babalab.base.budget import Budget
from babalab.base.errors import BabalabError
from babalab.base.wording import format_size
from babalab.cli.solve.results import choose_exit_code
from babalab.cli.solve.searching import search
from babalab.cli.ui.arguments import FrameTime, LevelAddress, Scale
from babalab.cli.ui.console import complain, err
from babalab.cli.ui.options import argument, option
from babalab.cli.ui.text import Text
from babalab.execution.memory import half_of_memory
from babalab.game.rendering import check_picture_name
from babalab.game.rendering import render as draw
from babalab.game.state import State
from babalab.levels import load_state


def render(
    level: LevelAddress,
    output: Annotated[
        Path, argument("File to write: .png, .svg, .gif or .txt.", metavar="PICTURE")
    ],
    moves: Annotated[
        str | None, option("Play these moves first; in a GIF, show them.", metavar="MOVES")
    ] = None,
    solution: Annotated[
        bool, option("Play the recorded solution, or search for one.", "--solution")
    ] = False,
    scale: Scale = 2,
    milliseconds: FrameTime = 180,
) -> None:
    """Draw a level or state as PNG, SVG or text, or a play as an animated GIF."""
    check_picture_name(output)
    if moves is not None and solution:
        raise BabalabError("give either --moves or --solution, not both")
    start = load_state(level)
    if solution:
        moves = _find_solution(start)
    draw(start, output, moves or "", scale=scale, milliseconds=milliseconds)
    err.print(Text(f"wrote {output} ({format_size(output.stat().st_size)})"))


def _find_solution(start: State) -> str:
    recorded = start.level.solution
    if recorded and not start.moves and start.play(recorded).won:
        return recorded
    result = search(make_agent(DEFAULT_AGENT), start, Budget(seconds=60, memory=half_of_memory()))
    if result.solution is None:
        complain(f"no solution to draw: {result.verdict.value}")
        raise typer.Exit(choose_exit_code(result))
    return result.solution
