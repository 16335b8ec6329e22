"""Contestants that attack what judges them: none gets a result that it has not earned."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from babalab.agents import Verdict
from babalab.arena import SOLVING, Store, Workers
from babalab.base.budget import Budget
from babalab.execution.errors import ExecutionError
from support.arena import LEVELS, evaluate, results_by_name, write_agent

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers are strictest on Linux")

ACROSS = LEVELS[:1]

PATCHES = {
    "the judge": """
import babalab.arena.solve_task as judge
from babalab.agents import Result, Verdict
def believe(claim, agent, level, budget, seconds):
    return Result(agent, Verdict.SOLVED, "l", 0.0, 1, 1, 0)
judge.verify_claim = believe
judge.SolveTask.verify = lambda self, claim, seconds, finding=None: believe(
    claim, self.who, None, None, 0.0)
""",
    "the clocks": """
import time
time.perf_counter = time.monotonic = time.time = time.process_time = lambda: 0.0
""",
    "the engine": """
import babalab.game.state as state
state.State.won = property(lambda self: True)
""",
    "the other agent": """
import babalab.agents.bfs as bfs
from babalab.agents import Findings
def search(self, start, spending, statistics):
    yield from ()
    return Findings("l")
bfs.Bfs.search = search
""",
    "pickles and plain data": """
import json, pickle
pickle.dumps = lambda *_, **__: b"cos\\nsystem\\n(S'touch {mark}'\\ntR."
json.dumps = lambda *_, **__: '{"value": {"$bytes": [0, 1]}}'
""",
    "the task": """
import gc
from babalab.arena.solve_task import SolveTask
for thing in gc.get_objects():
    if isinstance(thing, SolveTask):
        object.__setattr__(thing, "seed", 99)
""",
}
"""Code of attackers, by what they attack."""


def write_attacker(folder: Path, code: str, when: str) -> str:
    """Write an agent that attacks when it is loaded or when it searches, and solves nothing."""
    code = code.replace("{mark}", str(folder / "mark")).strip()
    body = f"exec({code!r}, globals())\nreturn Findings('l')"
    agent = write_agent(folder, "Attacker", body if when == "search" else "return Findings('l')")
    if when == "load":
        path = Path(agent.rpartition(":")[0])
        path.write_text(f"exec({code!r}, {{}})\n" + path.read_text())
    return agent


@pytest.mark.parametrize("when", ["load", "search"])
@pytest.mark.parametrize("what", PATCHES)
def test_who_replaces_what_judges_gains_nothing(what: str, when: str, tmp_path: Path) -> None:
    agent = write_attacker(tmp_path, PATCHES[what], when)
    with Store(tmp_path / "results.db") as store:
        if (what, when) == ("pickles and plain data", "load"):
            with pytest.raises(ExecutionError, match="lost: "):  # it can't say what it is
                evaluate(store, [agent, "bfs"], LEVELS[:2], executor=Workers(1))
            assert not (tmp_path / "mark").exists()
            return
        made = evaluate(store, [agent, "bfs"], LEVELS[:2], executor=Workers(1))
        records = store.records(SOLVING)
    assert {(each.agent, each.level_id, each.seed) for each in records} == {
        (agent, level, 0) for agent in ("Attacker", "bfs") for level in ("across", "farther")
    }
    for attempt in made:
        if attempt.task.who == "bfs":
            assert attempt.result.solution == "r" * (3 if attempt.task.where == "across" else 4)
        else:
            assert attempt.result.verdict is Verdict.FAILED
    assert not (tmp_path / "mark").exists()


def test_time_is_taken_from_outside(tmp_path: Path) -> None:
    """It sleeps for 0.2 s and works for 0.2 s, and says that it was 0."""
    body = """
import time
time.sleep(0.2)
until = time.process_time() + 0.2
while time.process_time() < until: pass
time.perf_counter = time.monotonic = lambda: 0.0
return Findings('rrr')
"""
    agent = write_agent(tmp_path, "Quick", body)
    with Store(tmp_path / "results.db") as store:
        (attempt,) = evaluate(store, [agent], ACROSS)
    assert attempt.result.solved
    assert 0.4 <= attempt.seconds < 30
    assert attempt.processor_seconds is not None
    assert 0.2 <= attempt.processor_seconds < attempt.seconds


def test_processor_time_of_children_counts(tmp_path: Path) -> None:
    body = """
import os, time
child = os.fork()
if child == 0:
    while time.process_time() < 0.3: pass
    os._exit(0)
os.waitpid(child, 0)
return Findings('rrr')
"""
    agent = write_agent(tmp_path, "Parent", body)
    with Store(tmp_path / "results.db") as store:
        (attempt,) = evaluate(store, [agent], ACROSS)
    assert attempt.processor_seconds is not None
    assert attempt.processor_seconds >= 0.2


def test_work_before_the_clock_starts_knows_no_level(tmp_path: Path) -> None:
    """An agent that searches all that its process knows while it gets ready finds no map."""
    look = """
import gc, sys
FOUND = []
def look():
    frame = sys._getframe()
    while frame is not None:
        FOUND.extend(v for v in frame.f_locals.values() if isinstance(v, (str, bytes)))
        frame = frame.f_back
    FOUND.extend(t for t in gc.get_objects() if type(t).__name__ in ("Level", "SolveTask"))
    assert not any(MAP in (t if isinstance(t, str) else t.decode("latin1"))
                   for t in FOUND if isinstance(t, (str, bytes))), "the map is here"
    assert not [t for t in FOUND if type(t).__name__ in ("Level", "SolveTask")], "a level is here"
"""
    agent = write_agent(tmp_path, "Early", "return Findings('rrr')")
    path = Path(agent.rpartition(":")[0])
    text = path.read_text() + "\n    def __post_init__(self): look()\n"
    path.write_text(f"MAP = {LEVELS[0].line[-9:]!r}\n{look}\n{text}")
    with Store(tmp_path / "results.db") as store:
        (attempt,) = evaluate(store, [agent], ACROSS)
    assert attempt.error is None


def test_nothing_known_about_a_level_reaches_its_agent(tmp_path: Path) -> None:
    body = """
level = start.level
assert not any((level.solution, level.name, level.author, level.id, level.mechanics)), level
import gc
assert not [t for t in gc.get_objects() if type(t).__name__ == "SolveTask"]
return Findings('rrr')
"""
    agent = write_agent(tmp_path, "Nosy", body)
    with Store(tmp_path / "results.db") as store:
        (attempt,) = evaluate(store, [agent], ACROSS)
    assert attempt.error is None


def test_a_worker_serves_one_agent(tmp_path: Path) -> None:
    noting = "import os\nraise ValueError(os.getpid())"
    agents = [write_agent(tmp_path, name, noting) for name in ("One", "Two")]
    with Store(tmp_path / "results.db") as store:
        made = evaluate(store, agents, ACROSS, seeds=range(4), executor=Workers(1))
    processes = {
        name: {each.error for each in made if each.task.who == name} for name in ("One", "Two")
    }
    assert len(processes["One"]) == len(processes["Two"]) == 1, "each has one, which stays"
    assert processes["One"] != processes["Two"]


def test_a_contestants_file_is_never_loaded_here(tmp_path: Path) -> None:
    agent = write_agent(tmp_path, "Elsewhere", "return Findings('rrr')")
    path = Path(agent.rpartition(":")[0])
    note = tmp_path / "processes"
    path.write_text(
        f"import os\nopen({str(note)!r}, 'a').write(f'{{os.getpid()}}\\n')\n" + path.read_text()
    )
    with Store(tmp_path / "results.db") as store:
        (attempt,) = evaluate(store, [agent], ACROSS)
    assert attempt.result.solved
    assert str(os.getpid()) not in note.read_text().split()


def test_two_files_that_both_claim_to_be_one_agent(tmp_path: Path) -> None:
    """One says of itself what the other is; its own code still tells the two apart."""
    from babalab.arena import ArenaError, contestants

    honest = write_agent(tmp_path, "Honest", "return Findings('rrr')")
    liar = write_agent(tmp_path, "Liar", "return Findings('lll')")
    path = Path(liar.rpartition(":")[0])
    lie = f"""
import babalab.arena.stand_in as told
describe = told.describe_made
def lie(place, source):
    return describe(place, {honest!r})
told.describe_made = lie
import gc
for each in gc.get_objects():
    if type(each).__name__ == "partial" and each.func is describe:
        each.__setstate__((lie, each.args, each.keywords, {{}}))
"""
    path.write_text(lie + path.read_text().replace('name = "Liar"', 'name = "Honest"'))
    with pytest.raises(ArenaError, match="are both called 'Honest'"):
        contestants([honest, liar])


BREAKERS = {
    "leaves while it returns": (
        "class Odd(str):\n"
        "    def __str__(self): __import__('os')._exit(0)\n"
        "    __repr__ = __len__ = __iter__ = encode = __str__\n"
        "raise ValueError(Odd('x'))"
    ),
    "ends what unpickles it": (
        "class Odd(Exception):\n"
        "    def __reduce__(self): return __import__('os')._exit, (0,)\n"
        "raise Odd"
    ),
    "writes rubbish to every descriptor": (
        "import os\n"
        "for number in range(100):\n"
        "    try: os.set_blocking(number, False); os.write(number, os.urandom(100_000))\n"
        "    except OSError: pass\n"
        "return Findings('rrr')"
    ),
    "claims a frame of a terabyte": (
        "import os, struct\nos.write(3, struct.pack('<cQ', b'a', 1 << 40))\nreturn Findings('rrr')"
    ),
    "claims a frame and waits": (
        "import os, struct, time\nos.write(3, struct.pack('<cQ', b'a', 100))\ntime.sleep(600)"
    ),
    "closes everything": "import os\nos.closerange(0, 100)\nreturn Findings('rrr')",
    "returns a novel": "return Findings('l' * (1 << 24))",
    "nests without end": (
        "import os, struct\n"
        "text = b'[' * 100_000\n"
        "body = struct.pack('<Q', len(text)) + text\n"
        "os.write(3, struct.pack('<cQ', b'a', len(body)) + body)\n"
        "__import__('time').sleep(0.5)"
    ),
    "stops its warden": (
        "import os, signal\nos.kill(os.getppid(), signal.SIGKILL)\n__import__('time').sleep(600)"
    ),
    "stops everything above it": (
        "import os, signal\n"
        "above = open(f'/proc/{os.getppid()}/stat').read().rpartition(')')[2].split()[1]\n"
        "os.kill(int(above), signal.SIGKILL); os.kill(os.getppid(), signal.SIGKILL)\n"
        "__import__('time').sleep(600)"
    ),
    "half a character": ("import babalab.agents as agents\nraise ValueError('\\ud800 and \\0')"),
}


@pytest.mark.parametrize("how", BREAKERS)
def test_one_attempt_is_all_it_costs(how: str, tmp_path: Path) -> None:
    agent = write_agent(tmp_path, "Breaker", BREAKERS[how])
    with Store(tmp_path / "results.db") as store:
        workers = Workers(2, grace=0.2)
        made = evaluate(
            store, [agent, "bfs"], ACROSS, seeds=range(4), budget=Budget(seconds=0.8),
            executor=workers,
        )  # fmt: skip
        assert len(store.records(SOLVING)) == len(made) == 8
    assert {each.result.verdict for each in made if each.task.who == "bfs"} == {Verdict.SOLVED}
    assert {each.result.verdict for each in made if each.task.who != "bfs"} == {Verdict.FAILED}


KILLED_ONCE = """
import os, signal
from pathlib import Path
if not Path({mark!r}).exists():
    Path({mark!r}).touch()
    os.kill(os.getpid(), signal.{signal})
return Findings('rrr')
"""


@pytest.mark.parametrize("signal", ["SIGKILL", "SIGTERM", "SIGHUP"])
def test_an_innocent_one_that_was_killed_is_tried_again(signal: str, tmp_path: Path) -> None:
    body = KILLED_ONCE.format(mark=str(tmp_path / "mark"), signal=signal)
    agent = write_agent(tmp_path, "Innocent", body)
    with Store(tmp_path / "results.db") as store:
        results = results_by_name(evaluate(store, [agent], ACROSS))
    assert results["Innocent"].solved


def test_one_that_is_always_killed_fails(tmp_path: Path) -> None:
    mark = tmp_path / "tries"
    body = f"import os\nopen({str(mark)!r}, 'a').write('x')\nos.kill(os.getpid(), 9)"
    agent = write_agent(tmp_path, "Doomed", body)
    with Store(tmp_path / "results.db") as store:
        (attempt,) = evaluate(store, [agent], ACROSS)
    assert attempt.error == "crashed: killed by SIGKILL"
    assert mark.read_text() == "xxx"
