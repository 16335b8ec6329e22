"""The map of docs/architecture.md holds; `make lint` checks the order of the rooms itself."""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import babalab

PACKAGE = Path(babalab.__file__).parent
ROOT = Path(__file__).parents[1]
ROOMS = (
    "base", "execution", "game", "levels", "heuristics", "games", "planning", "agents", "arena",
    "tuning", "generation", "learning", "testing", "papers", "bench", "web", "cli",
)  # fmt: skip
"""From left to right: a room uses only those to its left."""
LOADED = {
    "base": "",
    "execution": "base",
    "game": "base",
    "levels": "base",
    "heuristics": "base game",
    "games": "base game",
    "planning": "base game games",
    "agents": "base game",
    "arena": "base",
    "tuning": "base",
    "generation": "base",
    "learning": "base",
    "papers": "base",
    "bench": "base",
    "web": "base",
    "cli": "base",
}
"""The rooms that importing a room may load; what else it uses it loads when it needs it."""


def imported_from_the_root(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module == "babalab":
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name == "babalab")


def test_the_linter_knows_the_rooms() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contract = settings["tool"]["importlinter"]["contracts"][0]
    assert [layer.strip("()") for layer in reversed(contract["layers"])] == [*ROOMS]


@pytest.mark.parametrize("room", [room for room in ROOMS if (PACKAGE / room).is_dir()])
def test_rooms_use_nothing_of_the_package_itself(room: str) -> None:
    """What `babalab` exports comes from the rooms: using it would go in a circle."""
    wrong = [
        f"{path.relative_to(PACKAGE)} imports {name}"
        for path in (PACKAGE / room).rglob("*.py")
        for name in imported_from_the_root(path.read_text(encoding="utf-8"))
        if name != "_core"
    ]
    assert not wrong


@pytest.mark.parametrize("room", LOADED)
def test_importing_a_room_loads_few_others(room: str) -> None:
    code = (
        f"import sys, babalab.{room}\n"
        "print(*{name.split('.')[1] for name in sys.modules if name.startswith('babalab.')})"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {*told.stdout.split()} - {"_core"} <= {room, *LOADED[room].split()}
