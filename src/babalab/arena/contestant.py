"""Contestants: agents with their parameters, checked before anything runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from babalab.agents import AGENTS, Agent, parameters_of, spec_of
from babalab.arena.entrant import (
    Entrant,
    find_codes,
    find_for_any_process,
    is_ours,
    require_distinct,
)
from babalab.arena.errors import ArenaError
from babalab.arena.stand_in import find_or_stand_in
from babalab.base.errors import BabalabError


@dataclass(frozen=True)
class Contestant(Entrant):
    """An agent as results name it."""

    @classmethod
    def of(cls, text: str, *, level_set: str = "", isolate: bool = False) -> Contestant:
        """Return the agent that a text such as ``mcts:plays=10`` or ``my_agent.py:Mine`` names.

        One in a file is looked at by a process of its own; `isolate` is that of executors, and
        `level_set` where the levels are that it will play. Raises `ArenaError`, `AgentError` or
        `ParameterError` if there is none.
        """
        agent, source, in_file = find_for_any_process(
            text, partial(find_agent, isolate=isolate), AGENTS
        )
        kind = type(agent)
        if not in_file:
            agent = agent.for_set(level_set)
            source = spec_of(agent)  # which has the numbers where the text may have a file of them
        parameters = {each.name: each.of(agent) for each in parameters_of(kind)}
        if parameters.pop("seed", 0):
            raise ArenaError(f"{text}: leave out its seed; the evaluation says which seeds to use")
        code, former = find_codes(kind, agent.substance())
        return cls(spec_of(agent), code, kind.name, parameters, source, former, is_ours(kind))


def find_agent(source: str, *, isolate: bool = False) -> Agent:
    """Return the agent of a spec; of one in a user's file, a stand-in that only has parameters.

    Raises `AgentError` or `ParameterError` if there is none.
    """
    return find_or_stand_in(AGENTS, source, isolate=isolate)


def contestants(
    texts: Iterable[str], *, level_set: str = "", isolate: bool = False
) -> list[Contestant]:
    """Return those that texts stand for, in order, each once; see `Contestant.of`.

    Raises `ArenaError` if two different ones go by the same name.
    """
    return require_distinct(
        Contestant.of(text, level_set=level_set, isolate=isolate) for text in texts
    )


def find_agent_spec(text: str) -> str:
    """Return how results name the agent of a text; the text itself for one that is no longer there.

    >>> find_agent_spec("random:length=50"), find_agent_spec("somebody:x=1")
    ('random', 'somebody:x=1')
    """
    try:
        return Contestant.of(text).spec
    except BabalabError:
        return text
