"""Two agents side by side, level by level, and whether the difference may be chance."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from babalab.arena.errors import ArenaError
from babalab.arena.solving import SolveRecord
from babalab.base.budget import Budget
from babalab.base.statistics import mean, mean_or_none, sign_test


@dataclass(frozen=True)
class Side:
    """One agent's attempts at one level, with all seeds that both have tried."""

    solved: int
    attempts: int
    avg_iterations: float
    avg_length: float | None
    """Of its solutions."""


@dataclass(frozen=True)
class LevelComparison:
    """The results of two agents at one level."""

    level: str
    """Its id."""
    name: str
    line: str
    first: Side
    second: Side


@dataclass(frozen=True)
class Comparison:
    """The results of two agents at the levels and seeds that both have tried with one budget.

    The tests ask how likely so uneven a split would be if both were equally good. They are exact
    and two-sided, on attempts paired by level and seed: McNemar's over those that only one of them
    solved, and the sign test over those that both solved, with different numbers of iterations.
    With several seeds the attempts at a level are not independent, and the tests too confident.
    """

    first: str
    second: str
    budget: Budget
    seeds: int
    levels: tuple[LevelComparison, ...]
    both: int
    only_first: int
    only_second: int
    neither: int
    p_solved: float
    """Of McNemar's test."""
    fewer_iterations_first: int
    fewer_iterations_second: int
    """Attempts that both solved, and one of them with fewer iterations."""
    p_iterations: float
    """Of the sign test on those."""

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return asdict(self)


Pair = tuple[SolveRecord, SolveRecord]
"""Attempts of two agents at one level with one seed and budget."""


def compare(records: Sequence[SolveRecord], first: str, second: str) -> Comparison:
    """Compare two agents by records such as `find_records` gives.

    Raises `ArenaError` if there is nothing that both have tried, or with more than one budget.
    """
    pairs = _pair_up(records, first, second)
    budgets = {one.budget.key: one.budget for one, _ in pairs}
    if len(budgets) > 1:
        listed = "; ".join(budget.words for budget in budgets.values())
        raise ArenaError(
            f"both have results with several budgets ({listed}); "
            "say which with --seconds, --iterations, --steps or --memory"
        )
    outcomes = Counter((one.solved, other.solved) for one, other in pairs)
    differences = [
        one.iterations - other.iterations for one, other in pairs if one.solved and other.solved
    ]
    fewer, more = sum(each < 0 for each in differences), sum(each > 0 for each in differences)
    by_level: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        by_level[pair[0].level].append(pair)
    return Comparison(
        first=first,
        second=second,
        budget=pairs[0][0].budget,
        seeds=len({one.seed for one, _ in pairs}),
        levels=tuple(_compare_level(each) for each in by_level.values()),
        both=outcomes[True, True],
        only_first=outcomes[True, False],
        only_second=outcomes[False, True],
        neither=outcomes[False, False],
        p_solved=sign_test(outcomes[True, False], outcomes[False, True]),
        fewer_iterations_first=fewer,
        fewer_iterations_second=more,
        p_iterations=sign_test(fewer, more),
    )


def _pair_up(records: Sequence[SolveRecord], first: str, second: str) -> list[Pair]:
    """Return the attempts that both have made, a level in the set twice being there twice."""
    others = {_place(record): record for record in records if record.agent == second}
    mine = [record for record in records if record.agent == first]
    for agent, found in ((first, mine), (second, others)):
        if not found:
            known = ", ".join(sorted({record.agent for record in records})) or "nobody"
            raise ArenaError(f"there are no fitting results of {agent}; there are some of {known}")
    pairs = [(record, others[_place(record)]) for record in mine if _place(record) in others]
    if not pairs:
        raise ArenaError(
            f"{first} and {second} have not tried the same level with the same seed and budget; "
            "let 'babalab evaluate' run both"
        )
    return pairs


def _place(record: SolveRecord) -> tuple[str, int, str]:
    """Return what two attempts must have in common to be compared."""
    return record.level, record.seed, record.budget.key


def _compare_level(pairs: Sequence[Pair]) -> LevelComparison:
    one = pairs[0][0]
    return LevelComparison(
        level=one.label,
        name=one.level_name,
        line=one.level_line,
        first=_summarize([first for first, _ in pairs]),
        second=_summarize([second for _, second in pairs]),
    )


def _summarize(records: Sequence[SolveRecord]) -> Side:
    return Side(
        solved=sum(record.solved for record in records),
        attempts=len(records),
        avg_iterations=mean(record.iterations for record in records),
        avg_length=mean_or_none(record.length for record in records if record.length is not None),
    )
