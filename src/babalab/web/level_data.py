"""The levels of the page: sets with all that the page shows of them before anybody plays.

Levels of any set that commands take will do. One without a solution is given to the champion, so
the gallery can tell how long and how difficult it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, Final

from babalab.agents import Champion, Verdict
from babalab.base.budget import Budget
from babalab.execution.call import call_each
from babalab.execution.executor import Executor
from babalab.execution.in_this_process import InThisProcess
from babalab.execution.memory import half_of_memory
from babalab.game.difficulty import rate_level
from babalab.game.errors import MovesError
from babalab.game.level import Level, length_class_of
from babalab.generation.baba.facts import prove_shortest
from babalab.generation.baba.mechanics import find_mechanics
from babalab.generation.baba.variants import cut_at_win
from babalab.levels.address import locate
from babalab.levels.errors import AddressError
from babalab.levels.files import STANDARD_STREAM
from babalab.levels.shipped import has_pack, pack, packs

SECONDS: Final = 10.0
"""Seconds for a level without a solution, unless one says otherwise."""
PROOF_STEPS: Final = 3_000_000
"""Engine steps to shorten a solution and to prove it shortest: a second."""
_STRANGE: Final = re.compile(r"[^A-Za-z0-9._-]+")
"""Characters that the name of a file should not have."""
_NOT_IN_IDS: Final = re.compile(r"[^\w.-]+")
"""Characters that would divide the address of a level."""


@dataclass(frozen=True)
class LevelFacts:
    """A level as the page knows it."""

    solution: str = ""
    """A solution as short as is known; empty if none is."""
    shortest: bool = False
    mechanics: tuple[str, ...] = ()
    difficulty: int | None = None

    @property
    def length_class(self) -> int | None:
        """The papers' class, 1 to 5."""
        return length_class_of(len(self.solution)) if self.solution else None


@dataclass(frozen=True)
class LevelSet:
    """A set of levels for the page, and what is known of each."""

    id: str
    """The name of its file and of its address on the page."""
    title: str
    description: str
    levels: tuple[Level, ...]
    """Each with an id that no other in the set has."""
    facts: tuple[LevelFacts, ...]

    def summary_as_json(self) -> dict[str, Any]:
        """Return what the list of sets says of it."""
        return {
            "id": self.id,
            "title": self.title,
            "description": self.description,
            "count": len(self.levels),
        }

    def as_json(self) -> dict[str, Any]:
        """Return all of it, in types JSON knows."""
        levels = [
            {
                "id": level.id,
                "name": level.name,
                "author": level.author,
                "line": level.line,
                "solution": facts.solution,
                "shortest": facts.shortest,
                "mechanics": list(facts.mechanics),
                "lengthClass": facts.length_class,
                "difficulty": facts.difficulty,
            }
            for level, facts in zip(self.levels, self.facts, strict=True)
        ]
        about = {"id": self.id, "title": self.title, "description": self.description}
        return {**about, "levels": levels}


Watch = Callable[[int, int], None]
"""Called with the number of levels that are done, and of all."""


def collect_sets(
    addresses: Iterable[str] | None = None,
    *,
    executor: Executor | None = None,
    seconds: float = SECONDS,
    watch: Watch | None = None,
) -> tuple[list[LevelSet], bool]:
    """Load sets of levels and find what the page shows of them; without addresses, our packs.

    Each level without a solution that wins is given to the champion for up to `seconds`. Also
    return whether all is done: Ctrl-C ends the search, and what it has found is kept. Raises as
    `babalab.levels.load_levels` does.
    """
    names = [each.name for each in packs()] if addresses is None else list(addresses)
    sets = _load_sets(dict.fromkeys(names))
    levels = [level for each in sets for level in each.levels]
    found = [LevelFacts() for _ in levels]
    complete = True
    executor = executor or InThisProcess()
    budget = Budget(seconds=seconds, memory=half_of_memory() // executor.count)
    find = partial(_find_numbered, budget)
    coming = call_each(executor, find, enumerate(levels), ordered=False)
    try:
        with closing(coming):
            for done, (number, facts) in enumerate(coming, start=1):
                found[number] = facts
                if watch is not None:
                    watch(done, len(levels))
    except KeyboardInterrupt:
        complete = False
    rest = iter(found)
    return [replace(each, facts=tuple(next(rest) for _ in each.levels)) for each in sets], complete


def find_facts(level: Level, budget: Budget) -> LevelFacts:
    """Find the solution, the mechanics and the difficulty of a level.

    A recorded solution is believed if it wins, and shortened if a proof finds a shorter one. The
    difficulty is the one that all commands tell: that of the recorded solution.
    """
    known = _find_recorded(level)
    if known is None:
        result = Champion(shorten=PROOF_STEPS).solve(level, budget)
        if result.verdict is Verdict.INTERRUPTED:
            raise KeyboardInterrupt  # the search has taken the Ctrl-C that was meant for all of it
        if result.solution is None:
            return LevelFacts(mechanics=level.mechanics)
        solution, shortest = result.solution, result.shortest
    else:
        proved = prove_shortest(level, known, PROOF_STEPS)
        solution, shortest = proved.moves, proved.shortest
    difficulty = rate_level(level, solution)
    return LevelFacts(
        solution,
        shortest,
        level.mechanics or find_mechanics(level, solution),
        None if difficulty is None else difficulty.number,
    )


def needs_search(level: Level) -> bool:
    """Return whether a level has no solution on record that wins."""
    return _find_recorded(level) is None


def _find_numbered(budget: Budget, numbered: tuple[int, Level]) -> tuple[int, LevelFacts]:
    """Find the facts of a level, and return them with its number."""
    number, level = numbered
    return number, find_facts(level, budget)


def _find_recorded(level: Level) -> str | None:
    """Return the solution on record up to its win; None if there is none that wins."""
    try:
        return cut_at_win(level, level.solution)
    except MovesError:
        return None


def _load_sets(addresses: Iterable[str]) -> list[LevelSet]:
    """Load sets; each gets an id of its own."""
    sets: list[LevelSet] = []
    used: set[str] = set()
    for address in addresses:
        found = locate(address)
        levels = found.levels if found.first is None else [found.levels[found.first]]
        where = str(found.where)
        if has_pack(where):
            id_, title, description = where, pack(where).title, pack(where).description
        else:
            title = "levels" if where == STANDARD_STREAM else Path(where).stem
            id_, description = _STRANGE.sub("-", title).strip("-.") or "levels", ""
        id_ = _make_unique(id_, used)
        used.add(id_)
        sets.append(LevelSet(id_, title, description, _identify(levels), ()))
    if not sets:
        raise AddressError("there are no levels for the page; name a pack or a file")
    return sets


def _identify(levels: Sequence[Level]) -> tuple[Level, ...]:
    """Give every level an id of its own: that of the file, or else its number in the file."""
    used: set[str] = set()
    named: dict[int, Level] = {}
    numbered = list(enumerate(levels, start=1))
    # Ids of the file first: a number takes none of them away.
    for number, level in sorted(numbered, key=lambda pair: not pair[1].id):
        id_ = _NOT_IN_IDS.sub("-", level.id).strip("-") or str(number)
        id_ = _make_unique(id_, used)
        used.add(id_)
        named[number] = replace(level, id=id_)
    return tuple(named[number] for number, _ in numbered)


def _make_unique(name: str, used: set[str]) -> str:
    """Return the name, with a number behind it if it is used."""
    found, number = name, 2
    while found in used:
        found, number = f"{name}-{number}", number + 1
    return found
