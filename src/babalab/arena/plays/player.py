"""Who plays: a planner with its parameters, checked before anything runs."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from babalab.arena.errors import ArenaError
from babalab.arena.fingerprint import fingerprint
from babalab.arena.sources import for_any_process
from babalab.planning import Planner, make_planner, planners
from babalab.planning.parameters import Value, parameters_of
from babalab.planning.registry import is_installed_planner
from babalab.planning.specs import spec_of

THE_LOOP = "babalab.planning.playing"
"""The module that lets planners play: results depend on it too."""


@dataclass(frozen=True)
class Player:
    """A planner as results name it. Two with the same `spec` and `code` are the same."""

    spec: str
    """Its name, and its parameters as far as they are not as by default."""
    code: str
    """The fingerprint of what it is written in."""
    name: str
    parameters: dict[str, Value]
    source: str
    """What any process can make the planner from."""

    @classmethod
    def of(cls, text: str) -> Player:
        """The one that a text such as ``rhea:length=5`` or ``mine.py:Mine`` stands for.

        Raises `ArenaError`, `PlannerError` or `ParameterError` if there is none.
        """
        source, file = for_any_process(text)
        with contextlib.redirect_stdout(io.StringIO()):  # of a file that prints when loaded
            planner = make_planner(source)
        kind = type(planner)
        if not isinstance(getattr(kind, "name", None), str) or not kind.name:
            raise ArenaError(f"{text}: the planner has no name; give {kind.__name__} one: name = …")
        if file and planners().get(kind.name, kind) is not kind:
            raise ArenaError(f"{text}: it calls itself {kind.name!r}, as one of ours; rename it")
        if not file and not is_installed_planner(kind):
            raise ArenaError(
                f"{text}: workers are processes of their own and don't know what "
                f"{kind.__module__} registered; write it as FILE.py:{kind.__name__}"
            )
        parameters = {each.name: getattr(planner, each.name) for each in parameters_of(kind)}
        return cls(spec_of(planner), _code(kind), kind.name, parameters, source)


@cache
def _code(kind: type[Planner]) -> str:
    return fingerprint(kind, root=Planner, besides=[THE_LOOP])


def players(texts: Iterable[str]) -> list[Player]:
    """Those that texts stand for, in order, each once.

    Raises `ArenaError` if two different ones go by the same name.
    """
    found: dict[str, Player] = {}
    for text in texts:
        player = Player.of(text)
        other = found.setdefault(player.spec, player)
        if other.code != player.code:
            raise ArenaError(
                f"{other.source} and {player.source} are both called {player.spec!r}; "
                "give one of them another name"
            )
    return list(found.values())
