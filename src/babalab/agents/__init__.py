"""Agents: what solves levels. One file for each algorithm, one budget for all."""

from babalab.agents.agent import Agent, Findings, Progress, Search
from babalab.agents.best2022 import Best2022
from babalab.agents.bfs import Bfs
from babalab.agents.budget import Budget, OutOfBudgetError, Spending, half_of_memory
from babalab.agents.default import Default, DefaultFixed
from babalab.agents.dfs import Dfs
from babalab.agents.exhaustive import Exhaustive, Prover
from babalab.agents.mcts import Mcts
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
from babalab.agents.rhea import Rhea

__all__ = [
    "Agent",
    "AgentError",
    "Best2022",
    "Bfs",
    "Budget",
    "Default",
    "DefaultFixed",
    "Dfs",
    "Exhaustive",
    "Findings",
    "Mcts",
    "OutOfBudgetError",
    "Parameter",
    "ParameterError",
    "Progress",
    "Prover",
    "RandomAgent",
    "Result",
    "Rhea",
    "Search",
    "Spending",
    "Verdict",
    "agent_named",
    "agents",
    "half_of_memory",
    "make_agent",
    "parameter",
    "parameters_of",
    "register",
    "spec_of",
    "split_specs",
]
