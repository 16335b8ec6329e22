"""Players: planners with their parameters, checked before anything runs."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial

from babalab.arena.entrant import (
    Codes,
    Entrant,
    find_codes,
    find_for_any_process,
    is_ours,
    require_distinct,
)
from babalab.arena.stand_in import find_or_stand_in
from babalab.base.parameters import parameters_of
from babalab.base.specs import spec_of
from babalab.planning import Planner
from babalab.planning.planner import PLANNERS

THE_LOOP = "babalab.planning.playing"
"""The module that lets planners play: results depend on it too."""


@dataclass(frozen=True)
class Player(Entrant):
    """A planner as results name it."""

    @classmethod
    def of(cls, text: str, *, isolate: bool = False) -> Player:
        """Return the one that a text such as ``rhea:length=5`` or ``mine.py:Mine`` stands for.

        One in a file is looked at by a process of its own; `isolate` is that of executors. Raises
        `ArenaError`, `PlannerError` or `ParameterError` if there is none.
        """
        planner, source, _ = find_for_any_process(
            text, partial(find_or_stand_in, PLANNERS, isolate=isolate), PLANNERS
        )
        kind = type(planner)
        parameters = {each.name: each.of(planner) for each in parameters_of(kind)}
        code, former = _find_codes(kind)
        return cls(spec_of(planner), code, kind.name, parameters, source, former, is_ours(kind))


@cache
def _find_codes(kind: type[Planner]) -> Codes:
    return find_codes(kind, root=Planner, besides=[THE_LOOP])


def players(texts: Iterable[str], *, isolate: bool = False) -> list[Player]:
    """Return those that texts stand for, in order, each once; `isolate` is that of executors.

    Raises `ArenaError` if two different ones go by the same name.
    """
    return require_distinct(Player.of(text, isolate=isolate) for text in texts)
