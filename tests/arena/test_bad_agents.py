"""Agents that do what agents must not: each costs its own attempts, and nothing else."""

from __future__ import annotations

import sys
import time
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from babalab.agents import Result, Verdict
from babalab.arena import SOLVING, Store, Workers
from babalab.base.budget import Budget
from support.arena import LEVELS, QUICK, evaluate, results_by_name, write_agent
from support.program import PATIENCE, is_running

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers are strictest on Linux")

ACROSS = LEVELS[:1]
FAILURES = {
    "raises": ("raise ValueError('no idea')", "ValueError: no idea (raises.py:14: raise Val"),
    "exits": ("import sys; sys.exit('enough')", "SystemExit: enough"),
    "interrupts": ("raise KeyboardInterrupt", "interrupted itself"),
    "leaves": ("import os; os._exit(1)", "crashed: ended its process with exit code 1"),
    "leaves_quietly": ("import os; os._exit(0)", "crashed: ended its process with exit code"),
    "kills_itself": ("import os; os.kill(os.getpid(), 9)", "crashed: killed by SIGKILL"),
    "segfaults": ("import ctypes; ctypes.string_at(0)", "crashed: killed by SIGSEGV"),
    "returns_number": ("return Findings(42)", "returned 42 as the solution"),
    "returns_no_moves": ("return Findings('rxr')", "column 2: 'x' is not a move"),
    "returns_loss": ("return Findings('lll')", "'lll' does not win"),
    "returns_nothing": ("return None", "search returned None; let it return Findings"),
    "deep": ("f = lambda: f()\nf()", "RecursionError: "),
    "hoards": ("hoard = []\nwhile True: hoard.append(bytearray(1 << 20))", "MemoryError: wanted"),
    "unprintable": (
        "class Odd(Exception):\n    def __str__(self): raise RuntimeError\nraise Odd",
        "Odd: (an error that can't be printed)",
    ),
}


@pytest.fixture(scope="module")
def verdicts(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Result]]:
    """All of them at once, among honest ones, on two workers: each agent's results."""
    folder = tmp_path_factory.mktemp("bad")
    bad = [write_agent(folder, name, body) for name, (body, _) in FAILURES.items()]
    found: dict[str, list[Result]] = {}
    with Store(folder / "results.db") as store:
        workers = Workers(2, grace=0.3, memory=200 << 20)
        for attempt in evaluate(store, ["bfs", *bad, "dfs"], LEVELS[:2], executor=workers):
            found.setdefault(attempt.task.contestant.name, []).append(attempt.result)
        assert len(store.records(SOLVING)) == 2 * (2 + len(bad))
    return found


@pytest.mark.parametrize("name", FAILURES)
def test_it_fails_with_a_reason(name: str, verdicts: dict[str, list[Result]]) -> None:
    assert len(verdicts[name]) == 2
    for result in verdicts[name]:
        assert (result.verdict, result.solution) == (Verdict.FAILED, None)
        assert result.error is not None
        assert FAILURES[name][1] in result.error


def test_the_others_are_not_disturbed(verdicts: dict[str, list[Result]]) -> None:
    for name in ("bfs", "dfs"):
        assert [result.verdict for result in verdicts[name]] == [Verdict.SOLVED] * 2
    assert sorted(len(result.solution or "") for result in verdicts["bfs"]) == [3, 4]


@pytest.mark.parametrize("body", ["while True: pass", "import time; time.sleep(1000)"])
@pytest.mark.parametrize(
    ("budget", "error"),
    [
        (Budget(seconds=0.2), "killed: still at work 0.3 s after its 0.2 s were over"),
        (QUICK, "killed: still at work after 0.6 s"),
    ],
)
def test_one_that_never_ends(body: str, budget: Budget, error: str, tmp_path: Path) -> None:
    agent = write_agent(tmp_path, "Endless", body)
    with Store(tmp_path / "results.db") as store:
        workers = Workers(1, grace=0.3, patience=0.6)
        made = evaluate(store, [agent, "bfs"], ACROSS, budget=budget, executor=workers)
    results = results_by_name(made)
    assert (results["Endless"].verdict, results["Endless"].error) == (Verdict.FAILED, error)
    assert 0.4 <= results["Endless"].seconds < 10
    assert results["bfs"].solved


def test_one_that_ignores_being_told_to_end(tmp_path: Path) -> None:
    body = "import signal, time\nsignal.signal(15, signal.SIG_IGN)\nwhile True: time.sleep(1)"
    agent = write_agent(tmp_path, "Stubborn", body)
    with Store(tmp_path / "results.db") as store:
        made = evaluate(store, [agent], ACROSS, budget=Budget(seconds=0.1))
    assert "killed" in (made[0].result.error or "")


def test_what_it_prints_is_swallowed(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    body = (
        "print('NOISE')\nimport os; os.system('echo NOISE; echo NOISE >&2')\nreturn Findings('rrr')"
    )
    agent = write_agent(tmp_path, "Noisy", body)
    path = Path(agent.rpartition(":")[0])
    path.write_text("print('NOISE')\n" + path.read_text())
    with Store(tmp_path / "results.db") as store:
        made = evaluate(store, [agent], ACROSS)
    assert made[0].result.solved
    printed = capfd.readouterr()
    assert "NOISE" not in printed.out + printed.err


@pytest.mark.parametrize(
    ("ending", "verdict"),
    [
        ("return Findings('rrr')", Verdict.SOLVED),
        ("os._exit(3)", Verdict.FAILED),
        ("while True: pass", Verdict.FAILED),
    ],
)
def test_processes_it_starts_end_with_it(ending: str, verdict: Verdict, tmp_path: Path) -> None:
    note = tmp_path / "processes"
    body = f"""
import os, subprocess, time
sleeper = subprocess.Popen(["sh", "-c", "sleep 600 & echo $! >> {note}; wait"])
forked = os.fork()
if not forked:
    time.sleep(600)
with open({str(note)!r}, "a") as file:
    print(sleeper.pid, forked, sep="\\n", file=file)
while open({str(note)!r}).read().count("\\n") < 3:
    time.sleep(0.01)
{ending}
"""
    agent = write_agent(tmp_path, "Parent", body)
    with Store(tmp_path / "results.db") as store:
        made = evaluate(store, [agent, "bfs"], ACROSS, budget=Budget(seconds=0.7))
    results = results_by_name(made)
    assert results["Parent"].verdict is verdict
    assert results["bfs"].solved
    processes = [int(line) for line in note.read_text().split()]
    assert len(processes) == 3
    deadline = time.monotonic() + PATIENCE
    while any(is_running(process) for process in processes):
        assert time.monotonic() < deadline, "they live on"
        time.sleep(0.05)


def test_a_copy_of_the_worker_that_returns_counts_for_nothing(tmp_path: Path) -> None:
    agent = write_agent(tmp_path, "Forker", "import os\nos.fork()\nreturn Findings('rrr')")
    with Store(tmp_path / "results.db") as store:
        made = evaluate(store, [agent, "bfs"], ACROSS, seeds=range(5))
        assert len(store.records(SOLVING)) == 10
    assert len(made) == 10
    assert all(attempt.result.solved for attempt in made)


def test_claims_that_bypass_the_base_class_are_checked_too(tmp_path: Path) -> None:
    claims = {
        "Text": "'rrr'",
        "Liar": "Result('x', Verdict.SOLVED, 'll', 0, 0, 0, 0)",
        "Wordless": "Result('x', Verdict.SOLVED, None, 0, 0, 0, 0)",
        "Negative": "Result('x', Verdict.GAVE_UP, None, 0, -1, 0, 0)",
        "Infinite": "Result('x', Verdict.GAVE_UP, None, 0, 0, float('inf'), 0)",
        "Greedy": "Result('x', Verdict.GAVE_UP, None, 0, 10_000, 0, 0)",
        "Odd": "Result('x', Verdict.GAVE_UP, None, 0, 0, 0, 0, statistics={'a': 'b'})",
        "Honest": "Result('x', Verdict.SOLVED, 'RRR ll', 99, 5, 25, 7, statistics={'a': 1})",
    }
    agents = []
    for name, claim in claims.items():
        agents.append(write_agent(tmp_path, name, "return Findings()"))
        path = tmp_path / f"{name.lower()}.py"
        path.write_text(path.read_text() + f"\n    def solve(self, *_): return {claim}\n")
    with Store(tmp_path / "results.db") as store:
        made = evaluate(store, agents, ACROSS)
    results = results_by_name(made)
    honest = results.pop("Honest")
    assert (honest.verdict, honest.solution, honest.iterations) == (Verdict.SOLVED, "rrr", 5)
    assert honest.seconds < 9
    assert {name: result.error for name, result in results.items()} == {
        "Text": "returned 'rrr' instead of a Result",
        "Liar": "'ll' does not win",
        "Wordless": "returned None as the solution",
        "Negative": "returned -1 as iterations",
        "Infinite": "returned inf as steps",
        "Greedy": "made 10,000 iterations, 200 were allowed",
        "Odd": "returned 'b' as statistics['a']",
    }
    assert {result.verdict for result in results.values()} == {Verdict.FAILED}


@pytest.mark.parametrize("workers", [1, 2])
def test_what_it_leaves_behind_harms_nobody_else(workers: int, tmp_path: Path) -> None:
    body = """
import os, threading
threading.Timer(0.4, os._exit, [5]).start()
return Findings('rrr')
"""
    mine = write_agent(tmp_path, "Bomber", body)
    slow = write_agent(tmp_path, "Slow", "import time; time.sleep(0.25)\nreturn Findings('rrr')")
    with Store(tmp_path / "results.db") as store:
        made = evaluate(store, [mine, slow], ACROSS, seeds=range(3), executor=Workers(workers))
    assert len(made) == 6
    slow_ones = [attempt for attempt in made if attempt.task.contestant.name == "Slow"]
    assert [attempt.error for attempt in slow_ones] == [None] * 3


@pytest.mark.parametrize("hours", [-1, 1])
def test_a_wall_clock_that_is_set_changes_no_times(
    hours: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An hour forward or back while agents run: none is killed for it, or gets other seconds."""

    class SetClock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return datetime.now(tz) + timedelta(hours=hours)

    for module in ("babalab.arena.task", "babalab.execution.work"):
        monkeypatch.setattr(f"{module}.datetime", SetClock)
    hanging = write_agent(tmp_path, "Hanging", "while True: pass")
    crashing = write_agent(tmp_path, "Crashing", "import os; os._exit(1)")
    with Store(tmp_path / "results.db") as store:
        workers = Workers(2, patience=1.0)
        made = evaluate(store, ["bfs", hanging, crashing], ACROSS, executor=workers)
    results = results_by_name(made)
    assert results["bfs"].solved
    assert 0 <= results["Crashing"].seconds < 60
    assert 1 <= results["Hanging"].seconds < 60
