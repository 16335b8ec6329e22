"""Running the program as people do: as a process, and in a terminal of its own."""

from __future__ import annotations

import atexit
import os
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

if sys.platform != "win32":
    import fcntl
    import pty
    import termios

PROGRAM = (sys.executable, "-m", "babalab")
MAP = "______/_b..f_/_B12._/_F13._/______"
"""Solved by rrr and nothing shorter."""
UNSOLVABLE = "______/_b..f_/_B12._/_F.3._/______"
"""The IS that would make the flag WIN is missing."""
_ROCKS = "r.r.r.r.r.r.r.r.r"
ENDLESS = "/".join(
    [
        "_" * 20,
        "_B12R15.W16.F13...._",
        *[f"_b.{_ROCKS}"] * 14,
        f"_w.{_ROCKS}",
        f"_fw{_ROCKS}",
        "_" * 20,
    ]
)
"""No search gets through this in a lifetime, and the dead end is none of those that are known."""

PATIENCE = 15.0
"""Seconds until a test gives up waiting for a process; other tests are at work beside it."""

_ESCAPE = re.compile(rb"\x1b(\[[0-9;?]*[A-Za-z]|[()][A-Z0-9]|[=>78])")


def environment(**changes: str) -> dict[str, str]:
    """This process's environment without what steers terminals, and with the changes.

    Boards are text, and wins are kept where nobody's are.
    """
    steering = {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM", "COLORTERM", "BABALAB_DEBUG"}
    kept = {name: value for name, value in os.environ.items() if name not in steering}
    ours = {
        "TERM": "xterm-256color",
        "BABALAB_GRAPHICS": "text",
        "BABALAB_WINS": str(Path(_nobodys_folder(), "wins.db")),
    }
    return {**kept, **ours, **changes}


@cache
def _nobodys_folder() -> str:
    folder = tempfile.mkdtemp()
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def is_running(process: int | str) -> bool:
    """Whether there is such a process; one that has ended and waits for its parent is none."""
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False


def wait_until(condition: Callable[[], object], words: str = "it does not happen") -> None:
    """Wait for something that takes a moment; fail with these words if it never happens."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, words
        time.sleep(0.02)


def run(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str]:
    """Run the program to its end, no terminal about."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        env=environment(**environ),
        timeout=PATIENCE,
        check=False,
    )


class Terminal:
    """The program in a terminal of a given size, with keys to press and a screen to read."""

    def __init__(
        self,
        *arguments: str,
        columns: int = 80,
        lines: int = 24,
        program: Sequence[str] = PROGRAM,
        **environ: str,
    ) -> None:
        if sys.platform == "win32":
            pytest.skip("terminals are played with where there are pseudo-terminals")
        self.screen, terminal = pty.openpty()
        self._terminal = terminal
        fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        self.settings_before = termios.tcgetattr(terminal)
        self.output = b""
        self._read_up_to = 0
        self.process = subprocess.Popen(
            [*program, *arguments],
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            env=environment(**environ),
            start_new_session=True,
            # So that Ctrl-C typed there is a signal here.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self._terminal)
        os.close(self.screen)

    @property
    def text(self) -> str:
        """All that was shown so far, without colours and the like."""
        return _ESCAPE.sub(b"", self.output).decode("utf-8", errors="replace").replace("\r", "")

    @property
    def settings(self) -> list[Any]:
        """How the terminal is set now."""
        return termios.tcgetattr(self._terminal)

    def press(self, *keys: str) -> None:
        """Type keys."""
        os.write(self.screen, "".join(keys).encode())

    def wait_for(self, words: str) -> None:
        """Wait until words appear that had not been there when last waited for."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.text.find(words, self._read_up_to)) < 0:
            assert time.monotonic() < deadline, f"{words!r} did not appear in {self.text!r}"
            assert self._read(0.2) or self.process.poll() is None, f"ended: {self.text!r}"
        self._read_up_to = found + len(words)

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size."""
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def wait(self) -> int:
        """Wait for the end; the exit code."""
        deadline = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            self._read(0.05)
            assert time.monotonic() < deadline, f"does not end: {self.text!r}"
        while self._read(0.05):
            pass
        return self.process.returncode

    def _read(self, seconds: float) -> bool:
        ready, _, _ = select.select([self.screen], [], [], seconds)
        if ready:
            self.output += os.read(self.screen, 65536)
        return bool(ready)
