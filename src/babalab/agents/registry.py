"""The agents there are, by name, and how to write down which one with which parameters."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeVar

from babalab.agents.agent import Agent
from babalab.base.errors import BabalabError
from babalab.base.registry import Plugins
from babalab.base.specs import made_from, spec_of, split_specs

__all__ = [
    "DEFAULT_AGENT",
    "PLUGINS",
    "AgentError",
    "agent_named",
    "agent_names",
    "agents",
    "expect_agents",
    "is_installed",
    "make_agent",
    "register",
    "spec_of",
    "split_specs",
]

AgentType = TypeVar("AgentType", bound=type[Agent])

PLUGINS: Final = "babalab.agents"
"""The entry points of installed packages whose modules register agents when they are loaded. Rooms
of babalab's above this one have theirs there too."""

DEFAULT_AGENT: Final = "champion"
"""Who searches where nobody is asked for by name."""


class AgentError(BabalabError):
    """An agent that does not exist or can't be loaded."""


_AGENTS: Plugins[Agent] = Plugins("agent", Agent, PLUGINS, AgentError)  # type: ignore[type-abstract]
agents = _AGENTS.all
expect_agents = _AGENTS.expect
agent_named = _AGENTS.named
agent_names = _AGENTS.names
is_installed = _AGENTS.is_installed


def register(agent: AgentType) -> AgentType:
    """Make an agent known by its `name`; for use as a decorator."""
    _AGENTS.register(agent, agent.name)
    return agent


def make_agent(spec: str, *, seed: int | None = None) -> Agent:
    """Return the agent that a text such as ``mcts:plays=10,c=1.5`` stands for.

    >>> make_agent("random:length=30", seed=7)
    RandomAgent(seed=7, length=30)
    >>> spec_of(_)
    'random:length=30'
    """
    agent = made_from(spec, agent_named)
    return agent if seed is None else replace(agent, seed=seed)
