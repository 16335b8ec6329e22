"""Reproducing a published table: what to run for it, and our figures beside the paper's."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from babalab.agents import AgentError
from babalab.arena.contestant import Contestant, contestants
from babalab.arena.errors import ArenaError
from babalab.arena.ranking import Standing, leaderboard
from babalab.arena.solving import LevelStudy, SolvePlan
from babalab.arena.store import Store
from babalab.arena.study import make_plan
from babalab.base.budget import COMPETITION, Budget
from babalab.base.errors import MissingExtraError
from babalab.game.level import Level
from babalab.papers.agent_tables.published import Figures, Part, PublishedRow, PublishedTable

QUICK_LEVELS = 20


class Effort(Enum):
    """With how much an agent may try a level."""

    PAPERS = "papers"
    """About what the authors' programs got done in their time, whatever the clock says."""
    OURS = "ours"
    """What the competition allows, used by an engine that is much faster."""

    @property
    def budget(self) -> Budget:
        """The limits."""
        if self is Effort.PAPERS:
            return Budget(iterations=10_000, steps=1_000_000)
        return COMPETITION


@dataclass(frozen=True)
class ReproducedRow:
    """A row of a paper's table for one part of the levels, and ours."""

    row: PublishedRow
    part: Part
    published: Figures | None
    """None if the paper says nothing about this agent."""
    ours: Standing | None
    """None if we have no such agent, or it was not asked for."""

    @property
    def differences(self) -> dict[str, float]:
        """Ours less the paper's, as far as there are both; of the win rate in points."""
        if self.ours is None or self.published is None:
            return {}
        both = {
            "win_rate": (100 * self.ours.win_rate, 100 * self.published.win_rate),
            "avg_seconds": (self.ours.avg_seconds, self.published.seconds),
            "avg_length": (self.ours.avg_length, self.published.length),
            "avg_iterations": (self.ours.avg_iterations, self.published.iterations),
        }
        return {
            name: ours - theirs
            for name, (ours, theirs) in both.items()
            if ours is not None and theirs is not None
        }

    def as_json(self) -> dict[str, Any]:
        """Everything, in types JSON knows."""
        return {
            "row": self.row.name,
            "agent": self.row.agent,
            "part": self.part.name,
            "published": None
            if self.published is None
            else {"levels": self.part.count, **asdict(self.published)},
            "ours": None if self.ours is None else self.ours.as_json(),
            "difference": self.differences,
        }


class Reproduction:
    """A table to be reproduced on levels, with seeds and an effort.

    `agents` picks some of the rows; `quick` tries a fixed sample of the levels with one seed.
    Agents that draw no random numbers are tried with the first seed only. Those that can't play
    here, as they lack an extra or what they learned, are left out unless `agents` asks for them.
    """

    def __init__(
        self,
        table: PublishedTable,
        levels: Sequence[Level],
        *,
        effort: Effort = Effort.PAPERS,
        seeds: int = 3,
        quick: bool = False,
        agents: Collection[str] | None = None,
    ) -> None:
        self.table = table
        self.effort = effort
        self.given = len(levels)
        self.parts = _parts(table, levels)
        self.levels = sample(levels, QUICK_LEVELS) if quick else list(levels)
        self.seeds = range(1 if quick else seeds)
        rows = _chosen(table, agents)
        self._left_out = {} if agents is not None else _unable(rows)
        rows = {spec: row for spec, row in rows.items() if spec not in self._left_out}
        self._contestants = dict(zip(rows, contestants(rows), strict=True))
        self._unseeded = {
            self._contestants[spec].spec for spec, row in rows.items() if not row.seeded
        }

    def plan(self, store: Store, set_name: str = "") -> SolvePlan:
        """What is left to run."""
        return make_plan(store, self._study(self.levels, set_name))

    @property
    def attempts(self) -> int:
        """How many there are altogether."""
        return len(self._study(self.levels).tasks)

    def rows(self, store: Store) -> list[ReproducedRow]:
        """Every row for every part, from what the store has by now."""
        found: list[ReproducedRow] = []
        for part in self.parts:
            levels = [level for level in self.levels if _belongs(level, part)]
            records = self._study(levels).records(store) if levels else []
            standings = {standing.agent: standing for standing in leaderboard(records)}
            for row in self.table.rows:
                contestant = self._contestants.get(row.agent or "")
                ours = None if contestant is None else standings.get(contestant.spec)
                found.append(ReproducedRow(row, part, row.figures.get(part.name), ours))
        return found

    @property
    def notes(self) -> list[str]:
        """What to know before comparing."""
        notes = list(self.table.notes)
        if len(self.levels) < self.given:
            notes.append(
                f"only a sample of {len(self.levels)} of {self.given} levels, with one seed"
            )
        elif self.given != self.table.parts[-1].count:
            notes.append(
                f"ours are figures for {self.given} levels, "
                f"the paper's for {self.table.parts[-1].count}"
            )
        missing = [part.name for part in self.table.parts if part not in self.parts]
        if missing:
            notes.append(f"these levels have no parts {' and '.join(missing)}, as full_biy does")
        notes += [f"left out: {reason}" for reason in self._left_out.values()]
        later = [row.name for row in self.table.rows if row.agent is None]
        if later:
            notes.append(f"not yet: {', '.join(later)}")
        return notes

    def as_json(self, comparisons: Sequence[ReproducedRow]) -> dict[str, Any]:
        """Everything, in types JSON knows."""
        return {
            "table": self.table.name,
            "title": self.table.title,
            "effort": self.effort.value,
            "budget": self.effort.budget.as_json(),
            "levels": len(self.levels),
            "seeds": len(self.seeds),
            "rows": [comparison.as_json() for comparison in comparisons],
            "notes": self.notes,
        }

    def _study(self, levels: Sequence[Level], set_name: str = "") -> LevelStudy:
        """All agents on some of the levels."""
        return LevelStudy(
            list(self._contestants.values()),
            levels,
            seeds=self.seeds,
            budget=self.effort.budget,
            set_name=set_name,
            unseeded=self._unseeded,
        )


def sample(levels: Sequence[Level], count: int) -> list[Level]:
    """Some of the levels, spread evenly; the same for the same levels."""
    if len(levels) <= count:
        return list(levels)
    return [levels[place * len(levels) // count] for place in range(count)]


def _belongs(level: Level, part: Part) -> bool:
    return (part.only is None or level.id in part.only) and level.id not in part.without


def _parts(table: PublishedTable, levels: Sequence[Level]) -> list[Part]:
    """Those which these levels can be cut into."""
    ids = {level.id for level in levels}
    return [part for part in table.parts if ids >= ((part.only or frozenset()) | part.without)]


def _chosen(table: PublishedTable, agents: Collection[str] | None) -> Mapping[str, PublishedRow]:
    """The rows to run, by their agents."""
    rows = {row.agent: row for row in table.rows if row.agent is not None}
    if agents is None:
        return rows
    unknown = [agent for agent in agents if agent not in rows]
    if unknown or not agents:
        what = f"has no {unknown[0]}" if unknown else "needs at least one agent"
        raise ArenaError(f"{table.name} {what}; its agents are {', '.join(rows)}")
    return {agent: row for agent, row in rows.items() if agent in agents}


def _unable(agents: Collection[str]) -> dict[str, str]:
    """Those which can't play here, and why."""
    reasons = {}
    for agent in agents:
        try:
            Contestant.of(agent)
        except (AgentError, MissingExtraError) as error:
            reasons[agent] = str(error)
    return reasons
