"""The map of docs/architecture.md holds: a room uses only rooms to its left."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import babalab

PACKAGE = Path(babalab.__file__).parent
ROOMS = (
    "base", "execution", "game", "levels", "heuristics", "games", "planning", "agents", "arena",
    "tuning", "generation", "learning", "papers", "bench", "web", "cli",
)  # fmt: skip
FILES = sorted(
    path for room in ROOMS for path in (PACKAGE / room).rglob("*.py") if (PACKAGE / room).is_dir()
)


def used_rooms(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        modules = (
            [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else []
        )
        for module in modules:
            package, _, rest = module.partition(".")
            if package == "babalab" and rest.partition(".")[0] in ROOMS:
                yield rest.partition(".")[0]


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_uses_only_rooms_to_its_left(room: str) -> None:
    allowed = ROOMS[: ROOMS.index(room) + 1]
    wrong = [
        f"{path.relative_to(PACKAGE)} uses {used}"
        for path in FILES
        if path.relative_to(PACKAGE).parts[0] == room
        for used in used_rooms(path.read_text(encoding="utf-8"))
        if used not in allowed
    ]
    assert not wrong


def test_what_is_found_is_what_is_imported() -> None:
    source = "def f():\n    from babalab.arena.store import Store\nimport babalab.web.app, os\n"
    assert sorted(used_rooms(source)) == ["arena", "web"]
    assert FILES
