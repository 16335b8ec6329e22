"""Connecting to the database below a store, and its errors in our words."""

from __future__ import annotations

import os
import sqlite3
import time
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from babalab.arena.errors import StoreError
from babalab.base.errors import MissingExtraError

SECONDS_BETWEEN_TRIES = 0.02

_EXPLANATIONS = {
    "locked": "another program has been writing to it all the time; try again when that is done",
    "readonly": "it may only be read; make it writable, or name another store with --store",
    "not a database": "not a store of results but some other file; name another with --store",
    "malformed": "the file is damaged; restore it from a copy, or name another store with --store",
    "unable to open": "it can't be opened; check that its folder exists and may be written to",
    "disk is full": "the disk is full; what was stored before is safe",
}
"""SQLite's messages, each with an explanation for users."""


def parse_address(where: str) -> tuple[URL, Path | None]:
    """Return the URL for a path or URL, and the path if that is an SQLite file."""
    if "://" not in where:
        path = Path(where).expanduser().absolute()
        return URL.create("sqlite", database=str(path)), path
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise StoreError(
            f"{where}: not a URL; write a path or postgresql://HOST/DATABASE"
        ) from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    backend = url.get_backend_name()
    if backend not in ("sqlite", "postgresql"):
        raise StoreError(f"{where}: {backend} is not supported; use SQLite or PostgreSQL")
    if backend == "sqlite":
        if not url.database or url.database == ":memory:":
            raise StoreError(f"{where}: name a file, as in sqlite:///results.db")
        return parse_address(url.database)
    return url, None


def connect(url: URL, path: Path | None, *, read_only: bool, patience: float) -> Engine:
    """Return an engine for the database; nothing is opened before it is used."""
    try:
        if path is None:
            return create_engine(url, connect_args={"connect_timeout": max(2, int(patience))})
        if read_only:
            url = url.set(
                database=path.as_uri(), query={"mode": "ro", "uri": "true", **_freeze(path)}
            )
        engine = create_engine(url, connect_args={"timeout": patience})
    except ImportError as error:
        raise MissingExtraError("PostgreSQL", "postgres") from error
    except NoSuchModuleError as error:
        raise StoreError(f"{url.drivername}: no such driver; leave it out of the URL") from error
    prepare = _begin_by_hand if read_only else partial(_write_ahead, patience=patience)
    event.listen(engine, "connect", prepare)
    event.listen(engine, "begin", _read if read_only else _write)
    return engine


def explain_error(error: SQLAlchemyError) -> str:
    """Describe in one line what went wrong and what to do."""
    told = str(getattr(error, "orig", None) or error).strip()
    for words, meaning in _EXPLANATIONS.items():
        if words in told:
            return meaning
    return " ".join(told.split()) or type(error).__name__


def _freeze(path: Path) -> dict[str, str]:
    """Let SQLite read a file as one that nobody writes, where it can't keep notes beside it."""
    quiet = not path.with_name(f"{path.name}-wal").exists()
    as_we_are = os.access in os.supports_effective_ids
    writable = os.access(path.parent, os.W_OK, effective_ids=as_we_are)
    return {"immutable": "1"} if quiet and not writable else {}


def _begin_by_hand(connection: Any, _: Any) -> None:
    connection.isolation_level = None


def _write_ahead(connection: Any, _: Any, patience: float) -> None:
    """Let readers and a writer not disturb each other, and a commit survive the process."""
    connection.isolation_level = None
    _use_write_ahead_log(connection, patience)
    for pragma in ("synchronous = NORMAL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _use_write_ahead_log(connection: Any, patience: float) -> None:
    """Switch a new file over; SQLite does not wait for others that do so at the same time."""
    deadline = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(SECONDS_BETWEEN_TRIES)


def _read(connection: Any) -> None:
    connection.exec_driver_sql("BEGIN")


def _write(connection: Any) -> None:
    """Take the lock first: a reader that becomes a writer would not be waited for."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
