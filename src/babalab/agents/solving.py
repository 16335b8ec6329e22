"""Solve a level, or prove that it can't be won, with one call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from babalab.agents.agent import Agent, AgentError, Watch, make_agent
from babalab.agents.best_first import BestFirst
from babalab.agents.champion import Champion
from babalab.agents.result import Result
from babalab.base.budget import Budget
from babalab.execution.memory import half_of_memory
from babalab.game.level import Level
from babalab.game.state import State

PATIENT_STEPS: Final = 3_000_000
"""Engine steps for shortening a solution without a time limit: about a second."""
UNTIL_TIME_IS_UP: Final = 10**15


def solve(
    level: Level | State | str,
    agent: Agent | str | Callable[..., Any] | None = None,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    memory: int | None = None,
    seed: int = 0,
    watch: Watch | None = None,
) -> Result:
    """Search for moves that win, and return the solution, or a proof that there is none.

    `level` may also be an address, such as ``first-steps/across``, a one-line map, or any of these
    with ``@moves``. `agent` is an agent or names one, as in ``mcts:plays=10``, or is a function
    (see `babalab.agents.functions`); by default it is the champion, which spends the rest of its
    time on making the solution shorter. Without limits the search goes on until it is decided or
    half of the machine's memory is used. `seed` is the seed of an agent that is made here. `watch`
    is called with the progress.

    >>> result = solve("first-steps/across", seconds=10)
    >>> result.verdict.value, result.solution, result.shortest
    ('solved', 'rrrr', True)
    >>> solve("____/_bf_/_B1_/____").verdict.value  # nothing can be YOU
    'proved unsolvable'
    """
    if agent is None:
        agent = patient_champion(seconds, seed=seed)
    elif isinstance(agent, str):
        agent = make_agent(agent, seed=seed)
    elif not isinstance(agent, Agent):
        agent = _make_of(agent, seed)
    return agent.solve(level, _make_budget(seconds, iterations, memory), watch)


def prove(
    level: Level | State | str,
    *,
    seconds: float | None = None,
    iterations: int | None = None,
    memory: int | None = None,
    threads: int = 1,
    watch: Watch | None = None,
) -> Result:
    """Try to prove that a level can't be won, by going through all its states that can matter.

    Arguments are as for `solve`. If there is a solution, the result has it instead.

    >>> prove("______/_b..f_/_B12._/_F1.._/______").verdict.value
    'proved unsolvable'
    >>> prove("first-steps/across").solution
    'rrrr'
    """
    prover = BestFirst(lists="breadth", threads=threads)
    return prover.solve(level, _make_budget(seconds, iterations, memory), watch)


def patient_champion(seconds: float | None, *, seed: int = 0) -> Champion:
    """Return the champion with as much shortening as the time allows."""
    champion = Champion(seed=seed)
    return replace(champion, shorten=PATIENT_STEPS if seconds is None else UNTIL_TIME_IS_UP)


def _make_of(agent: Callable[..., Any], seed: int) -> Agent:
    """Return the agent that a class or a function is."""
    from babalab.agents.functions import agent_of_function

    if isinstance(agent, type) and issubclass(agent, Agent):
        return agent(seed=seed)
    if not callable(agent):
        raise AgentError(
            f"{type(agent).__name__} is no agent; give an agent, a function or a text such as "
            "'mcts:plays=10'"
        )
    return agent_of_function(agent)(seed=seed)


def _make_budget(seconds: float | None, iterations: int | None, memory: int | None) -> Budget:
    return Budget(seconds, iterations, memory=half_of_memory() if memory is None else memory)
