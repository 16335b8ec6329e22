"""Animate moves on the terminal."""

from __future__ import annotations

import time

from rich.console import Group, RenderableType

from babalab.cli.ui.boards import draw_state
from babalab.cli.ui.console import out
from babalab.cli.ui.screen import Screen
from babalab.cli.ui.terminal_graphics import TEXT, TerminalGraphics
from babalab.cli.ui.text import Text
from babalab.game.action import Action, parse_moves
from babalab.game.state import State

FRAMES_PER_SECOND = 8.0
LONGEST_SECONDS = 12.0


def animate(start: State, moves: str, graphics: TerminalGraphics = TEXT) -> None:
    """Show every state from the first to the last; long plays go faster."""
    actions = parse_moves(moves)
    pause = min(1 / FRAMES_PER_SECOND, LONGEST_SECONDS / max(len(actions), 1))
    state = start
    with Screen(whole=False) as screen:
        screen.show(_draw_frame(state, actions, 0, graphics))
        for played, action in enumerate(actions, start=1):
            time.sleep(pause)
            state = state.step(action)
            screen.show(_draw_frame(state, actions, played, graphics))


def _draw_frame(
    state: State, actions: list[Action], played: int, graphics: TerminalGraphics
) -> RenderableType:
    letters = "".join(action.letter for action in actions)
    room = max(out.width - 12, 10)
    first = max(0, min(played - room // 2, len(letters) - room))
    window = letters[first : first + room]
    caption = Text.assemble(
        f"{played:>4}/{len(letters)}  ",
        (window[: played - first], "bold"),
        (window[played - first :], "dim"),
        no_wrap=True,
    )
    return Group(draw_state(state, out.width, out.height - 3, graphics), caption)
