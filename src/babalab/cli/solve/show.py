"""`babalab show`: draw a level or a state and say what holds there."""

from __future__ import annotations

from typing import Annotated, Any

from babalab.base.wording import pluralize
from babalab.cli.ui.arguments import AsJson, LevelAddress
from babalab.cli.ui.boards import print_board
from babalab.cli.ui.console import out
from babalab.cli.ui.options import option
from babalab.cli.ui.streams import emit, emit_json
from babalab.cli.ui.tables import print_grid
from babalab.cli.ui.terminal_graphics import TEXT, Graphics, GraphicsMode, choose_graphics
from babalab.cli.ui.text import Text
from babalab.game.drawing import draw_legend
from babalab.game.state import State
from babalab.levels import load_state


def show(
    level: LevelAddress,
    plain: Annotated[bool, option("Print only the characters of the map.", "--plain")] = False,
    with_legend: Annotated[bool, option("Explain the signs of the picture.", "--legend")] = False,
    graphics: Graphics = GraphicsMode.AUTO,
    as_json: AsJson = False,
) -> None:
    """Draw a level or a state, its rules and what is known about it."""
    state = load_state(level)
    if as_json:
        emit_json(describe(state))
        return
    if plain:
        emit(f"{state.level.map if not state.moves else state.picture}\n")
        return
    about = state.level
    title = " · ".join(
        part
        for part in (
            about.name,
            f"by {about.author}" if about.author else "",
            f"{about.width} x {about.height}",
            f"class {about.difficulty}" if about.difficulty else "",
        )
        if part
    )
    out.print(Text(title, style="bold"))
    print_board(state, TEXT if with_legend else choose_graphics(graphics))
    out.print(Text("rules  " + ("  ".join(state.rules) or "none"), style="dim"))
    if state.moves:
        out.print(Text(f"after {pluralize(len(state.moves), 'move')}  {state.moves}", style="dim"))
    if state.outcome is not None:
        out.print(Text(str(state.outcome), style="bold green" if state.won else "bold red"))
    for problem in about.warnings:
        out.print(Text(str(problem), style="yellow"))
    if with_legend:
        out.print()
        print_grid(draw_legend(colour=out.color_system is not None))


def describe(state: State) -> dict[str, Any]:
    """Return everything there is to say about a state, in types JSON knows."""
    level = state.level
    lists = ("you", "movers", "wins", "pushes", "stops", "killers", "sinkers", "hot", "melting")
    return {
        "id": level.id,
        "name": level.name,
        "author": level.author,
        "width": level.width,
        "height": level.height,
        "level": level.line,
        "moves": state.moves,
        "picture": state.picture,
        "rules": list(state.rules),
        "won": state.won,
        "lost": state.lost,
        "helpless": state.helpless,
        "hash": f"{state.hash:032x}",
        **{name: [list(cell) for cell in getattr(state, name)] for name in lists},
        "solution": level.solution or None,
        "difficulty": level.difficulty,
        "mechanics": list(level.mechanics),
        "warnings": [problem.message for problem in level.warnings],
    }
