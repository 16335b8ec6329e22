"""`babalab render`: pictures of levels, states and plays."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from babalab.agents import DEFAULT_AGENT, make_agent
from babalab.base.budget import Budget
from babalab.base.errors import BabalabError
from babalab.cli.solve.searching import exit_code, search
from babalab.cli.ui.arguments import LevelAddress, Scale, load_state
from babalab.cli.ui.console import complain, err
from babalab.cli.ui.wording import size
from babalab.execution.memory import half_of_memory
from babalab.game.action import parse_moves
from babalab.game.drawing import draw_svg, draw_text, save_gif, save_png
from babalab.game.scene import Scene
from babalab.game.state import State


def render(
    level: LevelAddress,
    output: Annotated[
        Path,
        typer.Argument(
            metavar="PICTURE", help="The file to make: .png, .svg, .gif or .txt by its name."
        ),
    ],
    moves: Annotated[
        str | None, typer.Option(help="Play these moves first; in a GIF, show them.")
    ] = None,
    solution: Annotated[
        bool,
        typer.Option("--solution", help="Play the recorded solution, or else a shortest one."),
    ] = False,
    scale: Scale = 2,
    milliseconds: Annotated[
        int, typer.Option(min=20, max=60_000, help="Per frame of a GIF.")
    ] = 180,
) -> None:
    """Draw a level or state as PNG, SVG or text, or a play as an animated GIF."""
    suffix = output.suffix.lower()
    if suffix not in (".png", ".svg", ".gif", ".txt"):
        raise BabalabError(f"{output}: the name must end in .png, .svg, .gif or .txt")
    if moves is not None and solution:
        raise BabalabError("give either --moves or --solution, not both")
    start = load_state(level)
    if solution:
        moves = _solution_of(start)
    states = [start]
    for action in parse_moves(moves or ""):
        states.append(states[-1].step(action))
    try:
        _write([state.scene() for state in states], output, suffix, scale, milliseconds)
    except OSError as error:
        raise BabalabError(f"{output}: can't be written: {error.strerror or error}") from error
    err.print(Text(f"wrote {output} ({size(output.stat().st_size)})"))


def _write(scenes: list[Scene], output: Path, suffix: str, scale: int, milliseconds: int) -> None:
    match suffix:
        case ".gif":
            save_gif(scenes, output, scale, milliseconds=milliseconds)
        case ".png":
            save_png(scenes[-1], output, scale)
        case ".svg":
            output.write_text(draw_svg(scenes[-1], scale), encoding="utf-8")
        case _:
            output.write_text(f"{draw_text(scenes[-1], colour=False)}\n", encoding="utf-8")


def _solution_of(start: State) -> str:
    recorded = start.level.solution
    if recorded and not start.moves and start.play(recorded).won:
        return recorded
    result = search(make_agent(DEFAULT_AGENT), start, Budget(seconds=60, memory=half_of_memory()))
    if result.solution is None:
        complain(f"no solution to draw: {result.verdict.value}")
        raise typer.Exit(exit_code(result))
    return result.solution
