"""`babalab evaluate`: the run, its display, being interrupted, and what is wrong with the input."""

from __future__ import annotations

import json
import os
import re
import signal
import sqlite3
import subprocess
import time
from pathlib import Path

import pytest

from babalab.cli.main import call
from babalab.levels import write_levels
from support.arena import LEVELS, write_agent
from support.program import (
    MAP,
    PATIENCE,
    PROGRAM,
    Terminal,
    environment,
    is_running,
    wait_until,
)


@pytest.fixture
def levels(tmp_path: Path) -> str:
    write_levels(LEVELS, tmp_path / "levels.json")
    return str(tmp_path / "levels.json")


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The default store."""
    monkeypatch.setenv("BABALAB_STORE", str(tmp_path / "results.db"))
    return tmp_path / "results.db"


def rows(store: Path) -> int:
    try:
        with sqlite3.connect(f"file:{store}?mode=ro", uri=True) as connection:
            count: int = connection.execute("SELECT count(*) FROM results").fetchone()[0]
            return count
    except sqlite3.OperationalError:
        return 0


def test_the_table_goes_to_standard_output(
    levels: str, store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    command = ["evaluate", "--agents", "bfs,random:length=20", "--levels", levels]
    assert call([*command, "--iterations", "100", "--seeds", "2", "--workers", "2"]) == 0
    printed = capfd.readouterr()
    assert printed.err == "2 agents, 3 levels, 2 seeds: 12 attempts to make\n"
    heading, *table = printed.out.splitlines()
    assert heading.split()[:3] == ["agent", "solved", "win"]
    assert [line.split()[0] for line in table[:2]] == ["1", "2"]
    assert sorted(line.split()[1:3] for line in table[:2]) == [
        ["bfs", "4/6"],
        ["random:length=20", "4/6"],
    ]
    assert table[2].strip() == "each: 100 iterations per level"
    assert rows(store) == 12
    assert call([*command, "--iterations", "100", "--seeds", "2"]) == 0
    assert "0 attempts to make, 12 stored before" in capfd.readouterr().err
    assert rows(store) == 12


def test_json(levels: str, store: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bad = write_agent(tmp_path, "Bad", "raise ValueError('no idea')")
    command = ["evaluate", "--agents", "bfs", "--agent", bad, "--levels", levels, "--json"]
    assert call(command) == 0
    printed = capfd.readouterr()
    assert printed.err == ""
    answer = json.loads(printed.out)
    assert answer["store"] == str(store)
    assert (answer["attempts"], answer["made"], answer["stored_before"]) == (6, 6, 0)
    assert [each["agent"] for each in answer["leaderboard"]] == ["bfs", "Bad"]
    assert answer["leaderboard"][0]["budget"]["seconds"] == 10  # as in the competition
    assert answer["leaderboard"][0]["budget"]["iterations"] == 10_000
    assert [failure["agent"] for failure in answer["failures"]] == ["Bad"] * 3
    assert {failure["level"] for failure in answer["failures"]} == {"across", "farther", "never"}
    assert "ValueError: no idea" in answer["failures"][0]["error"]
    assert call(command) == 0
    again = json.loads(capfd.readouterr().out)
    assert (again["made"], again["stored_before"]) == (0, 6)
    assert again["leaderboard"] == answer["leaderboard"]


@pytest.mark.parametrize("workers", ["0", "1"])
def test_failures_are_told(
    workers: str, levels: str, store: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    bad = write_agent(tmp_path, "Bad", "return Findings('lll')")
    command = ["evaluate", "--agent", bad, "--levels", levels, "--workers", workers]
    for made in (3, 0):  # the second time they are stored
        assert call(command) == 1
        complaints = capfd.readouterr().err
        assert ("error: Bad failed on across, seed 0: 'lll' does not win" in complaints) == (
            made > 0
        )
        assert complaints.endswith("error: every attempt failed\n")
    assert rows(store) == 3
    assert call([*command, "--json"]) == 1
    assert call([*command, "--agents", "bfs"]) == 0, "one that only fails to solve a level counts"


def test_levels_that_are_there_twice(
    store: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "twice.json"
    path.write_text(json.dumps({"levels": [{"ascii": MAP.replace("/", "\n")}] * 3}))
    assert call(["evaluate", "--agents", "bfs", "--levels", str(path)]) == 0
    printed = capfd.readouterr()
    assert "2 levels have the same map as another: each map is tried once" in printed.err
    assert "3/3" in printed.out
    assert rows(store) == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--agents", "bsf", "--levels", "first-steps"], "there is no agent 'bsf'; did you mean"),
        (["--agents", "bfs", "--levels", "nowhere.json"], "there is no file and no pack"),
        (["--agents", "bfs"], "Missing option"),
        (["--levels", "first-steps"], "there is no agent to evaluate"),
        (["--agents", "bfs", "--levels", "first-steps", "--store", "/dev/null"], "not a file"),
        (["--agents", "random:length=x", "--levels", "first-steps"], "it must be a whole number"),
        (["--agents", "bfs", "--levels", "first-steps", "--seeds", "0"], "Invalid value"),
        (["--agents", "bfs", "--levels", "first-steps", "--memory", "lots"], "no size"),
    ],
)
def test_bad_input(
    options: list[str], words: str, store: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert call(["evaluate", *options]) == 2
    printed = capfd.readouterr()
    assert words in printed.err
    assert printed.out == ""
    assert rows(store) == 0


def test_invalid_levels_are_all_named(
    store: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bad.json"
    levels = [{"ascii": MAP.replace("/", "\n")}, {"ascii": "__\n_"}, {"ascii": "_?_"}]
    path.write_text(json.dumps({"levels": levels}))
    assert call(["evaluate", "--agents", "bfs", "--levels", str(path)]) == 2
    assert capfd.readouterr().err.count("error: ") == 2
    assert rows(store) == 0


def start(store: Path, agent: str, seeds: int) -> subprocess.Popen[str]:
    """An evaluation that takes a while, with some of it done."""
    process = subprocess.Popen(
        [*PROGRAM, "evaluate", "--agent", agent, "--levels", "first-steps", "--seeds", str(seeds),
         "--iterations", "10", "--workers", "2"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=environment(BABALAB_STORE=str(store)),
    )  # fmt: skip
    deadline = time.monotonic() + PATIENCE
    while rows(store) < 5:
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.01)
    return process


@pytest.mark.skipif(os.name == "nt", reason="about signals of Unix")
@pytest.mark.parametrize("signal_", [signal.SIGINT, signal.SIGKILL, signal.SIGTERM])
def test_an_interrupted_run_goes_on(
    signal_: signal.Signals, store: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    note = tmp_path / "processes"
    body = f"""
import os, time
with open({str(note)!r}, "a") as file:
    print(os.getpid(), file=file)
time.sleep(0.05)
return Findings()
"""
    agent = write_agent(tmp_path, "Slow", body)
    process = start(store, agent, seeds=4)
    process.send_signal(signal_)
    _, told = process.communicate(timeout=PATIENCE)
    kept = rows(store)
    assert 5 <= kept < 40
    if signal_ is signal.SIGINT:
        assert process.returncode == 130
        made = re.search(r"interrupted after (\d+) of 40 attempts", told)
        assert made is not None
        assert int(made[1]) in (kept - 1, kept)
        assert "the same command goes on from there" in told
        assert "Traceback" not in told
    workers = set(note.read_text().split())
    wait_until(lambda: not any(map(is_running, workers)), "a worker outlives the program")
    command = ["evaluate", "--agent", agent, "--levels", "first-steps", "--seeds", "4"]
    assert call([*command, "--iterations", "10", "--json"]) == 0
    answer = json.loads(capfd.readouterr().out)
    assert (answer["stored_before"], answer["made"]) == (kept, 40 - kept)
    assert rows(store) == 40
    assert answer["leaderboard"][0]["attempts"] == 40


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes as on Linux")
def test_workers_end_with_the_program_whatever_they_do(store: Path, tmp_path: Path) -> None:
    note = tmp_path / "process"
    body = f"import os\nopen({str(note)!r}, 'w').write(str(os.getpid()))\nwhile True: pass"
    endless = write_agent(tmp_path, "Endless", body)
    process = subprocess.Popen(
        [*PROGRAM, "evaluate", "--agent", endless, "--levels", "first-steps", "--workers", "1"],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        env=environment(BABALAB_STORE=str(store)),
    )  # fmt: skip
    wait_until(lambda: note.exists() and note.read_text())
    process.kill()
    process.wait()
    wait_until(lambda: not is_running(note.read_text()), "the worker outlives the program")


def test_the_display(store: Path, tmp_path: Path) -> None:
    slow = write_agent(tmp_path, "Slow", "import time; time.sleep(0.1)\nreturn Findings()")
    with Terminal(
        "evaluate", "--agents", "bfs", "--agent", slow, "--levels", "first-steps", "--workers", "2",
        columns=100, BABALAB_STORE=str(store),
    ) as terminal:  # fmt: skip
        terminal.wait_for("2 agents, 10 levels, 1 seed: 20 attempts to make")
        terminal.wait_for(" left  Slow on ")
        terminal.wait_for("win rate")
        assert terminal.wait() == 0
        assert "10/10" in terminal.text
    assert rows(store) == 20


def test_ctrl_c_in_a_terminal(store: Path, tmp_path: Path) -> None:
    slow = write_agent(tmp_path, "Slow", "import time; time.sleep(0.2)\nreturn Findings()")
    with Terminal("evaluate", "--agent", slow, "--levels", "first-steps", "--workers", "1",
                  BABALAB_STORE=str(store)) as terminal:  # fmt: skip
        terminal.wait_for("Slow on ")
        terminal.press("\x03")
        assert terminal.wait() == 130
        assert "the same command goes on from there" in terminal.text.replace("\n", " ")
