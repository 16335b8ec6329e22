"""Ray: a real cluster of two nodes on this machine, one of which gets killed."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from babalab.agents import Verdict
from babalab.arena import (
    SOLVING,
    LevelStudy,
    SolveAttempt,
    Store,
    Workers,
    carry_out,
    contestants,
    make_plan,
)
from babalab.base.errors import MissingExtraError
from babalab.cli.games.traces import PLAYS_AT_ONCE
from babalab.cli.main import call
from babalab.execution import ray_cluster, ray_node
from babalab.execution.call import call_each, make_calls
from babalab.execution.errors import ExecutionError
from babalab.execution.ray_cluster import RayCluster
from support.arena import LEVELS, QUICK, evaluate, solve_task, write_agent
from support.plays import played, write_game, write_planner
from support.problems import STRIPES
from support.program import PROGRAM, environment, is_running, wait_until
from support.tasks import count_up, misbehave, until_told
from support.vgdl_folders import RECORDED, write_lane

ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'babalab[ray]'")
cluster_utils = pytest.importorskip("ray.cluster_utils")

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="workers are strictest on Linux")

HONEST = ["bfs", "dfs", "random:length=20"]
BAD = {
    "Leaves": ("import os; os._exit(1)", "crashed: ended its process"),
    "Hoards": ("hoard = []\nwhile True: hoard.append(bytearray(1 << 20))", "MemoryError: wanted"),
    "Hangs": ("while True: pass", "killed: still at work after 4 s"),
    "Raises": ("raise ValueError('no idea')", "ValueError: no idea (raises.py:14: raise Val"),
}
PATIENCE = 90.0
"""Seconds until a test gives up waiting for Ray, which takes its time on a busy machine."""


@pytest.fixture(scope="module")
def port() -> int:
    """One that is free, for clients of the cluster."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        number: int = listener.getsockname()[1]
    return number


@pytest.fixture(scope="module")
def cluster(port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """Two nodes with one processor each; this process is connected to them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("PYTHONPATH", str(Path(__file__).parents[1]))  # for support.tasks
        patch.setenv("GRPC_ENABLE_FORK_SUPPORT", "0")  # see Ray's issue 63202
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        small = {"num_cpus": 1, "include_dashboard": False, "object_store_memory": 80 << 20}
        started = cluster_utils.Cluster(
            initialize_head=True,
            head_node_args={
                **small,
                "ray_client_server_port": port,
                "_system_config": {"health_check_period_ms": 1000},
            },
        )
        started.add_node(**small)
        ray.init(started.address, log_to_driver=False)
        yield started
        ray.shutdown()
        started.shutdown()


def what_counts(results: list[SolveAttempt]) -> Counter[tuple[Any, ...]]:
    """Everything but times and places."""
    return Counter(
        (
            made.task.who,
            made.task.level.id,
            made.task.seed,
            made.result.verdict,
            made.result.solution,
            made.result.iterations,
            made.result.steps,
            made.result.shortest,
            tuple(made.result.statistics.items()),
        )
        for made in results
    )


@pytest.mark.usefixtures("cluster")
def test_the_same_as_with_workers() -> None:
    tasks = [
        solve_task(agent, level, seed) for agent in HONEST for level in LEVELS for seed in range(2)
    ]
    on_ray = list(RayCluster(patience=30).run(tasks))
    assert len(on_ray) == len(tasks)
    assert what_counts(on_ray) == what_counts(list(Workers(2).run(tasks)))


@pytest.mark.usefixtures("cluster")
def test_several_runs_on_one_connection() -> None:
    tasks = [solve_task("bfs", level) for level in LEVELS]
    with RayCluster(patience=30) as executor, executor:
        found = [what_counts(list(executor.run(tasks))) for _ in range(2)]
    assert found[0] == found[1]
    assert ray.is_initialized()  # it was before


@pytest.mark.usefixtures("cluster")
def test_bad_agents_fail_alone(tmp_path: Path) -> None:
    bad = [write_agent(tmp_path, name, body) for name, (body, _) in BAD.items()]
    executor = RayCluster(patience=4, memory=300 << 20)
    with Store(tmp_path / "results.db") as store:
        made = evaluate(store, ["bfs", *bad, "dfs"], LEVELS[:1], executor=executor)
        assert len(store.records(SOLVING)) == len(made) == 2 + len(bad)
    results = {attempt.task.contestant.name: attempt.result for attempt in made}
    for name, (_, error) in BAD.items():
        assert results[name].verdict is Verdict.FAILED
        assert error in (results[name].error or "")
    assert results["bfs"].solved
    assert results["dfs"].solved


@pytest.mark.usefixtures("cluster")
def test_one_that_kills_the_process_of_ray(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What guards an agent is three steps above it: its warden, the nursery, Ray's process."""
    monkeypatch.setattr(ray_cluster, "MOST_LOSSES", 2)
    body = """
import os
process = os.getppid()
for _ in range(2):
    process = int(open(f"/proc/{process}/stat").read().rpartition(")")[2].split()[1])
os.kill(process, 9)
"""
    agent = write_agent(tmp_path, "Assassin", body)
    with Store(tmp_path / "results.db") as store:
        made = evaluate(store, [agent, "bfs"], LEVELS[:1], executor=RayCluster())
    errors = {attempt.task.contestant.name: attempt.error for attempt in made}
    assert errors == {
        "Assassin": "lost: 2 times what ran it ended: WorkerCrashedError",
        "bfs": None,
    }


@pytest.mark.usefixtures("cluster")
def test_an_agent_travels_with_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = write_agent(tmp_path, "Traveller", "return Findings('rrr')")
    content = ray_node.read_source_file(agent)
    Path(agent.rpartition(":")[0]).unlink()
    monkeypatch.setattr(ray_node, "read_source_file", lambda _: content)
    task = solve_task(agent, LEVELS[0])
    (made,) = RayCluster().run([task])
    assert (made.task, made.result.agent) == (task, agent)
    assert made.result.solution == "rrr", made.result.error


@pytest.mark.usefixtures("cluster")
def test_plays_travel_with_their_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of the game and of the planner; the results name them as they are called here."""
    game, planner = write_game(tmp_path), write_planner(tmp_path)
    described = str(write_lane(tmp_path))
    with Store(tmp_path / "here.db") as store:
        here = played(store, game, [planner], seeds=range(3))
        here += played(store, described, [planner], seeds=range(2))
    contents = {source: ray_node.read_source_file(source) for source in (game, planner, described)}
    for source in (game, planner):
        Path(source.rpartition(":")[0]).unlink()
    monkeypatch.setattr(ray_node, "read_source_file", contents.__getitem__)
    tasks = {attempt.task: attempt.result for attempt in here}
    for made in RayCluster().run(list(tasks)):
        expected = tasks[made.task]
        assert made.error is None
        assert (made.result.won, made.result.actions, made.result.log) == (
            expected.won,
            expected.actions,
            expected.log,
        )
        del tasks[made.task]
    assert not tasks


@pytest.mark.usefixtures("cluster")
def test_calls_in_order_with_sightings() -> None:
    seen: dict[str, list[int]] = {}
    run = RayCluster().run(
        make_calls(count_up, [3, 0, 5, 2], name=str),
        ordered=True,
        watch=lambda task, sighting: seen.setdefault(task.where, []).append(sighting),
    )
    for outcome in run:
        limit = outcome.get()
        assert seen.get(str(limit), []) == list(range(limit))
    assert set(seen) == {"3", "5", "2"}


@pytest.mark.usefixtures("cluster")
def test_a_run_that_is_stopped(tmp_path: Path) -> None:
    """Those under way end by themselves, the others never begin."""
    seen: list[int] = []
    task = partial(until_told, tmp_path)
    run = call_each(RayCluster(), task, range(20), watch=seen.append, stop=lambda: bool(seen))
    found = list(run)
    assert found == ["told"] * len(seen)
    assert 1 <= len(seen) < 20
    assert {int(file.name) for file in tmp_path.iterdir()} == set(seen)


@pytest.mark.usefixtures("cluster")
@pytest.mark.parametrize(
    ("how", "told"),
    [
        ("error", r"^ValueError: no idea \(tasks\.py:\d+: raise"),
        ("die", "^'die': crashed: killed by SIGKILL"),
        ("hang", "^'hang': killed: still at work after 1 s"),
    ],
)
def test_what_a_call_raises(how: str, told: str) -> None:
    with pytest.raises(ExecutionError, match=told):
        list(call_each(RayCluster(patience=1), misbehave, ["well", how]))


@pytest.mark.usefixtures("cluster")
def test_maps_of_a_problem_in_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`generate --on ray` finds what it finds here; the file of the problem travels."""
    file = tmp_path / "mine.py"
    file.write_text(STRIPES, encoding="utf-8")
    command = ["generate", str(file), "--size", "3x3", "--count", "3", "--quiet"]
    command += ["--evaluations", "2000"]
    assert call([*command, "--workers", "1"]) == 0
    here = capsys.readouterr().out
    content = file.read_bytes()
    file.unlink()
    monkeypatch.setattr(ray_node, "read_source_file", lambda _: content)
    assert call([*command, "--on", "ray"]) == 0
    assert capsys.readouterr().out == here != ""


@pytest.mark.usefixtures("cluster")
def test_levels_generated(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["levels", "generate", "--count", "3", "--seed", "5"]
    assert call(command) == 0
    here = capsys.readouterr().out
    assert call([*command, "--on", "ray"]) == 0
    assert capsys.readouterr().out == here != ""


@pytest.mark.usefixtures("cluster")
def test_recordings_verified(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The games are found from another working directory too."""
    monkeypatch.chdir(tmp_path)
    write_lane(tmp_path / "games")
    (tmp_path / "traces").mkdir()
    lines = f"{json.dumps(RECORDED)}\n" * 2 * PLAYS_AT_ONCE
    (tmp_path / "traces" / "lane.jsonl").write_text(lines, encoding="utf-8")
    assert call(["games", "check", "--traces", "traces", "--on", "ray"]) == 0
    assert capsys.readouterr().out == "12 plays, 36 ticks, 0 mismatches\n"


@pytest.mark.usefixtures("cluster")
def test_another_version_of_babalab(monkeypatch: pytest.MonkeyPatch) -> None:
    parcel = ray_node.Parcel
    monkeypatch.setattr(
        ray_cluster, "Parcel", lambda *given: replace(parcel(*given), version="0.0")
    )
    with pytest.raises(ExecutionError, match=r"can't run tasks: .*: it has babalab .* 0\.0"):
        list(RayCluster().run([solve_task("bfs", LEVELS[0])]))


def test_a_node_dies(cluster: Any, tmp_path: Path) -> None:
    """Its first attempt never ends, and others wait for that: it is at work when its node goes."""
    note = tmp_path / "begun"
    victim = next(node for node in cluster.list_all_nodes() if not node.head)
    raylet = victim.all_processes["raylet"][0].process.pid
    body = f"""
import os, time
raylet = os.environ["RAY_RAYLET_PID"]
with open({str(note)!r}, "a+") as file:
    print(raylet, file=file, flush=True)
    while True:
        file.seek(0)
        if raylet != "{raylet}" and "{raylet}" in file.read().split():
            break
        time.sleep(0.02)
return Findings("rrr" if self.seed % 2 else None)
"""
    slow = write_agent(tmp_path, "Slow", body)
    seeds = range(12)
    with Store(tmp_path / "results.db") as store:
        study = LevelStudy(contestants([slow]), LEVELS[:1], seeds=seeds, budget=QUICK)
        plan = make_plan(store, study)
        made = 0
        for _ in carry_out(plan, store, RayCluster()):
            made += 1
            if made == 1:
                cluster.remove_node(victim, allow_graceful=False)
                cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
        records = store.records(SOLVING)
    assert made == len(seeds)
    assert sum(begun(note).values()) > len(seeds), "nothing was at work on the node"
    assert {record.seed: record.solution for record in records} == {
        seed: "rrr" if seed % 2 else None for seed in seeds
    }
    assert len(records) == len(seeds)


def begun(note: Path) -> Counter[int]:
    """How many attempts each node has begun."""
    return Counter(map(int, note.read_text().split()))


def program(*arguments: str, store: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*PROGRAM, "evaluate", "--iterations", "200", "--store", str(store), *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment(),
    )


@pytest.mark.usefixtures("cluster")
def test_the_program_on_a_cluster_elsewhere(port: int, tmp_path: Path) -> None:
    levels = tmp_path / "levels.txt"
    levels.write_text(f"{LEVELS[0].line}\n{LEVELS[1].line}\n")
    on = ("--on", f"ray://127.0.0.1:{port}", "--json")
    process = program(
        "--agents", "bfs,random", "--levels", str(levels), *on, store=tmp_path / "results.db"
    )
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    assert err == ""
    answer = json.loads(out)
    assert (answer["made"], answer["failures"]) == (4, [])
    assert [row["win_rate"] for row in answer["leaderboard"]] == [1, 1]


def test_interrupting_the_program_on_a_ray_of_its_own(tmp_path: Path) -> None:
    slow = write_agent(tmp_path, "Slow", "import time; time.sleep(0.2)")
    levels = tmp_path / "levels.txt"
    levels.write_text(f"{LEVELS[0].line}\n")
    where = tmp_path / "results.db"
    arguments = ("--agent", slow, "--levels", str(levels), "--seeds", "1000")
    process = program(*arguments, "--on", "ray", "--workers", "2", store=where)
    wait_until(lambda: where.exists() and stored(where) >= 3)
    family = descendants(process.pid)
    for _ in range(2):  # the second one comes while Ray is being ended
        process.send_signal(signal.SIGINT)
        time.sleep(0.2)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130, err
    assert "the same command goes on from there" in err
    assert "Traceback" not in err
    assert 3 <= stored(where) < 1000
    assert len(family) > 2
    wait_until(lambda: not any(map(is_running, family)))


def stored(where: Path) -> int:
    with Store(where, read_only=True) as store:
        return len(store.records(SOLVING))


def descendants(process: int) -> set[int]:
    """All processes below this one."""
    found: set[int] = set()
    for file in Path(f"/proc/{process}/task").glob("*/children"):
        for child in map(int, file.read_text().split()):
            found |= {child, *descendants(child)}
    return found


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"Ray needs the extra babalab\[ray\]: "):
        RayCluster()


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_where_nobody_answers(scheme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with socket.socket() as unheard:
        unheard.bind(("127.0.0.1", 0))
        address = f"{scheme}127.0.0.1:{unheard.getsockname()[1]}"
        with pytest.raises(ExecutionError, match=f"no Ray cluster answers at {address}"):
            next(RayCluster(address=address).run([]))


@pytest.mark.parametrize("address", ["", "ray://", "ray://host", "http://host:1", "a b:1"])
def test_what_is_no_address(address: str) -> None:
    with pytest.raises(ExecutionError, match="ray://HOST:PORT"):
        RayCluster(address=address)
