"""Play anything with the keyboard: moves, undo, restart, leaving."""

from __future__ import annotations

import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from rich.console import RenderableType

from babalab.base.errors import BabalabError
from babalab.cli.ui.console import out
from babalab.cli.ui.keys import Keys, read_keys
from babalab.cli.ui.screen import Screen

S = TypeVar("S")
"""A state of what is played."""

UNDO = ("u", "z", "\x7f", "\b")
LEAVE = ("q", "escape")
SECONDS_BETWEEN_LOOKS = 0.1
"""The interval of looking whether the terminal has another size."""


class InteractivePlay(ABC, Generic[S]):
    """A play under way: the present state, the past ones, and what to tell the player."""

    def __init__(self, start: S) -> None:
        self.state = start
        self.past: list[S] = []
        self.message = ""
        self.over = False
        """Whether the player has left."""

    def press(self, key: str) -> None:
        """Handle a key; keys without a meaning are ignored."""
        self.message = ""
        if self.is_move(key):
            self.message = self.explain_refusal()
            if not self.message:
                self.past.append(self.state)
                self.state = self.make_move(key)
        elif key in UNDO:
            if self.past:
                self.state = self.past.pop()
            else:
                self.message = "nothing to take back"
        elif key == "r":
            self.restart()
        elif key in LEAVE:
            self.over = True
        else:
            self.press_other(key)

    def restart(self) -> None:
        """Go back to the first state."""
        if self.past:
            self.state, self.past = self.past[0], []

    def press_other(self, key: str) -> None:
        """Handle a key that has a meaning in this play only."""

    def think(self, show: Callable[[str], None], stop: Callable[[], bool]) -> None:
        """Do long work that a key asked for; `show` shows a message, `stop` says when to end."""

    @abstractmethod
    def is_move(self, key: str) -> bool:
        """Tell whether a key stands for a move."""

    @abstractmethod
    def explain_refusal(self) -> str:
        """Return why no move can be made now; nothing if one can."""

    @abstractmethod
    def make_move(self, key: str) -> S:
        """Return the state after the move that a key stands for."""

    @abstractmethod
    def draw(self, message: str | None = None) -> RenderableType:
        """Draw the screen."""


def require_terminal(command: str, instead: str) -> None:
    """Raise `BabalabError` unless one can play here; `instead` says what else to use."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        raise BabalabError(f"{command} needs a terminal; {instead}")
    if out.is_dumb_terminal:
        raise BabalabError(
            f"{command} needs a terminal that can redraw, and TERM says this one can't"
        )
    if out.legacy_windows:
        raise BabalabError(f"{command} needs a newer console, such as Windows Terminal")


def play_interactively(play: InteractivePlay[Any]) -> bool:
    """Play until the player leaves; False if by Ctrl-C or because the terminal is gone."""
    try:
        with (
            read_keys() as keys,
            Screen(whole=True) as screen,
        ):
            screen.show(play.draw())
            while not play.over:
                play.press(read_key(keys, play, screen))
                play.think(lambda message: screen.show(play.draw(message)), keys.has_key)
                screen.show(play.draw())
    except (KeyboardInterrupt, EOFError):
        return False
    return True


def read_key(keys: Keys, play: InteractivePlay[Any], screen: Screen) -> str:
    """Wait for a key, and meanwhile redraw a terminal that gets another size."""
    while not keys.has_key(SECONDS_BETWEEN_LOOKS):
        if screen.resized:
            screen.show(play.draw())
    return keys.read()
