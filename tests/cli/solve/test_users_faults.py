"""Faults in users' agents under `solve`: told with file and line, and never as faults of ours."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from babalab.cli.main import call
from support.program import ENDLESS, MAP, PATIENCE, PROGRAM

CLASS = """\
from dataclasses import dataclass
from babalab.agents import Agent, Findings, Progress

@dataclass(frozen=True, kw_only=True)
class Mine(Agent):
    name = "mine"
    def search(self, start, spending, statistics):
"""
YIELD = "        yield Progress(spending, statistics)\n"
FAULTS = {
    "no such method": (
        "def solve(level):\n    return level.foo()\n", "'Level' object has no attribute 'foo'", 2,
    ),
    "missing name": ("def solve(level):\n    return foo\n", "NameError: name 'foo' is not", 2),
    "wrong type": ("def solve(level):\n    return 42\n", "solve returned 42; return the moves", 1),
    "no moves": ("def solve(level):\n    return 'rxr'\n", "'rxr' is no moves: moves: column 2", 1),
    "no win": ("def solve(level):\n    return 'lll'\n", "failed: 'lll' does not win", 1),
    "no action": ("def act(state):\n    return 'rr'\n", "act returned 'rr'; return an Action", 1),
    "no letter": ("def act(state):\n    state.step('x')\n", "MovesError: ", 2),
    "exits": ("import sys\ndef solve(level):\n    sys.exit(0)\n", "SystemExit: 0", 3),
    "quits": ("def act(state):\n    quit()\n", "SystemExit", 2),
    "interrupts": (
        "def solve(level):\n    raise KeyboardInterrupt\n", "an agent must not interrupt", 2),
    "a library": (
        "import json\ndef solve(level):\n    json.loads('{')\n", "JSONDecodeError: Expecting", 3),
    "no yield": (CLASS + "        return Findings('rrr')\n", "search returned without a yield", 7),
    "returned text": (
        CLASS + YIELD + "        return 'rrr'\n", "let it return Findings('rrr')", 7),
    "returned nothing": (CLASS + YIELD, "search returned None; let it return Findings(moves)", 7),
    "no text": (CLASS + YIELD + "        return Findings(42)\n", "returned 42 as the solution", 7),
    "wrong progress": (CLASS + "        yield 5\n", "search yielded 5; let it yield Progress", 7),
    "class misses name": (CLASS + YIELD + "        foo\n", "NameError: name 'foo' is not", 9),
    "class interrupts": (
        CLASS + YIELD + "        raise KeyboardInterrupt\n", "an agent must not interrupt", 9),
    "class exits": (CLASS + YIELD + "        raise SystemExit('bye')\n", "SystemExit: bye", 9),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_it_is_told(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, message, line = FAULTS[name]
    file = tmp_path / "mine.py"
    file.write_text(text)
    assert call(["solve", MAP, "--agent", str(file)]) == 1
    told = capsys.readouterr().err.replace("\n", " ")
    assert message in told
    assert f"(mine.py:{line}: " in told
    assert "fault of babalab's" not in told


def test_one_that_can_not_be_made_is_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(f"{CLASS}{YIELD}    def __post_init__(self):\n        1 / 0\n")
    assert call(["solve", MAP, "--agent", str(file)]) == 2
    assert "ZeroDivisionError: division by zero (mine.py:10: 1 / 0)" in capsys.readouterr().err


def test_evaluate_tells_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("missing name", "no letter", "returned text"):
        (tmp_path / f"{name.replace(' ', '_')}.py").write_text(FAULTS[name][0])
    agents = [part for file in sorted(tmp_path.glob("*.py")) for part in ("--agent", str(file))]
    store = f"--store={tmp_path / 'results.db'}"
    assert call(["evaluate", *agents, "--levels", "first-steps/across", store]) == 1
    told = " ".join(capsys.readouterr().err.split())
    assert "NameError: name 'foo' is not defined (missing_name.py:2: return foo)" in told
    assert "(no_letter.py:2: state.step('x'))" in told
    assert "search returned 'rrr'; let it return Findings('rrr')" in told


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_is_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "import os\ndef solve(level):\n    os.write(1, b'go')\n"
        "    while True:\n        level.start().step('r')\n"
    )
    with subprocess.Popen(
        [*PROGRAM, "solve", ENDLESS, "--agent", str(file)],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as running:  # fmt: skip
        assert running.stdout is not None
        assert os.read(running.stdout.fileno(), 2) == b"go"
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert b"interrupted: no answer" in told
