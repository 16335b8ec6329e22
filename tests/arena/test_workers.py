"""What workers are kept from by hand, since Pebble does not notice it."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import Future
from datetime import UTC, datetime

import pytest

from babalab.arena import Attempt, Task, Workers
from babalab.arena.worker import Begun
from babalab.arena.workers import _Crew
from support.arena import LEVELS, QUICK

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes can't be asked there")


class FakeCrew(_Crew):
    """Nobody at all, but with what they are said to have taken up."""

    def __init__(self, begun: dict[int, Begun]) -> None:
        super().__init__(1)
        self._begun = begun


def someone(*, alive: bool, refused: bool = False) -> Begun:
    """A worker that took up task 0, and has ended since or not."""
    process = subprocess.Popen([sys.executable, "-c", "pass"])
    process.wait()
    return Begun(0, 1 if alive else process.pid, datetime.now(UTC), refused)


@pytest.mark.parametrize(
    ("begun", "found"),
    [
        (someone(alive=False), True),
        (someone(alive=True), False),
        (someone(alive=False, refused=True), False),
        (None, False),
    ],
)
def test_a_worker_that_died_unnoticed(begun: Begun | None, found: bool) -> None:
    """Its task is given up at the second look: the first may just have come too early."""
    workers = Workers(1)
    future: Future[Attempt] = Future()
    workers._pending[future] = (0, Task("bfs", LEVELS[0], 0, QUICK))
    crew = FakeCrew({} if begun is None else {0: begun})
    try:
        assert workers._overlooked(crew) == []
        assert workers._overlooked(crew) == ([future] if found else [])
        assert future.cancelled() is found
    finally:
        workers._pending.clear()
        crew._begun.clear()  # or it would end the group of process 1
        crew.dismiss()
