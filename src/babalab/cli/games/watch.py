"""Show a planner's play live."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import typer
from rich.console import Group, RenderableType

from babalab.base.wording import pluralize
from babalab.cli.games.pictures import draw_play
from babalab.cli.games.text import describe_status
from babalab.cli.ui.console import out
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.interactive import require_terminal
from babalab.cli.ui.screen import Screen
from babalab.cli.ui.streams import emit
from babalab.cli.ui.terminal_graphics import TEXT, TerminalGraphics
from babalab.cli.ui.viewport import make_line
from babalab.games import Game
from babalab.planning import Planner, Play, play

SECONDS_PER_FRAME = 1 / 12
"""The least; a planner may take longer."""
LINES_BESIDES_THE_PICTURE = 2


def watch_play(
    game: Game[Any],
    planner: Planner,
    seed: int,
    ticks: int | None,
    graphics: TerminalGraphics = TEXT,
) -> None:
    """Show a play from beginning to end, and exit with a code that says how it ended."""
    require_terminal("--watch", "leave it out to see only what comes of it")
    title = f"{planner.name} on {game.name} {game.level.name}"
    try:
        made = _show_play(game, planner, title, seed, ticks, graphics)
    except KeyboardInterrupt:
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    outcome = "won" if made.won else "lost" if made.lost else "not won"
    emit(f"{title}: {outcome} after {pluralize(made.ticks, 'tick')}, score {made.score:g}\n")
    raise typer.Exit(ExitCode.YES if made.won else ExitCode.NO)


def _show_play(
    game: Game[Any],
    planner: Planner,
    title: str,
    seed: int,
    ticks: int | None,
    graphics: TerminalGraphics,
) -> Play:
    """Let a planner play, and draw every state as it comes."""
    shown: list[Any] = []
    due = 0.0
    with Screen(whole=False) as screen:

        def watch(state: Any) -> None:
            nonlocal due
            time.sleep(max(0.0, due - time.perf_counter()))
            due = time.perf_counter() + SECONDS_PER_FRAME
            limit = game.ticks if ticks is None else ticks
            caption = f"{title}   score {game.score(state):g}   {len(shown)}/{limit}"
            screen.show(_draw_frame(game, state, caption, graphics, shown))
            shown.append(state)

        return play(game, planner, seed, ticks=ticks, watch=watch)


def _draw_frame(
    game: Game[Any],
    state: Any,
    caption: str,
    graphics: TerminalGraphics,
    before: Sequence[Any],
) -> RenderableType:
    room = out.height - LINES_BESIDES_THE_PICTURE
    more = describe_status(game, state)
    picture = draw_play(game, state, out.width, room - bool(more), graphics, before)
    return Group(picture, make_line(caption), *([make_line(more)] if more else []))
