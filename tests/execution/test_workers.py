"""Worker processes: kept, replaced, killed, and what they must not bring along."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from babalab.arena import SolveTask, Workers
from babalab.execution import crew
from babalab.execution.call import Raised, Returned, call_each, make_calls
from babalab.execution.errors import ExecutionError
from support.arena import LEVELS, solve_task, write_agent
from support.program import environment
from support.tasks import (
    PATIENCE,
    Plain,
    go_on_reporting,
    misbehave,
    process_of,
    square,
    until_told,
)

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes can't be asked there")


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
        assert processes(workers) == first, "it serves another agent"


def test_what_is_at_work(tmp_path: Path) -> None:
    """A task runs from the moment it has begun until its outcome is there."""
    workers = Workers(2)
    running: list[set[str]] = []
    stop: list[bool] = []

    def see(_task: object, _sighting: object) -> None:
        running.append({task.where for task in workers.running})
        stop.append(len(running) == 2)

    calls = make_calls(partial(until_told, tmp_path), range(2), name=str)
    assert len(list(workers.run(calls, watch=see, stop=lambda: any(stop)))) == 2
    assert running[1] == {"0", "1"}
    assert workers.running == []


def test_a_limit_of_its_own_and_one_for_all() -> None:
    for limits, told in (
        ({"patience": 0.4}, "killed: still at work after 0.4 s"),
        ({"grace": 0.2, "patience": None}, "killed: still at work 0.2 s after its 0.3 s were over"),
    ):
        calls = [
            replace(call, seconds=None if limits["patience"] else 0.3)
            for call in make_calls(misbehave, ["hang", "well"])
        ]
        with Workers(1, **limits) as workers:  # type: ignore[arg-type]
            first, second = workers.run(calls, ordered=True)
            assert isinstance(first, Raised)
            assert str(first.error) == f"'hang': {told}"
            assert second == Returned("well")


def test_one_that_goes_on_reporting_is_killed() -> None:
    heard: list[str] = []
    calls = call_each(Workers(1, patience=0.3), go_on_reporting, [0], watch=heard.append)
    with pytest.raises(ExecutionError, match=r"still at work after 0\.3 s"):
        list(calls)
    assert len(heard) > 100


@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("error", r"ValueError: no idea"),
        ("lambda", "lost: a value of type function is not plain data"),
        ("unpicklable", "lost: TypeError: it stays here"),
        ("unreadable", "RuntimeError: it can't be read"),
        ("leave", "crashed: ended its process with exit code 7"),
    ],
)
def test_tasks_that_break_the_rules(how: str, told: str) -> None:
    first, second = Workers(1).run([Plain(how), Plain("well")], ordered=True)
    assert re.match(told, first)
    assert second == "well"


def test_a_worker_with_threads_left_is_replaced() -> None:
    with Workers(1) as workers:
        assert list(workers.run([Plain("thread")])) == ["thread"]
        one, *others = call_each(workers, process_of, range(3))
        assert set(others) == {one}
        assert list(workers.run([Plain("thread")])) == ["thread"]
        assert one not in call_each(workers, process_of, range(3))


def test_workers_that_never_get_to_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(_modules: object) -> socket.socket:
        ours, theirs = socket.socketpair()
        theirs.close()
        return ours

    monkeypatch.setattr(crew, "SECONDS_AFTER_BREAKDOWN", 0.001)
    monkeypatch.setattr(crew, "start_warden", give_up)
    with pytest.raises(ExecutionError, match="break down before they do anything"):
        list(call_each(Workers(2), square, range(5)))


def test_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_modules: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(crew, "SECONDS_AFTER_BREAKDOWN", 0.001)
    monkeypatch.setattr(crew, "start_warden", refuse)
    with pytest.raises(ExecutionError, match=r"enough memory for 2\? Use fewer"):
        list(call_each(Workers(2), square, range(5)))


def test_nobody_to_work() -> None:
    with pytest.raises(ExecutionError, match="0 workers can't do anything"):
        Workers(0)


FORGETFUL = """
from babalab.execution.call import make_calls
from babalab.execution.workers import Workers
from support.tasks import misbehave

run = Workers(2).run(make_calls(misbehave, ["well", "hang", "hang"]))
print(next(run).get())
"""


def test_they_end_with_a_program_that_forgets_them() -> None:
    done = subprocess.run(
        [sys.executable, "-c", FORGETFUL],
        capture_output=True,
        text=True,
        timeout=PATIENCE / 2,
        check=False,
        env=environment(PYTHONPATH=str(Path(__file__).parents[1])),
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "well\n", "")


def test_the_main_module_of_the_program_brings_nothing_along() -> None:
    """Every worker loads it again."""
    code = "import sys, babalab.__main__; print('babalab.cli' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


ADVANCE = """
import sys
from babalab.execution.call import call_each
from babalab.execution.nursery import load_in_advance
from babalab.execution.workers import Workers
from support.tasks import is_loaded

load_in_advance("babalab.game.level")
modules = ["babalab.game.level", "babalab.levels", "support.tasks", "babalab.execution.worker"]
print(*call_each(Workers(1), is_loaded, modules))
"""


def test_what_workers_have_loaded_in_advance() -> None:
    """What is asked for, and what the tasks are made of; nothing of any other room."""
    done = subprocess.run(
        [sys.executable, "-c", ADVANCE], capture_output=True, text=True, timeout=PATIENCE,
        check=False, env=environment(PYTHONPATH=str(Path(__file__).parents[1])),
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("True False True True\n", "")


ODD_SURROUNDINGS = """
import os, sys
from babalab.execution.call import call_each
from babalab.execution.errors import ExecutionError
from babalab.execution.workers import Workers
from support.tasks import square

if __name__ == "__main__":
    told = os.dup(1)
    {surroundings}
    try:
        found = list(call_each(Workers(2), square, range(3)))
    except ExecutionError as error:
        found = error
    os.write(told, str(found).encode())
"""


@pytest.mark.parametrize(
    ("surroundings", "found"),
    [
        ("os.close(0)", "[0, 1, 4]"),
        ("os.closerange(0, 2)", "[0, 1, 4]"),
        ("os.closerange(0, 3)", "[0, 1, 4]"),
        ("os.closerange(1, 3)", "[0, 1, 4]"),
        (
            "import tempfile; os.chdir(tempfile.mkdtemp()); os.rmdir(os.getcwd())",
            "the current folder is gone; change to another one",
        ),
    ],
)
def test_odd_surroundings(surroundings: str, found: str) -> None:
    """Standard streams that are closed, so that others take their numbers; no current folder."""
    done = subprocess.run(
        [sys.executable, "-c", ODD_SURROUNDINGS.format(surroundings=surroundings)],
        capture_output=True, text=True, timeout=PATIENCE, check=False,
        env=environment(PYTHONPATH=str(Path(__file__).parents[1])),
    )  # fmt: skip
    assert done.stdout == found


UNGUARDED = """
import os
from babalab.execution.call import call_each
from babalab.execution.workers import Workers
from support.tasks import square

{before}
print(*call_each(Workers(2), square, range(3)))
"""


@pytest.mark.parametrize(
    ("before", "cause"),
    [
        ("", "must not start any itself"),
        ("os.mkdir('made')", "FileExistsError"),
        ("if os.path.exists('met'): raise SystemExit('met')\nopen('met', 'w').close()", "met"),
    ],
)
def test_a_main_file_that_workers_cannot_load(before: str, cause: str, tmp_path: Path) -> None:
    """It is loaded once, the cause is told once, and the program ends with one error."""
    script = tmp_path / "script.py"
    script.write_text(UNGUARDED.format(before=before), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script.name], cwd=tmp_path, capture_output=True, text=True,
        timeout=PATIENCE, check=False,
        env=environment(PYTHONPATH=str(Path(__file__).parents[1])),
    )  # fmt: skip
    told, _, error = done.stderr.partition("Traceback")
    assert (done.returncode, done.stdout) == (1, "")
    assert cause in told
    assert told.count("\n") == 1
    assert done.stderr.count("ExecutionError: workers can't load the program's main file") == 1
    assert error.rstrip().endswith("if __name__ == '__main__':")
