"""Contestants that write to their worker's connection themselves, and what others notice of it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from babalab.agents import Verdict
from babalab.arena import SolveAttempt, Store, Workers
from babalab.base.budget import Budget
from support.arena import LEVELS, evaluate, write_agent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers are strictest on Linux")

FORGERY = """
import json, os, signal, struct, sys, time
def frame(kind, body=b""):
    return struct.pack("<cQ", kind, len(body)) + body
def plain(value):
    text = json.dumps(value).encode()
    return struct.pack("<Q", len(text)) + text
def claim(kind=b"a", **changes):
    inner = plain({"verdict": "solved", "solution": "rrr", "iterations": 1, "steps": 1,
                   "peak_memory": 0, "statistics": {}, "shortest": False, "error": None, **changes})
    return frame(kind, plain({"value": {"$bytes": [0, len(inner)]}}) + inner) + frame(b"d")
def send(data):
    while data: data = data[os.write(3, data):]
def work(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until: pass
"""


def attack(folder: Path, body: str, *, seconds: float = 0.8) -> list[SolveAttempt]:
    """Let an attacker take part; what came of its attempts. All others must have solved theirs."""
    agent = write_agent(folder, "Forger", body)
    path = Path(agent.rpartition(":")[0])
    path.write_text(FORGERY + path.read_text())
    with Store(folder / "results.db") as store:
        made = evaluate(
            store, [agent, "bfs"], LEVELS[:1], budget=Budget(seconds=seconds),
            executor=Workers(2, grace=0.2),
        )  # fmt: skip
    assert all(each.result.solved for each in made if each.task.who != "Forger")
    return [each for each in made if each.task.who == "Forger"]


@pytest.mark.parametrize(
    "changes",
    [
        "iterations=10**400",
        "statistics={'a': 10**400}",
        "steps=float('inf')",
        "peak_memory=-(10**400)",
        "verdict=[1]",
        "statistics=[]",
        "solution={}",
    ],
)
def test_a_claim_that_makes_no_sense(changes: str, tmp_path: Path) -> None:
    (attempt,) = attack(tmp_path, f"send(claim({changes}))\ntime.sleep(60)")
    assert attempt.result.verdict is Verdict.FAILED
    assert str(attempt.error).startswith("returned ")


FLOOD = """
for _ in range(8):
    if os.fork() == 0:
        os.setsid()
        while True: send(frame(b"t"))
time.sleep(0.1)
os._exit(7)
"""


def test_orphans_that_go_on_sending_in_its_name(tmp_path: Path) -> None:
    (attempt,) = attack(tmp_path, FLOOD, seconds=30)
    assert attempt.error == "crashed: ended its process with exit code 7"


UNWAITED = """
listening, telling = os.pipe()
if os.fork() == 0:
    work(0.3)
    os.write(telling, b"x")
    time.sleep(60)
os.read(listening, 1)
send(claim())
time.sleep(60)
"""


def test_work_of_children_that_nobody_waits_for_counts(tmp_path: Path) -> None:
    (attempt,) = attack(tmp_path, UNWAITED, seconds=30)
    assert attempt.result.solved
    assert attempt.processor_seconds is not None
    assert attempt.processor_seconds >= 0.25


def test_a_process_with_an_odd_name_has_its_time_taken(tmp_path: Path) -> None:
    body = "open('/proc/self/comm', 'wb').write(b'\\xff) R 1')\nwork(0.1)\nreturn Findings('rrr')"
    (attempt,) = attack(tmp_path, body, seconds=30)
    assert attempt.processor_seconds is not None
    assert attempt.processor_seconds >= 0.1


GOES_ON = """
import threading
open({note!r}, "w").write(str(os.getpid()))
threading.enumerate = lambda: []
threading.Thread(target=work, args=[60], daemon=True).start()
return Findings('rrr')
"""
LOOKING = """
from pathlib import Path
import time
process = int(Path({note!r}).read_text())
for _ in range(1000):  # on a busy machine it takes a while until all threads have stopped
    state = Path(f"/proc/{{process}}/stat").read_text().rpartition(")")[2].split()[0]
    if state == "T": break
    time.sleep(0.01)
raise ValueError(state)
"""


def test_nothing_is_done_while_no_clock_runs(tmp_path: Path) -> None:
    """One hides that a thread of it goes on; the next contestant sees that it stands still."""
    note = str(tmp_path / "process")
    going_on = write_agent(tmp_path, "Forger", GOES_ON.format(note=note))
    path = Path(going_on.rpartition(":")[0])
    path.write_text(FORGERY + path.read_text())
    looking = write_agent(tmp_path, "Looking", LOOKING.format(note=note))
    with Store(tmp_path / "results.db") as store:
        made = evaluate(store, [going_on, looking], LEVELS[:1], seeds=range(2), executor=Workers(1))
    first, second, third, fourth = sorted(made, key=lambda each: (each.task.seed, each.task.who))
    assert first.result.solved
    assert third.result.solved
    assert str(second.error).startswith("ValueError: T ")
    assert str(fourth.error).startswith("ValueError: T ")


def test_one_that_stops_its_warden(tmp_path: Path) -> None:
    (attempt,) = attack(tmp_path, "os.kill(os.getppid(), signal.SIGSTOP)\ntime.sleep(60)")
    assert attempt.error == "crashed: what guards it was killed"
