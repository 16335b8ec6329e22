"""Isolated agents: no files but their own, no network, no other processes."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest

from babalab.arena import Contestant, LevelStudy, Store, Workers, carry_out, contestants, make_plan
from babalab.execution.errors import ExecutionError
from babalab.execution.isolation import require_isolation
from support.arena import LEVELS, QUICK, write_agent

try:
    require_isolation()
except ExecutionError as error:
    pytest.skip(str(error), allow_module_level=True)

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux can isolate")

PACKS = Path(sys.modules["babalab"].__file__ or "").parent / "levels" / "packs"


def attempt(agent: str, *, isolate: bool) -> str | None:
    """Let an agent try a level; what went wrong."""
    folder = Path(agent.rpartition("/")[0])
    study = LevelStudy(contestants([agent], isolate=isolate), LEVELS[:1], budget=QUICK)
    with Store(folder / "results.db") as store:
        plan = make_plan(store, study, again=True)
        (made,) = carry_out(plan, store, Workers(1, patience=2.0, isolate=isolate))
    return made.error


REACHES = {
    "a file beside it": "open({folder!r} + '/secret').read()",
    "the store": "open({folder!r} + '/results.db', 'rb').read()",
    "the packs": "list(__import__('pathlib').Path({packs!r}).glob('*'))[0].read_bytes()",
    "a file of the user's": "open({home!r} + '/.babalab_test_secret').read()",
    "a new file": "open({folder!r} + '/new', 'w').write('x')",
    "a new file in /tmp": "__import__('tempfile').TemporaryFile(dir='/tmp')",
    "the network": "__import__('socket').create_connection(('127.0.0.1', {port}), timeout=2)",
    "a process above": "__import__('os').kill({process}, 0)",
    "another's memory": "open('/proc/{process}/environ', 'rb').read()",
}


@pytest.mark.parametrize("what", REACHES)
def test_what_is_out_of_reach(what: str, tmp_path: Path) -> None:
    """Without isolation each of these is possible, so that the test can fail."""
    (tmp_path / "secret").write_text("rrr")
    secret = Path.home() / ".babalab_test_secret"
    secret.write_text("rrr")
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        code = REACHES[what].format(
            folder=str(tmp_path), packs=str(PACKS), home=str(Path.home()),
            port=listener.getsockname()[1], process=os.getpid(),
        )  # fmt: skip
        agent = write_agent(tmp_path, "Reaching", f"{code}\nreturn Findings('rrr')")
        try:
            assert attempt(agent, isolate=False) is None
            assert "Error" in (attempt(agent, isolate=True) or "nothing")
        finally:
            secret.unlink()


def test_what_an_agent_needs_is_in_reach(tmp_path: Path) -> None:
    """Modules beside it, those of Python and ours that are loaded late, processes of its own."""
    (tmp_path / "helper.py").write_text("MOVES = 'rrr'")
    body = """
import sys; sys.path.insert(0, __file__.rpartition('/')[0])
import helper, subprocess, numpy, sqlite3, babalab.planning.rhea
assert subprocess.run(['true']).returncode == 0
open('/dev/null', 'w').write('x')
return Findings(helper.MOVES)
"""
    agent = write_agent(tmp_path, "Needy", body)
    assert attempt(agent, isolate=True) is None


def test_a_file_is_isolated_when_it_is_looked_at(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("rrr")
    agent = write_agent(tmp_path, "Early", "return Findings('rrr')")
    path = Path(agent.rpartition(":")[0])
    path.write_text(f"open({str(tmp_path / 'secret')!r}).read()\n" + path.read_text())
    assert Contestant.of(agent).name == "Early"
    with pytest.raises(Exception, match="PermissionError"):
        Contestant.of(agent, isolate=True)


@pytest.mark.parametrize("ending", ["raise ValueError('no')", "__import__('os')._exit(3)",
                                    "__import__('os').kill(1, 9)", "while True: pass"])  # fmt: skip
def test_ends_are_told_and_leave_nothing(ending: str, tmp_path: Path) -> None:
    """The first process of a namespace can't be killed from within; all others end with it."""
    agent = write_agent(tmp_path, "Ending", f"__import__('os').fork() or {{}}['x']\n{ending}")
    told = attempt(agent, isolate=True)
    assert told is not None


def test_our_own_agents_are_not_isolated(tmp_path: Path) -> None:
    study = LevelStudy(contestants(["bfs"]), LEVELS[:1], budget=QUICK)
    with Store(tmp_path / "results.db") as store:
        (made,) = carry_out(make_plan(store, study), store, Workers(1, isolate=True))
    assert made.result.solved
