"""A PostgreSQL server of our own, from the system's packages, on a free port of this machine."""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ACCOUNT = "postgres"
"""Made by Debian's packages; the server refuses to run as root."""


@contextmanager
def postgres_server() -> Iterator[str]:
    """The URL of a server that is there as long as this lasts. Skips the test where it can't be."""
    programs = _programs()
    with tempfile.TemporaryDirectory(prefix="babalab-postgres-") as name:
        folder = Path(name)
        as_somebody: list[str] = []
        if os.getuid() == 0:
            try:
                account = pwd.getpwnam(ACCOUNT)
            except KeyError:
                pytest.skip(f"PostgreSQL does not run as root, and there is no account {ACCOUNT!r}")
            os.chown(folder, account.pw_uid, account.pw_gid)
            as_somebody = ["runuser", "-u", ACCOUNT, "--"]
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        data = folder / "data"

        def call(program: str, *arguments: str) -> None:
            process = subprocess.run(
                [*as_somebody, str(programs / program), *arguments],
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                timeout=120,
                check=False,
            )
            assert process.returncode == 0, process.stdout

        call("initdb", "-D", str(data), "-U", "tester", "-A", "trust", "-N", "-E", "UTF8")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        call("pg_ctl", "start", "-w", "-D", str(data), "-l", f"{folder}/log", "-o", options)
        try:
            yield f"postgresql://tester@127.0.0.1:{port}/postgres"
        finally:
            call("pg_ctl", "stop", "-w", "-D", str(data), "-m", "immediate")


def _programs() -> Path:
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not versions:
        pytest.skip("PostgreSQL is not installed here; 'make test' as root installs it on Debian")
    return versions[-1].parent
