"""Agents are known by name before their modules are imported."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import pytest

import babalab.agents
from babalab.agents import Agent, agent_named, agent_names, agents, register


def test_all_of_ours_are_expected() -> None:
    """Importing every module of the room registers no agent that was not known before."""
    known = agent_names()
    for module in pkgutil.iter_modules(babalab.agents.__path__):
        __import__(f"babalab.agents.{module.name}")
    assert agent_names() == known
    ours = {name for name, kind in agents().items() if kind.__module__.startswith("babalab.agents")}
    assert ours <= {*known}


def test_every_name_is_that_of_its_agent() -> None:
    for name in agent_names():
        assert agent_named(name).name == name


def test_only_the_agent_asked_for_is_imported() -> None:
    code = (
        "import sys\n"
        "from babalab.agents import agent_names, make_agent\n"
        "agent_names(), make_agent('random')\n"
        "print(*sys.modules)"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {*told.stdout.split()}
    assert "babalab.agents.random_agent" in loaded
    assert not {"babalab.agents.champion", "babalab.games", "babalab.learning"} & loaded


def test_a_name_of_ours_is_taken_even_before_it_is_imported() -> None:
    code = (
        "from babalab.agents import Agent, register\n"
        "class Mine(Agent):\n    name = 'bfs'\n"
        "register(Mine)\n"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert "ValueError: there is an agent 'bfs' already" in told.stderr


def test_a_name_can_be_taken_once() -> None:
    agent_named("bfs")
    with pytest.raises(ValueError, match="'bfs' already"):
        register(type("Mine", (Agent,), {"name": "bfs"}))
