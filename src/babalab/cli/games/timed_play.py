"""Play with the keyboard in real time, at a number of ticks per second that can be changed."""

from __future__ import annotations

import random
import time
from abc import ABC
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from rich.console import RenderableType

from babalab.cli.ui.interactive import LEAVE, SECONDS_BETWEEN_LOOKS, UNDO, InteractivePlay
from babalab.cli.ui.keys import Keys, read_keys
from babalab.cli.ui.screen import Screen
from babalab.game.errors import LevelError
from babalab.games import Game, GameLevel
from babalab.games.vgdl import VgdlGame

S = TypeVar("S")
"""A state of what is played."""

PAUSE: Final = "p"
FASTER: Final = ("+", "=")
SLOWER: Final = ("-", "_")
SPEEDS: Final = (0.5, 1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 60)
"""The ticks per second that the keys go through."""
SECONDS_TO_READ: Final = 3
"""The time before the first tick of a level, in which one can look at it."""
PAUSED: Final = "the time stands still: p or a move goes on"


DEFAULT_SPEED: Final = 5.0
"""Ticks per second; see docs/games.md for why."""
SLOWEST: Final = 0.1
FASTEST: Final = 60.0
TICKS_TO_SEE: Final = 60
"""The ticks within which anything that moves by itself has done so."""
LEVELS_TO_SEE: Final = 10


class TimedPlay(InteractivePlay[S], ABC):
    """A play that can run in real time."""

    pace = ""
    """The speed of time in words; empty if it does not run by itself."""
    wait = ""
    """The key for a tick without a move."""
    timed = False
    """Whether it runs in real time."""
    helping = False
    """Whether a page of help is shown instead of the game."""


def play_in_real_time(play: TimedPlay[S], ticks_per_second: float) -> bool:
    """Play until the player leaves; False if by Ctrl-C or because the terminal is gone."""
    try:
        clock = Clock(play, ticks_per_second)
        with (
            read_keys() as keys,
            Screen(whole=True) as screen,
        ):
            screen.show(clock.draw())
            while not play.over:
                clock.go_on(keys, lambda: screen.resized)
                screen.show(clock.draw())
    except (KeyboardInterrupt, EOFError):
        return False
    return True


class Clock:
    """The time of a play: it is about to run, runs, or stands still until a key lets it go on.

    A tick without a key that moves is one of waiting. Of several moves before a tick the last
    counts. The time stands still after a move is taken back, while help is shown, and when nothing
    can be moved any more; a level begins after some seconds, or with the first move.
    """

    def __init__(self, play: TimedPlay[S], ticks_per_second: float) -> None:
        self.play = play
        play.timed = True
        self.speed = ticks_per_second
        self.running = False
        self.begins: float | None = None
        """When the time begins to run by itself."""
        self.due = 0.0
        """When the next tick is."""
        self._get_ready()

    def _get_ready(self) -> None:
        self.running, self.begins = False, time.monotonic() + SECONDS_TO_READ

    def _run(self) -> None:
        self.running, self.begins = True, None
        self.due = time.monotonic() + 1 / self.speed

    def _stand(self) -> None:
        self.running, self.begins = False, None

    def draw(self) -> RenderableType:
        """Draw the screen."""
        play = self.play
        refused = play.explain_refusal()
        if self.begins is not None:
            play.pace = f"begins in {max(1, round(self.begins - time.monotonic()))}"
        else:
            play.pace = f"{self.speed:g} ticks/s" if self.running else "" if refused else "paused"
        standing = not self.running and self.begins is None and not refused
        return play.draw(play.message or (PAUSED if standing else None))

    def go_on(self, keys: Keys, stop: Callable[[], bool] = lambda: False) -> None:
        """Wait for a key, the next tick or the next second, and do what it asks for.

        While the time stands still, `stop` tells whether to wait no longer.
        """
        if self.running:
            self.press(_last_move(self.play, keys, self.due))
            return
        waiting = None if self.begins is None else max(0.0, self.begins - time.monotonic())
        if waiting is None:
            while not stop():
                if keys.has_key(SECONDS_BETWEEN_LOOKS):
                    self.press(keys.read())
                    return
        elif keys.has_key(min(1.0, waiting)):
            self.press(keys.read())
        elif waiting <= 1.0:
            self._run()

    def press(self, key: str) -> None:
        """Handle a key."""
        play = self.play
        if play.helping:
            play.press(key)
        elif key == PAUSE:
            play.message = ""
            if play.explain_refusal():
                pass
            elif self.running or self.begins is not None:
                self._stand()
            else:
                self._run()
        elif key in FASTER or key in SLOWER:
            self._change_speed(key in FASTER)
        elif play.is_move(key):
            began = not self.running
            due = self.due
            play.press(key)
            if play.explain_refusal():
                self._stand()
            elif began:
                self._run()
            else:
                self.due = max(time.monotonic(), due + 1 / self.speed)
        else:
            before = play.past
            play.press(key)
            if key in UNDO or key in LEAVE or key == "?":
                self._stand()
            elif play.past is not before and not play.past:
                self._get_ready()

    def _change_speed(self, faster: bool) -> None:
        """Go to the next speed in the table, and say so."""
        beyond = [each for each in SPEEDS if (each > self.speed if faster else each < self.speed)]
        if beyond:
            self.speed = min(beyond) if faster else max(beyond)
        self.play.message = f"{self.speed:g} ticks per second"


def runs_by_itself(kind: type[Game[Any]], levels: Sequence[GameLevel]) -> bool:
    """Tell whether an arcade game goes on while its player waits, on any of the first levels."""
    return issubclass(kind, VgdlGame) and any(
        _goes_on(kind, level) for level in levels[:LEVELS_TO_SEE]
    )


def _goes_on(kind: type[VgdlGame], level: GameLevel) -> bool:
    try:
        game = kind(level)
    except LevelError:
        return False
    chance = random.Random(0)
    state = game.start(chance)
    first = game.sprites(state)
    for _ in range(TICKS_TO_SEE):
        state = game.step(state, game.actions.index("wait"), chance)
        if game.sprites(state) != first:
            return True
    return False


def _last_move(play: TimedPlay[S], keys: Keys, due: float) -> str:
    """Return the last move pressed before a tick is due, or waiting; another key at once."""
    chosen = play.wait
    while keys.has_key(max(0.0, due - time.monotonic())):
        key = keys.read()
        if not play.is_move(key):
            return key
        chosen = key
        if time.monotonic() >= due:  # a key held down may never stop coming
            break
    return chosen
