"""Closed pipes, full disks, missing streams: the program ends quietly, with its code."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
from pathlib import Path

import pytest

from support.program import MAP, PATIENCE, PROGRAM, environment

pytestmark = pytest.mark.skipif(os.name == "nt", reason="about the streams of Unix")

BABALAB = shlex.join(PROGRAM)


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """Run a line of bash, in which `babalab` is the program."""
    return subprocess.run(
        ["bash", "-c", f'babalab() {{ {BABALAB} "$@"; }}\n{command}'],
        capture_output=True, encoding="utf-8", env=environment(), timeout=PATIENCE, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A set far larger than what fits into a pipe."""
    path = tmp_path_factory.mktemp("levels") / "many.json"
    level = {"name": "x" * 50, "ascii": MAP.replace("/", "\n")}
    path.write_text(json.dumps({"levels": [level] * 3000}))
    return path


@pytest.mark.parametrize(
    "command",
    [
        f"babalab show {MAP}",
        f"babalab solve {MAP}",
        "babalab levels list {many}",
        "babalab levels list {many} --json",
        "babalab levels convert {many}",
        "babalab levels convert first-steps",
        "babalab --help",
        "babalab --version",
        "babalab solve nothing-there 2>&1",
        "babalab sovle 2>&1",
    ],
)
def test_a_closed_pipe(command: str, many: Path) -> None:
    # The first byte is awaited from nobody: the reader is gone before anything is written.
    process = shell(f"{command.format(many=many)} | true; echo ${{PIPESTATUS[0]}}")
    assert process.stdout == "141\n"
    assert process.stderr.replace("solved", "").count("rror") == 0
    assert "Traceback" not in process.stderr


def test_a_reader_that_had_enough(many: Path) -> None:
    process = shell(f"babalab levels list {many} | head -1; echo ${{PIPESTATUS[@]}}")
    assert process.stdout.splitlines()[1] == "141 0"
    assert process.stderr == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("command", [f"solve {MAP}", "levels list", "levels convert {many}"])
def test_a_full_disk(command: str, many: Path) -> None:
    process = shell(f"babalab {command.format(many=many)} > /dev/full")
    assert process.returncode == 2
    assert process.stderr == f"error: {os.strerror(28)}\n"


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_streams_closed_from_the_start(closed: str) -> None:
    process = shell(f"babalab solve {MAP} {closed}")
    assert process.returncode == 0
    assert process.stdout == ("" if closed.startswith(">") else "rrr\n")
    assert "Traceback" not in process.stderr
