"""What workers are kept from by hand, since Pebble does not notice it."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import Future
from datetime import UTC, datetime
from pathlib import Path

import pytest

from babalab.arena import SolveAttempt, SolveTask, Workers
from babalab.execution.worker import Begun
from babalab.execution.workers import _Crew
from support.arena import LEVELS, solve_task, write_agent

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
    future: Future[SolveAttempt] = Future()
    workers._pending[future] = (0, solve_task("bfs", LEVELS[0]))
    crew = FakeCrew({} if begun is None else {0: begun})
    try:
        assert workers._overlooked(crew) == []
        assert workers._overlooked(crew) == ([future] if found else [])
        assert future.cancelled() is found
    finally:
        workers._pending.clear()
        crew._begun.clear()  # or it would end the group of process 1
        crew.dismiss()


def processes(workers: Workers, tasks: int = 6) -> set[str]:
    """Run tasks that name the process they are run by."""
    return {str(attempt.result.error) for attempt in workers.run([task_of()] * tasks)}


def task_of() -> SolveTask:
    return solve_task("who.py:Who", LEVELS[0])


@pytest.fixture
def _who(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_agent(tmp_path, "Who", "import os\nraise ValueError(os.getpid())")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("_who")
def test_workers_stay_within_a_with() -> None:
    with Workers(1) as workers:
        first = processes(workers)
        assert len(first) == 1
        assert processes(workers, 1) == first
        with workers:
            assert processes(workers) == first
        assert processes(workers) == first
    assert processes(workers) != first
    assert workers.running == []


@pytest.mark.usefixtures("_who")
def test_workers_that_were_broken_off_do_not_stay() -> None:
    with Workers(1) as workers:
        first = processes(workers)
        attempts = workers.run([task_of()] * 6)
        next(attempts)
        attempts.close()
        assert processes(workers) != first


@pytest.mark.usefixtures("_who")
def test_workers_that_stay_survive_one_that_dies(tmp_path: Path) -> None:
    dies = write_agent(tmp_path, "Dies", "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)")
    with Workers(1) as workers:
        first = processes(workers)
        (attempt,) = workers.run([solve_task(dies, LEVELS[0])])
        assert attempt.result.error == "crashed: killed by SIGKILL"
        assert len(processes(workers)) == 1
        assert processes(workers) != first


def test_the_main_module_of_the_program_brings_nothing_along() -> None:
    """Every worker loads it again."""
    code = "import sys, babalab.__main__; print('babalab.cli' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
