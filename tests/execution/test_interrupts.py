"""Ctrl-C: what is done is kept, tasks elsewhere never see it, pressed again it hurts nobody."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from babalab.execution.interrupts import hold_interrupts, note_interrupts
from support.program import environment, is_running, wait_until

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")

PATIENCE = 60.0
PROGRAM = """
import sys
from functools import partial
from pathlib import Path

from babalab.execution.call import call_each
from babalab.execution.choosing import choose_executor
from support import tasks

if __name__ == "__main__":
    place, workers, task, where = sys.argv[1:]
    folder = Path(where)
    run = call_each(
        choose_executor(place, int(workers)),
        partial(getattr(tasks, task), folder),
        range(10),
        ordered=False,
        watch=lambda _: (folder / "begun").touch(),
    )
    (folder / "started").touch()
    try:
        for number in run:
            print(number, flush=True)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
        sys.exit(130)
"""


@contextmanager
def program(place: str, workers: int, task: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Run it in a process group of its own, as in a terminal."""
    file = folder / "program.py"
    file.write_text(PROGRAM, encoding="utf-8")
    process = subprocess.Popen(
        [sys.executable, str(file), place, str(workers), task, str(folder)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env=environment(PYTHONPATH=str(Path(__file__).parents[1])),
    )
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def press_ctrl_c(process: subprocess.Popen[str]) -> None:
    """Interrupt the program and everything in its process group."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGINT)


def wait_for(file: Path, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not file.exists():
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, f"{file.name} never came"
        time.sleep(0.01)


def are_gone(folder: Path) -> bool:
    """Whether no process that tasks ran in is left; it may take the system a moment."""
    numbers = [file.name.removeprefix("process-") for file in folder.glob("process-*")]
    wait_until(lambda: not any(map(is_running, numbers)), "processes are left")
    return bool(numbers)


@pytest.mark.parametrize("presses", [1, 3])
def test_workers(presses: int, tmp_path: Path) -> None:
    with program("workers", 2, "go_on", tmp_path) as process:
        assert process.stdout is not None
        kept = sorted(process.stdout.readline() for _ in range(3))
        wait_for(tmp_path / "begun", process)
        for _ in range(presses):
            press_ctrl_c(process)
            time.sleep(0.002)
        out, err = process.communicate(timeout=PATIENCE)
    assert kept == ["0\n", "1\n", "2\n"]
    if presses == 1:  # else it may come while the program prints, or ends
        assert (process.returncode, out, err) == (130, "interrupted\n", "")
    assert process.returncode != 0
    assert not (tmp_path / "interrupted").exists()
    assert are_gone(tmp_path)


def test_while_workers_are_started(tmp_path: Path) -> None:
    """None of them says a word about it."""
    with program("workers", 2, "go_on", tmp_path) as process:
        wait_for(tmp_path / "started", process)
        time.sleep(0.05)
        press_ctrl_c(process)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out.split()[-1:], err) == (130, ["interrupted"], "")


def test_in_this_process(tmp_path: Path) -> None:
    """The task that swallowed it does not count as done."""
    with program("workers", 0, "swallow", tmp_path) as process:
        wait_for(tmp_path / "begun", process)
        press_ctrl_c(process)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out.split(), err) == (130, ["0", "1", "2", "interrupted"], "")


def test_it_is_held_back_and_not_lost() -> None:
    done: list[str] = []

    def interrupted() -> None:
        with hold_interrupts():
            signal.raise_signal(signal.SIGINT)
            signal.raise_signal(signal.SIGINT)
            done.append("all of it")

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert done
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_it_is_noted() -> None:
    with note_interrupts() as pressed:
        assert not pressed()
        with suppress(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
        assert pressed()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_handlers_of_others_are_theirs() -> None:
    heard: list[int] = []
    usual = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        with note_interrupts() as pressed:
            signal.raise_signal(signal.SIGINT)
            assert not pressed()
        with hold_interrupts():
            signal.raise_signal(signal.SIGINT)
            assert len(heard) == 1
        assert len(heard) == 2
    finally:
        signal.signal(signal.SIGINT, usual)
