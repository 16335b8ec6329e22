"""Agents: what solves levels. One file for each algorithm, one budget for all."""

from babalab.agents.agent import Agent, Findings, Progress, Search
from babalab.agents.bfs import Bfs
from babalab.agents.budget import Budget, OutOfBudgetError, Spending
from babalab.agents.default import Default, DefaultFixed
from babalab.agents.dfs import Dfs
from babalab.agents.exhaustive import Exhaustive
from babalab.agents.parameters import Parameter, ParameterError, parameter, parameters_of
from babalab.agents.random_agent import RandomAgent
from babalab.agents.registry import (
    AgentError,
    agent_named,
    agents,
    make_agent,
    register,
    spec_of,
    split_specs,
)
from babalab.agents.result import Result, Verdict

__all__ = [
    "Agent",
    "AgentError",
    "Bfs",
    "Budget",
    "Default",
    "DefaultFixed",
    "Dfs",
    "Exhaustive",
    "Findings",
    "OutOfBudgetError",
    "Parameter",
    "ParameterError",
    "Progress",
    "RandomAgent",
    "Result",
    "Search",
    "Spending",
    "Verdict",
    "agent_named",
    "agents",
    "make_agent",
    "parameter",
    "parameters_of",
    "register",
    "spec_of",
    "split_specs",
]
