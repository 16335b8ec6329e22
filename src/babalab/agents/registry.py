"""The agents there are, by name."""

from __future__ import annotations

from typing import TypeVar

from babalab.agents.agent import Agent
from babalab.game.errors import BabalabError

AgentType = TypeVar("AgentType", bound=type[Agent])

_AGENTS: dict[str, type[Agent]] = {}


def register(agent: AgentType) -> AgentType:
    """Make an agent known by its `name`; for use as a decorator."""
    if agent.name in _AGENTS:
        raise ValueError(f"there is an agent {agent.name!r} already")
    _AGENTS[agent.name] = agent
    return agent


def agents() -> dict[str, type[Agent]]:
    """All known agents, by name."""
    return dict(sorted(_AGENTS.items()))


def agent_named(name: str) -> type[Agent]:
    """The agent of this name."""
    try:
        return _AGENTS[name]
    except KeyError:
        known = ", ".join(sorted(_AGENTS))
        raise BabalabError(f"there is no agent {name!r}; known agents: {known}") from None
