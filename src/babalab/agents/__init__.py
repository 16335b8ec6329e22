"""Agents that solve levels. One file for each algorithm, one budget for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from babalab.agents.agent import AGENTS
from babalab.base.lazy import import_lazily

if TYPE_CHECKING:
    from babalab.agents.agent import (
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
    from babalab.agents.solving import patient_champion, prove, solve
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
    "patient_champion",
    "prove",
    "register",
    "shorten",
    "solve",
    "spec_of",
    "split_specs",
]

__getattr__, __dir__ = import_lazily(
    __name__,
    {
        ".agent": (
            "DEFAULT_AGENT",
            "Agent",
            "AgentError",
            "Findings",
            "Progress",
            "Search",
            "agent_named",
            "agents",
            "make_agent",
            "register",
        ),
        ".best2022": ("Best2022",),
        ".best_first": ("BestFirst",),
        ".bfs": ("Bfs",),
        ".champion": ("Champion",),
        ".default": ("Default", "DefaultFixed"),
        ".dfs": ("Dfs",),
        ".evaluators": ("EVALUATORS", "ListSpec", "parse_lists"),
        ".exhaustive": ("Exhaustive", "Prover"),
        ".heuristic": ("HeuristicAgent",),
        ".heuristic_plus": ("HeuristicPlus",),
        ".hints": ("Hint", "hint"),
        ".mcts": ("Mcts",),
        ".mcts_adaptive": ("MctsAdaptive",),
        ".random_agent": ("RandomAgent",),
        ".result": ("Result", "Verdict"),
        ".rhea": ("Rhea",),
        ".rhea_adaptive": ("RheaAdaptive",),
        ".shortening": ("Shortened", "Shortener", "shorten"),
        ".shortest": ("Shortest",),
        ".solving": ("patient_champion", "prove", "solve"),
        ".spending": ("OutOfBudgetError", "Spending"),
        "babalab.base.budget": ("Budget",),
        "babalab.base.parameters": ("Parameter", "ParameterError", "parameter", "parameters_of"),
        "babalab.base.specs": ("spec_of", "split_specs"),
        "babalab.execution.memory": ("half_of_memory",),
    },
)

AGENTS.accept_functions("babalab.agents.functions")
AGENTS.accept_files({".toml": "babalab.agents.tuned_spec:read_tuned_spec"})

# Adding to this table must not change the code that results of other agents are known by, so that
# it is here and not in a module that agents use; see `babalab.arena.fingerprint`.
AGENTS.expect(
    {
        "best-first": "babalab.agents.best_first",
        "best2022": "babalab.agents.best2022",
        "bfs": "babalab.agents.bfs",
        "champion": "babalab.agents.champion",
        "default": "babalab.agents.default",
        "default-fixed": "babalab.agents.default",
        "dfs": "babalab.agents.dfs",
        "exhaustive": "babalab.agents.exhaustive",
        "heuristic": "babalab.agents.heuristic",
        "heuristic-plus": "babalab.agents.heuristic_plus",
        "mcts": "babalab.agents.mcts",
        "mcts-adaptive": "babalab.agents.mcts_adaptive",
        "random": "babalab.agents.random_agent",
        "rhea": "babalab.agents.rhea",
        "rhea-adaptive": "babalab.agents.rhea_adaptive",
        "shortest": "babalab.agents.shortest",
    }
)
