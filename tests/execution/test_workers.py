"""Worker processes: kept, replaced, killed, and what they must not bring along."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from babalab.arena import Task, Workers
from support.arena import LEVELS, QUICK, write_agent

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes can't be asked there")


def processes(workers: Workers, tasks: int = 6) -> set[str]:
    """Run tasks that name the process they are run by."""
    return {str(attempt.result.error) for attempt in workers.run([task_of()] * tasks)}


def task_of() -> Task:
    return Task("who.py:Who", LEVELS[0], 0, QUICK)


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
        (attempt,) = workers.run([Task(dies, LEVELS[0], 0, QUICK)])
        assert attempt.result.error == "crashed: killed by SIGKILL"
        assert len(processes(workers)) == 1
        assert processes(workers) != first


def test_the_main_module_of_the_program_brings_nothing_along() -> None:
    """Every worker loads it again."""
    code = "import sys, babalab.__main__; print('babalab.cli' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
