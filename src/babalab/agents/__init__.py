"""Agents: what solves levels. One file for each algorithm, one budget for all."""

from babalab.agents.agent import Agent, Findings, Progress, Search
from babalab.agents.bfs import Bfs
from babalab.agents.default import Default, DefaultFixed
from babalab.agents.dfs import Dfs
from babalab.agents.exhaustive import Exhaustive
from babalab.agents.random_agent import RandomAgent
from babalab.agents.budget import Budget, Spending
from babalab.agents.registry import agent_named, agents, register
from babalab.agents.result import Result, Verdict

__all__ = [
    "Agent",
    "Bfs",
    "Budget",
    "Findings",
    "Progress",
    "Result",
    "Search",
    "Spending",
    "Verdict",
    "agent_named",
    "agents",
    "register",
]
