"""Agents, games and planners are known by name before their modules are imported."""

from __future__ import annotations

import importlib
import pkgutil
import subprocess
import sys
from typing import Any

import pytest

from babalab.agents import AGENTS, Agent
from babalab.base.registry import ClassRegistry
from babalab.games import GAMES
from babalab.planning import PLANNERS

REGISTRIES: dict[str, ClassRegistry[Any]] = {
    "babalab.agents": AGENTS, "babalab.games": GAMES, "babalab.planning": PLANNERS,
}  # fmt: skip


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("room", REGISTRIES)
def test_all_of_ours_are_expected(room: str) -> None:
    """Importing every module of a room registers nothing that was not known before."""
    registry = REGISTRIES[room]
    known = registry.names()
    for module in pkgutil.walk_packages(importlib.import_module(room).__path__, f"{room}."):
        importlib.import_module(module.name)
    assert registry.names() == known


@pytest.mark.parametrize("room", REGISTRIES)
def test_every_name_is_that_of_its_class(room: str) -> None:
    registry = REGISTRIES[room]
    assert [registry.named(name).name for name in registry.names()] == registry.names()
    assert registry.names() == list(registry.all())


def test_only_what_is_asked_for_is_imported() -> None:
    told = run(
        "import sys\n"
        "from babalab.agents import AGENTS, make_agent\n"
        "AGENTS.names(), make_agent('random')\n"
        "from babalab.games import GAMES, game_named\n"
        "GAMES.names(), game_named('fireflies')\n"
        "print(*sys.modules)"
    )
    loaded = {*told.stdout.split()}
    assert {"babalab.agents.random_agent", "babalab.games.fireflies"} <= loaded
    assert not {"babalab.agents.champion", "babalab.games.vgdl", "babalab.learning"} & loaded


def test_an_expected_name_is_taken() -> None:
    told = run(
        "from babalab.agents import Agent, register\n"
        "class Mine(Agent):\n    name = 'bfs'\n"
        "register(Mine)\n"
    )
    assert "ValueError: there is an agent 'bfs' already" in told.stderr
    AGENTS.named("bfs")
    with pytest.raises(ValueError, match="'bfs' already"):
        AGENTS.register(type("Mine", (Agent,), {"name": "bfs"}))
