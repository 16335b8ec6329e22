"""The store on a real PostgreSQL server, which this test starts for itself."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from babalab.arena import SOLVING, InThisProcess, Store, StoreError, add_levels
from babalab.arena.plays import PLAYING
from babalab.base.budget import Budget
from babalab.generation.study import GENERATING
from babalab.papers.map_generation.comparison import MapComparison
from babalab.tuning import Tuning, load_history, runs
from support.arena import BFS, LEVELS, QUICK, attempt, evaluate
from support.generations import searched
from support.plays import played, write_game, write_planner
from support.program import run

pytest.importorskip("psycopg", reason="the extra babalab[postgres] is not installed")
if sys.platform == "win32":
    pytest.skip("the server is started as on Unix", allow_module_level=True)

from sqlalchemy import create_engine, text

from support.postgres import postgres_server


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with postgres_server() as url:
        yield url


@pytest.fixture
def url(server: str, request: pytest.FixtureRequest) -> str:
    """A database for one test."""
    name = request.node.name.lower()[:60]
    admin = create_engine(
        server.replace("postgresql:", "postgresql+psycopg:"), isolation_level="AUTOCOMMIT"
    )
    with admin.connect() as connection:
        connection.execute(text(f'CREATE DATABASE "{name}"'))
    admin.dispose()
    return server.removesuffix("/postgres") + f"/{name}"


def test_the_same_as_in_a_file(url: str, tmp_path: object) -> None:
    found = []
    for where in (url, f"{tmp_path}/results.db"):
        with Store(where) as store:
            evaluate(store, ["bfs", "random"], seeds=[0, 1])
            assert evaluate(store, ["bfs", "random"], seeds=[0, 1]) == []
            rows = [
                (row.agent, row.level, row.seed, row.solution, row.iterations, row.statistics)
                for row in store.records(SOLVING)
            ]
            found.append(sorted(rows, key=lambda row: row[:3]))
    assert len(found[0]) == 12
    assert found[0] == found[1]


def test_rows(url: str) -> None:
    with Store(url) as store:
        add_levels(store, [*LEVELS, *LEVELS], "made up")
        store.add(SOLVING, attempt(LEVELS[0], seed=2**63 - 1, steps=2**62, error="ü\U0001f600"))
        store.add(SOLVING, attempt(LEVELS[0], seed=2**63 - 1, iterations=8))
        (row,) = store.records(SOLVING)
        assert (row.seed, row.steps, row.error, row.iterations) == (
            2**63 - 1,
            2**62,
            "ü\U0001f600",
            7,
        )
        store.add(SOLVING, attempt(LEVELS[0], seed=2**63 - 1, iterations=8), replace=True)
        assert [row.iterations for row in store.records(SOLVING)] == [8]
        assert len(store.keys(SOLVING, code=BFS.code, budget=QUICK.key)) == 1
    with Store(url, read_only=True) as store:
        assert len(store.records(SOLVING)) == 1


def test_tuning(url: str) -> None:
    with Store(url) as store:
        tuning = Tuning("random", LEVELS, optimizer="random", budget=QUICK, name="it's mine")
        tried = list(tuning.run(store, InThisProcess(), 6))
        more = list(tuning.run(store, InThisProcess(), 8))
        assert more[:6] == tried
        assert tuning.made == len({each.spec for each in more})
        assert load_history(store, "it's mine").evaluations[:6] == tried
        assert [(run.name, run.evaluations) for run in runs(store)] == [("it's mine", 8)]


def test_plays(url: str, tmp_path: Path) -> None:
    game, planner = write_game(tmp_path), write_planner(tmp_path)
    found = []
    for where in (url, f"{tmp_path}/results.db"):
        with Store(where) as store:
            assert len(played(store, game, [planner, "random"], seeds=[0, 2**40])) == 12
            assert played(store, game, [planner, "random"], seeds=[0, 2**40]) == []
            rows = [
                (row.level_name, row.planner, row.seed, row.score, row.actions, row.log)
                for row in store.records(PLAYING, whole=True)
            ]
            found.append(sorted(rows, key=lambda row: row[:3]))
    assert found[0] == found[1]
    assert sum(row[-1] is not None for row in found[0]) == 6


def test_searches_for_maps(url: str, tmp_path: Path) -> None:
    comparison = MapComparison(
        ["binary:width=5,height=5,path=4"], ["wide"], ["es", "gbfs"], 2, Budget(evaluations=100)
    )
    found = []
    for where in (url, f"{tmp_path}/results.db"):
        with Store(where) as store:
            assert len(searched(comparison, store)) == 4
            assert searched(comparison, store) == []
            rows = [
                (row.key, row.map, row.statistics, row.fitness, row.depth, row.max_seconds)
                for row in store.records(GENERATING)
            ]
            found.append(sorted(rows, key=lambda row: row[0]))
    assert found[0] == found[1]


def test_several_at_once(url: str) -> None:
    def write(offset: int) -> None:
        with Store(url) as store:
            add_levels(store, LEVELS, "made up")
            for seed in range(10):
                store.add(SOLVING, attempt(LEVELS[0], seed=offset + seed))

    writers = [threading.Thread(target=write, args=(5 * number,)) for number in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    with Store(url) as store:
        assert sorted(record.seed for record in store.records(SOLVING)) == list(range(25))


def test_other_versions_and_databases(url: str) -> None:
    with Store(url) as store:
        add_levels(store, LEVELS, "made up")
    engine = create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.execute(text("UPDATE babalab_store SET version = 99"))
    with pytest.raises(StoreError, match="version 99"):
        Store(url)
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE babalab_store"))
    with pytest.raises(StoreError, match="holds other things"):
        Store(url)
    engine.dispose()


def test_a_database_that_is_not_there(server: str) -> None:
    with pytest.raises(StoreError, match='database "nowhere" does not exist'):
        Store(server.removesuffix("postgres") + "nowhere")


def test_the_program(url: str) -> None:
    with Store(url) as store:
        evaluate(store, ["bfs"], executor=InThisProcess())
    told = run("leaderboard", "--json", BABALAB_STORE=url)
    assert [row["agent"] for row in json.loads(told.stdout)] == ["bfs"]
    again = run("evaluate", "--agents", "bfs", "--levels", "first-steps", "--store", url, "--json")
    assert json.loads(again.stdout)["made"] == 10
