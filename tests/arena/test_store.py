"""Stores: what goes in comes out; damaged, locked, foreign and older ones are told apart."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from babalab.agents import Verdict
from babalab.arena import SOLVING, Store, StoreError, add_levels, default_store, schema
from babalab.base.errors import MissingExtraError
from babalab.tuning import runs
from support.arena import BFS, LEVELS, QUICK, attempt


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store with one result."""
    path = tmp_path / "results.db"
    with Store(path) as store:
        add_levels(store, LEVELS, "made up")
        store.add(SOLVING, attempt(LEVELS[0]))
    return path


@contextmanager
def unprivileged() -> Iterator[None]:
    """As somebody who has to keep to permissions."""
    if os.getuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def open_up(path: Path) -> None:
    """Let everybody look into the folders above, which pytest made for us alone."""
    for folder in [path.parent, *path.parent.parents]:
        if folder.stat().st_uid == os.getuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)


def test_what_goes_in_comes_out(path: Path) -> None:
    with Store(path, read_only=True) as store:
        (record,) = store.records(SOLVING)
        assert store.records(SOLVING, agent="dfs") == []
        assert store.records(SOLVING, agent=["bfs"]) == [record]
    assert (record.agent, record.code, record.level_set) == ("bfs", BFS.code, "made up")
    assert (record.verdict, record.solution, record.length) == (Verdict.SOLVED, "rrr", 3)
    assert (record.seconds, record.iterations, record.steps) == (0.5, 7, 35)
    assert (record.peak_memory, record.statistics, record.error) == (1000, {"visited": 3}, None)
    assert record.started == "2026-01-02T03:04:05.000000+00:00"
    assert record.finished == "2026-01-02T03:04:06.000000+00:00"
    assert (record.level_solution, record.budget) == ("rrr", QUICK)


def test_the_same_result_is_kept_once(path: Path) -> None:
    with Store(path) as store:
        store.add(SOLVING, attempt(LEVELS[0], iterations=8))
        assert [record.iterations for record in store.records(SOLVING)] == [7]
        store.add(SOLVING, attempt(LEVELS[0], iterations=8), replace=True)
        assert [record.iterations for record in store.records(SOLVING)] == [8]
        store.add(SOLVING, attempt(LEVELS[0], seed=1))
        store.add(SOLVING, attempt(LEVELS[1]))
        assert len(store.records(SOLVING)) == 3
        assert len(store.keys(SOLVING, agent=BFS.spec, budget=QUICK.key)) == 3


def test_large_numbers_and_strange_texts(path: Path) -> None:
    with Store(path) as store:
        error = "ünïcode '; DROP TABLE results; --\n\U0001f600"
        store.add(SOLVING, attempt(LEVELS[1], seed=2**63 - 1, steps=2**62, error=error))
        record = store.records(SOLVING)[-1]
    assert (record.seed, record.steps, record.error) == (2**63 - 1, 2**62, error)


def test_several_writers_at_once(path: Path) -> None:
    def write(offset: int) -> None:
        with Store(path) as store:
            for seed in range(20):
                store.add(SOLVING, attempt(LEVELS[0], seed=offset + seed))

    writers = [threading.Thread(target=write, args=(10 * number,)) for number in range(4)]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    with Store(path, read_only=True) as store:
        assert sorted(record.seed for record in store.records(SOLVING)) == list(range(50))


def test_several_make_the_same_store_at_once(tmp_path: Path) -> None:
    errors: list[Exception] = []

    def make() -> None:
        try:
            Store(tmp_path / "new.db").close()
        except StoreError as error:
            errors.append(error)

    makers = [threading.Thread(target=make) for _ in range(8)]
    for maker in makers:
        maker.start()
    for maker in makers:
        maker.join()
    assert errors == []


def test_a_locked_store(path: Path) -> None:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match=r"results\.db: another program has been writing"):
        Store(path, patience=0.1)
    with Store(path, read_only=True, patience=0.1) as store:
        assert len(store.records(SOLVING)) == 1
    connection.close()
    Store(path, patience=0.1).close()


@pytest.mark.skipif(os.name == "nt", reason="about permissions of Unix")
@pytest.mark.parametrize("folder_too", [False, True])
def test_a_read_only_store(path: Path, folder_too: bool) -> None:
    path.chmod(0o444)
    open_up(path)
    path.parent.chmod(0o555 if folder_too else 0o777)
    try:
        with unprivileged():
            with pytest.raises(StoreError, match=r"it may only be read; make it writable"):
                Store(path)
            with Store(path, read_only=True) as store:
                assert len(store.records(SOLVING)) == 1
            if folder_too:
                with pytest.raises(StoreError, match=r"it can't be opened; check"):
                    Store(path.with_name("other.db"))
                with pytest.raises(StoreError, match=r"its folder can't be made: .*--store"):
                    Store(path.parent / "folder" / "other.db")
    finally:
        path.parent.chmod(0o755)


def test_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"there are no results; make some with 'babalab eval"):
        Store(tmp_path / "none.db", read_only=True)
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(StoreError, match=r"not a file"):
        Store(tmp_path)


def test_folders_are_made(tmp_path: Path) -> None:
    Store(tmp_path / "a" / "b" / "results.db").close()
    Store(f"sqlite:///{tmp_path}/c/results.db").close()
    assert (tmp_path / "c" / "results.db").is_file()


@pytest.mark.parametrize("read_only", [False, True])
def test_other_files(tmp_path: Path, read_only: bool) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("what I did on my holidays " * 100)
    with pytest.raises(StoreError, match=r"notes\.txt: not a store of results"):
        Store(path, read_only=read_only)
    assert path.read_text().startswith("what I did")


@pytest.mark.parametrize("read_only", [False, True])
def test_other_databases(tmp_path: Path, read_only: bool) -> None:
    path = tmp_path / "films.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE films (title TEXT)")
    with pytest.raises(StoreError, match=r"films\.db: this database holds other things \(films\)"):
        Store(path, read_only=read_only)


@pytest.mark.parametrize("read_only", [False, True])
def test_a_damaged_store(path: Path, read_only: bool) -> None:
    data = path.read_bytes()
    path.write_bytes(data[:100] + bytes(len(data) - 100))
    with pytest.raises(StoreError, match=r"results\.db: "):
        Store(path, read_only=read_only)


@pytest.mark.parametrize("read_only", [False, True])
def test_a_newer_store_is_refused(path: Path, read_only: bool) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("UPDATE babalab_store SET version = 99")
    with pytest.raises(StoreError, match=r"version 99, and .* up to 5; upgrade with 'pip install"):
        Store(path, read_only=read_only)


@pytest.mark.parametrize("read_only", [False, True])
def test_an_older_store_is_migrated(
    path: Path, read_only: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def first(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE levels ADD COLUMN stars INTEGER DEFAULT 3"))

    def second(connection: Connection) -> None:
        connection.execute(text("UPDATE levels SET stars = stars + 1"))

    monkeypatch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, first, second])
    for _ in range(2):
        with Store(path, read_only=read_only) as store:
            assert len(store.records(SOLVING)) == 1
        rows = sqlite3.connect(path).execute("SELECT stars, version FROM levels, babalab_store")
        assert set(rows) == {(4, 7)}


@pytest.mark.parametrize("read_only", [False, True])
def test_a_store_from_before_there_was_tuning(path: Path, read_only: bool) -> None:
    with sqlite3.connect(path) as connection:
        for table in (
            "tuning_steps", "tuning_evaluations", "tuning_runs", "plays", "game_levels",
            "generations",
        ):  # fmt: skip
            connection.execute(f"DROP TABLE IF EXISTS {table}")
        connection.execute("UPDATE babalab_store SET version = 1")
    with Store(path, read_only=read_only) as store:
        assert len(store.records(SOLVING)) == 1
        assert runs(store) == []


@pytest.mark.parametrize("read_only", [False, True])
def test_a_store_from_before_maps_were_generated(path: Path, read_only: bool) -> None:
    """Version 3: all is kept, and searches for maps can be added."""
    with sqlite3.connect(path) as connection:
        connection.execute("DROP TABLE IF EXISTS generations")
        connection.execute("UPDATE babalab_store SET version = 3")
    with Store(path, read_only=read_only) as store:
        assert len(store.records(SOLVING)) == 1
        with store.connection() as connection:
            assert connection.execute(schema.versions.select()).all() == [(5,)]
    (version,) = sqlite3.connect(path).execute("SELECT version FROM babalab_store")
    assert version == (5,)


def test_a_migration_that_fails_leaves_all_as_it_was(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def half(connection: Connection) -> None:
        connection.execute(text("ALTER TABLE levels ADD COLUMN stars INTEGER"))
        connection.execute(text("UPDATE missing SET x = 1"))

    with monkeypatch.context() as patch:
        patch.setattr(schema, "MIGRATIONS", [*schema.MIGRATIONS, half])
        with pytest.raises(StoreError, match="no such table"):
            Store(path)
    with Store(path) as store:
        assert len(store.records(SOLVING)) == 1
    columns = [row[1] for row in sqlite3.connect(path).execute("PRAGMA table_info(levels)")]
    assert "stars" not in columns


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("mysql://host/db", "mysql is not supported; use SQLite or PostgreSQL"),
        ("sqlite://", "name a file"),
        ("sqlite:///:memory:", "name a file"),
        ("postgresql://host:port/db", "not a URL"),
        ("postgresql://nobody:secret@127.0.0.1:1/db", r"nobody:\*\*\*@127.0.0.1:1/db: "),
    ],
)
def test_addresses_that_are_none(where: str, words: str) -> None:
    with pytest.raises(StoreError, match=words):
        Store(where)


def test_where_results_are_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BABALAB_STORE", "/somewhere/results.db")
    assert default_store() == "/somewhere/results.db"
    monkeypatch.delenv("BABALAB_STORE")
    assert default_store().endswith("results.db")
    assert "babalab" in default_store()


def test_a_missing_driver_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import builtins

    real = builtins.__import__

    def without_psycopg(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.partition(".")[0] == "psycopg":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_psycopg)
    with pytest.raises(MissingExtraError, match=r"needs the extra babalab\[postgres\]: "):
        Store("postgresql://localhost/db")
