"""Clocks: the wall clock dates results and decides nothing, in any process of a run."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest

from support.arena import write_agent
from support.program import MAP, environment

SET_CLOCK = """
import datetime, time
began, real, Real = time.monotonic(), time.time, datetime.datetime

def shift():
    return {hours} * 3600 if time.monotonic() - began > 0.3 else 0

class SetClock(Real):
    @classmethod
    def now(cls, tz=None):
        return super().now(tz) + datetime.timedelta(seconds=shift())

time.time = lambda: real() + shift()
datetime.datetime = SetClock
"""
PROGRAM = f"""
import json, sys

if __name__ == "__main__":
    from babalab import Budget, Level
    from babalab.arena import LevelStudy, Store, Workers, carry_out, contestants, make_plan

    study = LevelStudy(
        contestants(sys.argv[2:]), [Level.parse({MAP!r})], budget=Budget(seconds=1.5)
    )
    with Store(sys.argv[1]) as store:
        made = list(carry_out(make_plan(store, study), store, Workers(2, grace=0.3)))
    print(json.dumps({{each.task.who: [each.error, each.seconds] for each in made}}))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="workers are strictest on Linux")
@pytest.mark.parametrize("hours", [-1, 1])
def test_a_wall_clock_that_is_set_while_agents_run(hours: int, tmp_path: Path) -> None:
    """Every process of the run has it set: an innocent one lives, a hanging one does not."""
    napping = "import time; time.sleep(0.8)\nreturn Findings('rrr')"
    agents = [
        write_agent(tmp_path, "Napping", napping),
        write_agent(tmp_path, "Hanging", "while True: pass"),
    ]
    (tmp_path / "sitecustomize.py").write_text(SET_CLOCK.format(hours=hours))
    (tmp_path / "program.py").write_text(PROGRAM)
    done = subprocess.run(
        [sys.executable, str(tmp_path / "program.py"), str(tmp_path / "results.db"), *agents],
        capture_output=True, text=True, timeout=120, check=False,
        env=environment(PYTHONPATH=str(tmp_path)),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["Napping"][0] is None
    assert 0.8 <= found["Napping"][1] < 60
    assert "killed: still at work" in found["Hanging"][0]
    assert 1.5 <= found["Hanging"][1] < 60


def test_nothing_asks_for_the_seconds_of_the_wall_clock() -> None:
    package = Path(__file__).parents[2] / "src" / "babalab"
    asking = [
        f"{file.relative_to(package)}:{node.lineno}"
        for file in package.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_bytes()))
        if isinstance(node, ast.Attribute)
        and (ast.unparse(node) in ("time.time", "time.time_ns") or node.attr == "utcnow")
    ]
    assert asking == []
