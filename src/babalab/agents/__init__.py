"""Agents: what solves levels. One file for each algorithm, one budget for all."""

from babalab.agents.agent import (
    AGENTS,
    DEFAULT_AGENT,
    Agent,
    AgentError,
    Findings,
    Progress,
    Search,
    agent_named,
    agents,
    make_agent,
    register,
)
from babalab.agents.best2022 import Best2022
from babalab.agents.best_first import BestFirst
from babalab.agents.bfs import Bfs
from babalab.agents.champion import Champion
from babalab.agents.default import Default, DefaultFixed
from babalab.agents.dfs import Dfs
from babalab.agents.evaluators import EVALUATORS, ListSpec, parse_lists
from babalab.agents.exhaustive import Exhaustive, Prover
from babalab.agents.heuristic import HeuristicAgent
from babalab.agents.heuristic_plus import HeuristicPlus
from babalab.agents.hints import Hint, hint
from babalab.agents.mcts import Mcts
from babalab.agents.mcts_adaptive import MctsAdaptive
from babalab.agents.random_agent import RandomAgent
from babalab.agents.result import Result, Verdict
from babalab.agents.rhea import Rhea
from babalab.agents.rhea_adaptive import RheaAdaptive
from babalab.agents.shortening import Shortened, Shortener, shorten
from babalab.agents.shortest import Shortest
from babalab.agents.spending import OutOfBudgetError, Spending
from babalab.base.budget import Budget
from babalab.base.parameters import Parameter, ParameterError, parameter, parameters_of
from babalab.base.specs import spec_of, split_specs
from babalab.execution.memory import half_of_memory

__all__ = [
    "AGENTS",
    "DEFAULT_AGENT",
    "EVALUATORS",
    "Agent",
    "AgentError",
    "Best2022",
    "BestFirst",
    "Bfs",
    "Budget",
    "Champion",
    "Default",
    "DefaultFixed",
    "Dfs",
    "Exhaustive",
    "Findings",
    "HeuristicAgent",
    "HeuristicPlus",
    "Hint",
    "ListSpec",
    "Mcts",
    "MctsAdaptive",
    "OutOfBudgetError",
    "Parameter",
    "ParameterError",
    "Progress",
    "Prover",
    "RandomAgent",
    "Result",
    "Rhea",
    "RheaAdaptive",
    "Search",
    "Shortened",
    "Shortener",
    "Shortest",
    "Spending",
    "Verdict",
    "agent_named",
    "agents",
    "half_of_memory",
    "hint",
    "make_agent",
    "parameter",
    "parameters_of",
    "parse_lists",
    "register",
    "shorten",
    "spec_of",
    "split_specs",
]
