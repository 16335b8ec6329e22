"""Play with the keyboard in real time, at a fixed number of ticks per second."""

from __future__ import annotations

import time
from typing import Any

from babalab.cli.ui.interactive import InteractivePlay, read_key
from babalab.cli.ui.keys import Keys, read_keys
from babalab.cli.ui.screen import Screen

STANDING = "the time stands still until you move"


def play_in_real_time(play: InteractivePlay[Any], wait: str, ticks_per_second: float) -> bool:
    """Play until the player leaves; False if by Ctrl-C or because the terminal is gone.

    A tick without a key that moves is one with the key `wait`. The time runs from the first move
    on, and stands still again after any other key, and when nothing can be moved any more.
    """
    seconds = 1 / ticks_per_second
    running = False
    try:
        with (
            read_keys() as keys,
            Screen(whole=True) as screen,
        ):
            screen.show(play.draw(STANDING))
            due = 0.0
            while not play.over:
                key = _last_move(play, keys, wait, due) if running else read_key(keys, play, screen)
                moves = play.is_move(key)
                began = moves and not running
                now = time.monotonic()
                due = now + seconds if began else max(now, due + seconds)
                play.press(key)
                running = moves and not play.explain_refusal()
                stopped = STANDING if not running and not play.explain_refusal() else None
                screen.show(play.draw(play.message or stopped))
    except (KeyboardInterrupt, EOFError):
        return False
    return True


def _last_move(play: InteractivePlay[Any], keys: Keys, wait: str, due: float) -> str:
    """Return the last move pressed before a tick is due, or `wait`; another key at once."""
    chosen = wait
    while keys.has_key(max(0.0, due - time.monotonic())):
        key = keys.read()
        if not play.is_move(key):
            return key
        chosen = key
        if time.monotonic() >= due:  # a key held down may never stop coming
            break
    return chosen
