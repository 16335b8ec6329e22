"""The leaderboard: what stored results say about each agent, ranked as in the competition.

First comes the higher win rate, then the larger 1 / (average runtime * average length). Runtime,
iterations and engine steps are averaged over all attempts, lengths over what was solved. The
papers' lengths are of whatever was proposed last, on unsolved levels too, and after a win: see
`Standing.avg_length_all`. A failed attempt is one that did not solve its level.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from babalab.agents import Verdict
from babalab.agents.published import PROPOSED
from babalab.arena.solving import SolveRecord
from babalab.base.budget import Budget
from babalab.base.statistics import mean, mean_or_none, student_interval, wilson_interval
from babalab.game.level import length_class_of

CLASSES = (1, 2, 3, 4, 5)


@dataclass(frozen=True)
class ClassRate:
    """An agent's results on the levels of one length class; None is the unknown class."""

    length_class: int | None
    levels: int
    win_rate: float


@dataclass(frozen=True)
class Standing:
    """A row of the leaderboard: an agent with one budget."""

    rank: int
    agent: str
    budget: Budget
    levels: int
    seeds: int
    attempts: int
    """Levels times seeds, as far as they have been made."""
    solved: int
    """Attempts that solved their level; with one seed, the levels solved."""
    solved_levels: int
    """Levels solved with at least one of the seeds."""
    failed: int
    win_rate: float
    win_rate_low: float
    win_rate_high: float
    """A 95 % interval: of the mean over seeds (Student), with one seed of the rate (Wilson)."""
    avg_seconds: float
    avg_length: float | None
    avg_iterations: float
    avg_engine_steps: float
    avg_seconds_solved: float | None
    avg_iterations_solved: float | None
    avg_engine_steps_solved: float | None
    avg_length_all: float
    """As the papers count it: over all attempts, the moves proposed last, whether they win or not.

    Agents that propose nothing unless it wins count 0 on unsolved levels.
    """
    score: float | None
    """1 / (average runtime * average length)."""
    classes: tuple[ClassRate, ...]

    def as_json(self) -> dict[str, Any]:
        """Return everything, in types JSON knows."""
        return asdict(self)


def leaderboard(records: Sequence[SolveRecord]) -> list[Standing]:
    """Return the agents' standings, best first, from records such as `find_records` gives."""
    groups: dict[tuple[str, str], list[SolveRecord]] = defaultdict(list)
    for record in records:
        groups[record.agent, record.budget.key].append(record)
    known = length_classes(records)
    standings = [_make_standing(group, known) for group in groups.values()]
    standings.sort(key=_order)
    ranks: list[int] = []
    for place, standing in enumerate(standings):
        tied = place > 0 and _find_merit(standing) == _find_merit(standings[place - 1])
        ranks.append(ranks[-1] if tied else place + 1)
    return [_give_rank(standing, rank) for standing, rank in zip(standings, ranks, strict=True)]


def length_classes(records: Iterable[SolveRecord]) -> dict[str, int]:
    """Return the class of each level by its recorded solution, else by the shortest found."""
    recorded: dict[str, int] = {}
    found: dict[str, int] = {}
    for record in records:
        if record.level_solution:
            recorded[record.level] = len(record.level_solution)
        if record.length is not None:
            found[record.level] = min(record.length, found.get(record.level, record.length))
    return {level: length_class_of(length) for level, length in {**found, **recorded}.items()}


def _make_standing(group: Sequence[SolveRecord], known: Mapping[str, int]) -> Standing:
    solved = [record for record in group if record.solved]
    lengths = [len(record.solution or "") for record in solved]
    by_seed: dict[int, list[bool]] = defaultdict(list)
    for record in group:
        by_seed[record.seed].append(record.solved)
    low, high = (
        student_interval([mean(each) for each in by_seed.values()])
        if len(by_seed) > 1
        else wilson_interval(len(solved), len(group))
    )
    seconds, length = mean(record.seconds for record in group), mean_or_none(lengths)
    return Standing(
        rank=0,
        agent=group[0].agent,
        budget=group[0].budget,
        levels=max(Counter(record.seed for record in group).values()),
        seeds=len(by_seed),
        attempts=len(group),
        solved=len(solved),
        solved_levels=len({record.level for record in solved}),
        failed=sum(record.verdict is Verdict.FAILED for record in group),
        win_rate=len(solved) / len(group),
        win_rate_low=low,
        win_rate_high=high,
        avg_seconds=seconds,
        avg_length=length,
        avg_iterations=mean(record.iterations for record in group),
        avg_engine_steps=mean(record.steps for record in group),
        avg_seconds_solved=mean_or_none(record.seconds for record in solved),
        avg_iterations_solved=mean_or_none(record.iterations for record in solved),
        avg_engine_steps_solved=mean_or_none(record.steps for record in solved),
        avg_length_all=mean(
            record.statistics.get(PROPOSED, record.length or 0) for record in group
        ),
        score=1 / (seconds * length) if length and seconds else None,
        classes=_rate_classes(group, known),
    )


def _rate_classes(group: Sequence[SolveRecord], known: Mapping[str, int]) -> tuple[ClassRate, ...]:
    members: dict[int | None, list[SolveRecord]] = defaultdict(list)
    for record in group:
        members[known.get(record.level)].append(record)
    return tuple(
        ClassRate(
            length_class,
            levels=max(Counter(record.seed for record in members[length_class]).values()),
            win_rate=mean(record.solved for record in members[length_class]),
        )
        for length_class in (*CLASSES, None)
        if length_class in members
    )


def _find_merit(standing: Standing) -> tuple[float, float]:
    return standing.win_rate, standing.score or 0.0


def _order(standing: Standing) -> tuple[float, float, str, str]:
    rate, score = _find_merit(standing)
    return -rate, -score, standing.agent, standing.budget.key


def _give_rank(standing: Standing, rank: int) -> Standing:
    return replace(standing, rank=rank)
