"""The content of a report: contenders, levels, and who solved which."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from babalab.agents import Verdict
from babalab.arena.ranking import Standing, leaderboard
from babalab.arena.solving import SolveRecord
from babalab.base.wording import pluralize


@dataclass(frozen=True)
class Contender:
    """An agent with a budget: a row of the leaderboard and the results behind it."""

    standing: Standing
    label: str
    """Its name, with the budget if it takes part with several."""
    records: Sequence[SolveRecord]


@dataclass(frozen=True)
class Cell:
    """The results of one contender's attempts at one level."""

    attempts: int
    solved: int
    proved: int
    """Attempts that proved that the level can't be won."""
    failed: int
    length: int | None
    """Of the shortest solution."""

    @property
    def kind(self) -> str:
        """Return which colour it gets."""
        if not self.attempts:
            return "untried"
        if self.solved:
            return "solved" if self.solved == self.attempts else "partly"
        return "unsolvable" if self.proved else "failed" if self.failed else "unsolved"

    @property
    def words(self) -> str:
        """The result in words."""
        if not self.attempts:
            return "not tried"
        if not self.solved:
            if self.proved:
                return f"proved unsolvable{self._count(self.proved)}"
            return "failed" if self.failed else "not solved"
        return f"solved{self._count(self.solved)}, {pluralize(self.length or 0, 'move')}"

    def _count(self, attempts: int) -> str:
        return f" {attempts} of {self.attempts} times" if self.attempts > 1 else ""


@dataclass(frozen=True)
class LevelFindings:
    """A level and what all contenders made of it, in their order."""

    anchor: str
    """Its id on the page."""
    label: str
    name: str
    line: str
    cells: Sequence[Cell]
    best: SolveRecord | None
    """A result with the shortest solution, the quickest of those."""

    @property
    def solvers(self) -> int:
        """The number of contenders that solved it at least once."""
        return sum(cell.solved > 0 for cell in self.cells)

    @property
    def provers(self) -> int:
        """The number of contenders that proved that it can't be won."""
        return sum(cell.kind == "unsolvable" for cell in self.cells)

    @property
    def share(self) -> int:
        """Return how many solved it on a scale from 0, nobody, to 4, everybody."""
        if self.solvers in (0, len(self.cells)):
            return 4 if self.solvers else 0
        return 1 + min(2, 3 * self.solvers // len(self.cells))

    @property
    def title(self) -> str:
        """The name of the level in headings."""
        return f"{self.label} {self.name}".strip()


def list_contenders(records: Sequence[SolveRecord]) -> list[Contender]:
    """Return all that take part, the best first."""
    groups: dict[tuple[str, str], list[SolveRecord]] = defaultdict(list)
    for record in records:
        groups[record.agent, record.budget.key].append(record)
    standings = leaderboard(records)
    budgets = {standing.budget.key for standing in standings}
    return [
        Contender(
            standing,
            standing.agent if len(budgets) == 1 else f"{standing.agent} ({standing.budget.words})",
            groups[standing.agent, standing.budget.key],
        )
        for standing in standings
    ]


def list_findings(contenders: Sequence[Contender]) -> list[LevelFindings]:
    """Return all levels that were tried, by set and id; one that is in a set twice appears once."""
    attempts: dict[str, dict[int, dict[int, SolveRecord]]] = defaultdict(lambda: defaultdict(dict))
    for place, contender in enumerate(contenders):
        for record in contender.records:
            attempts[record.level][place][record.seed] = record
    met = {record.level: record for each in contenders for record in each.records}
    ordered = sorted(met.values(), key=_order)
    return [
        _summarize_level(number, record, attempts[record.level], len(contenders))
        for number, record in enumerate(ordered, start=1)
    ]


def _summarize_level(
    number: int, about: SolveRecord, attempts: dict[int, dict[int, SolveRecord]], contenders: int
) -> LevelFindings:
    solutions = [
        record for tried in attempts.values() for record in tried.values() if record.solved
    ]
    return LevelFindings(
        anchor=f"level-{number}",
        label=about.label,
        name=about.level_name if about.level_name != about.label else "",
        line=about.level_line,
        cells=[_fill_cell(list(attempts[place].values())) for place in range(contenders)],
        best=min(solutions, key=lambda each: (each.length or 0, each.seconds), default=None),
    )


def _fill_cell(records: Sequence[SolveRecord]) -> Cell:
    return Cell(
        attempts=len(records),
        solved=sum(record.solved for record in records),
        proved=sum(record.verdict is Verdict.UNSOLVABLE for record in records),
        failed=sum(record.verdict is Verdict.FAILED for record in records),
        length=min(
            (record.length for record in records if record.length is not None), default=None
        ),
    )


def _order(record: SolveRecord) -> tuple[object, ...]:
    """Return a sort key: by set, then by id with its numbers as numbers."""
    pieces = re.split(r"(\d+)", record.label)
    numbered = [int(piece) if place % 2 else piece for place, piece in enumerate(pieces)]
    return record.level_set, numbered, record.level
