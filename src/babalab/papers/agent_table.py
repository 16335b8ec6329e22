"""Reproductions of tables of agents: what to run, and our figures beside the paper's."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from babalab.agents import AgentError
from babalab.arena.contestant import Contestant, contestants
from babalab.arena.errors import ArenaError
from babalab.arena.ranking import Standing, leaderboard
from babalab.arena.solving import LevelStudy, SolvePlan
from babalab.arena.store import Store
from babalab.arena.study import make_plan
from babalab.base.errors import MissingExtraError
from babalab.base.wording import pluralize
from babalab.game.level import Level
from babalab.papers.effort import Effort
from babalab.papers.level_experiment import take_sample
from babalab.papers.published_table import Figures, LevelPart, PublishedRow, PublishedTable


@dataclass(frozen=True)
class ReproducedRow:
    """A row of a paper's table for one part of the levels, and ours."""

    row: PublishedRow
    part: LevelPart
    published: Figures | None
    """None if the paper says nothing about this agent."""
    ours: Standing | None
    """None if we have no such agent, or it was not asked for."""

    @property
    def differences(self) -> dict[str, float]:
        """Return ours minus the paper's where there are both, of the win rate in points."""
        if self.ours is None or self.published is None:
            return {}
        both = {
            "win_rate": (100 * self.ours.win_rate, 100 * self.published.win_rate),
            "avg_seconds": (self.ours.avg_seconds, self.published.seconds),
            "avg_length_all": (self.ours.avg_length_all, self.published.length),
            "avg_iterations": (self.ours.avg_iterations, self.published.iterations),
        }
        return {
            name: ours - theirs
            for name, (ours, theirs) in both.items()
            if ours is not None and theirs is not None
        }

    def as_json(self) -> dict[str, Any]:
        """Return everything in types JSON knows."""
        return {
            "row": self.row.name,
            "agent": self.row.agent,
            "part": self.part.name,
            "published": None
            if self.published is None
            else {"levels": self.part.count, **self.published._asdict()},
            "ours": None if self.ours is None else self.ours.as_json(),
            "difference": self.differences,
        }


class Reproduction:
    """A table to be reproduced on levels, with seeds and an effort.

    `agents` picks some of the rows, `sample` so many of the levels, always the same ones. Agents
    that draw no random numbers are tried with the first seed only. Those that can't play here, as
    they lack an extra or what they learned, are left out unless `agents` asks for them. For agents
    that carry something over from level to level, `address` is where the levels come from.
    """

    def __init__(
        self,
        table: PublishedTable,
        levels: Sequence[Level],
        *,
        effort: Effort = Effort.PAPERS,
        seeds: int = 3,
        sample: int | None = None,
        agents: Collection[str] | None = None,
        address: str = "",
    ) -> None:
        self.table = table
        self.effort = effort
        self.given = len(levels)
        self.parts = _find_parts(table, levels)
        self.levels = take_sample(levels, sample)
        self.seeds = range(seeds)
        rows = _choose_rows(table, agents)
        self._left_out = {} if agents is not None else _find_unable(rows)
        rows = {spec: row for spec, row in rows.items() if spec not in self._left_out}
        self._contestants = dict(zip(rows, contestants(rows, level_set=address), strict=True))
        self._unseeded = {
            self._contestants[spec].spec for spec, row in rows.items() if not row.seeded
        }

    def plan(self, store: Store, set_name: str = "") -> SolvePlan:
        """Plan the attempts that the store lacks."""
        return make_plan(store, self._study(self.levels, set_name))

    def count_stored(self, store: Store) -> tuple[int, int]:
        """Return how many attempts have been made, and how many there are."""
        return self._study(self.levels).count_stored(store)

    def make_rows(self, store: Store) -> list[ReproducedRow]:
        """Make every row for every part from what is in the store."""
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
        """Return notes to read before comparing."""
        notes = list(self.table.notes)
        if len(self.levels) < self.given:
            seeds = "one seed" if len(self.seeds) == 1 else pluralize(len(self.seeds), "seed")
            notes.append(
                f"only a sample of {len(self.levels)} of {self.given} levels, with {seeds}"
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

    def as_json(self, rows: Sequence[ReproducedRow]) -> dict[str, Any]:
        """Return everything but title and notes, in types JSON knows."""
        return {
            "table": self.table.name,
            "effort": self.effort.value,
            "budget": self.effort.budget.as_json(),
            "levels": len(self.levels),
            "seeds": len(self.seeds),
            "rows": [row.as_json() for row in rows],
        }

    def _study(self, levels: Sequence[Level], set_name: str = "") -> LevelStudy:
        """Return the study of all agents on some of the levels."""
        return LevelStudy(
            list(self._contestants.values()),
            levels,
            seeds=self.seeds,
            budget=self.effort.budget,
            set_name=set_name,
            unseeded=self._unseeded,
        )


def _belongs(level: Level, part: LevelPart) -> bool:
    return (part.only is None or level.id in part.only) and level.id not in part.without


def _find_parts(table: PublishedTable, levels: Sequence[Level]) -> list[LevelPart]:
    """Return the parts that these levels can be cut into."""
    ids = {level.id for level in levels}
    return [part for part in table.parts if ids >= ((part.only or frozenset()) | part.without)]


def _choose_rows(
    table: PublishedTable, agents: Collection[str] | None
) -> Mapping[str, PublishedRow]:
    """Return the rows to run, by their agents."""
    rows = {row.agent: row for row in table.rows if row.agent is not None}
    if agents is None:
        return rows
    unknown = [agent for agent in agents if agent not in rows]
    if unknown or not agents:
        what = f"has no {unknown[0]}" if unknown else "needs at least one agent"
        raise ArenaError(f"{table.name} {what}; its agents are {', '.join(rows)}")
    return {agent: row for agent, row in rows.items() if agent in agents}


def _find_unable(agents: Collection[str]) -> dict[str, str]:
    """Return the agents that can't play here, and why."""
    reasons = {}
    for agent in agents:
        try:
            Contestant.of(agent)
        except (AgentError, MissingExtraError) as error:
            reasons[agent] = str(error)
    return reasons
