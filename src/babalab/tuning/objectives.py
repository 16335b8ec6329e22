"""Objectives of tuning. Each is declared once, here.

The fitness is that of "Evolutionary Optimization of Baba Is You Agents", §V-A: solved share of
the levels times iterations allowed, and iterations allowed less iterations. Of the latter the
text says only that they are "the remaining iterations". We take the average over all attempts and
count an unsolved one with the iterations it used, as the averages of the paper's Table II do and
its authors' program does, also one that the clock ended. (With every unsolved level counted in
full, the best fitness reported, 3,244 of 4,000, would need more than 81 % of the levels solved
within 2,000 iterations and 2 seconds; the tuned agents solve 82 % of them with 10,000 iterations
and 10 seconds.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from babalab.base.registry import Registry
from babalab.base.statistics import mean
from babalab.base.suggestions import unknown
from babalab.tuning.errors import TuningError
from babalab.tuning.outcome import Score

SUBSETS = "subsets"
"""Stands for the solved share of each subset of the levels, as the paper's text has it."""
SUBSETS_FITNESS = "subsets-fitness"
"""Stands for the fitness on each subset of the levels, as the authors' program has it."""
_SUBSET = re.compile(r"(solved|fitness)\[(\d+)-(\d+)\]")


@dataclass(frozen=True)
class Objective:
    """A number that says how good an agent is."""

    name: str
    larger_is_better: bool
    meaning: str
    measure: Callable[[Score], float]

    def loss(self, value: float) -> float:
        """Return the value turned so that less is better, as optimisers want it."""
        return -value if self.larger_is_better else value


def fitness(score: Score) -> float:
    """See above."""
    return solved(score) * score.limit + (score.limit - score.iterations)


def solved(score: Score) -> float:
    """Return the share of attempts that were solved."""
    return score.solved / len(score.attempts)


def _measure_length(score: Score) -> float:
    lengths = [score.limit if each.length is None else each.length for each in score.attempts]
    return mean(min(length, score.limit) for length in lengths)


OBJECTIVES: Final[Registry[Objective]] = Registry(
    "objective",
    TuningError,
    (
        Objective(
            "fitness",
            True,
            "solved share times iterations allowed, plus iterations left over on average",
            fitness,
        ),
        Objective("solved", True, "share of the attempts that were solved", solved),
        Objective("iterations", False, "used on average, solved or not", lambda s: s.iterations),
        Objective(
            "seconds",
            False,
            "taken on average, solved or not; never quite the same twice",
            lambda s: s.seconds,
        ),
        Objective(
            "length",
            False,
            "of solutions on average; at most, and without one, the iterations allowed",
            _measure_length,
        ),
    ),
)
"""By name, without those of subsets, which `choose_objectives` makes."""
_OF_SUBSETS: Final = {SUBSETS: "solved", SUBSETS_FITNESS: "fitness"}
"""What is measured on each subset."""


def choose_objectives(names: Iterable[str], levels: int, subset_size: int) -> list[Objective]:
    """Return the objectives of these names for so many levels.

    ``subsets`` stands for the solved share of each `subset_size` consecutive levels, and
    ``subsets-fitness`` for the fitness there. Raises `TuningError` for names that are none.
    """
    chosen: list[Objective] = []
    for name in names:
        if name in _OF_SUBSETS:
            chosen += subsets(levels, subset_size, _OF_SUBSETS[name])
        elif name in OBJECTIVES:
            chosen.append(OBJECTIVES[name])
        else:
            raise TuningError(unknown("objective", name, [*OBJECTIVES, *_OF_SUBSETS]))
    if not chosen:
        raise TuningError(f"there is no objective; choose among {', '.join(OBJECTIVES)}")
    names_chosen = [each.name for each in chosen]
    for name in names_chosen:
        if names_chosen.count(name) > 1:
            raise TuningError(f"the objective {name} is named twice; once is enough")
    return chosen


def subsets(levels: int, size: int, measure: str = "solved") -> list[Objective]:
    """Return an objective for each so many consecutive levels; the last may have fewer.

    >>> [each.name for each in subsets(12, 5)]
    ['solved[1-5]', 'solved[6-10]', 'solved[11-12]']
    """
    if size < 1:
        raise TuningError(f"subsets of {size} levels make no sense; use 1 or more")
    return [
        _make_subset(measure, start, min(start + size, levels)) for start in range(0, levels, size)
    ]


def find_objective(name: str) -> Objective:
    """Return the objective that an evaluation calls so, also if it is that of a subset."""
    found = _SUBSET.fullmatch(name)
    if found is None:
        return OBJECTIVES.named(name)
    return _make_subset(found[1], int(found[2]) - 1, int(found[3]))


def measure_all(score: Score, objectives: Sequence[Objective]) -> dict[str, float]:
    """Return their values, by name."""
    return {each.name: each.measure(score) for each in objectives}


def _make_subset(measure: str, start: int, end: int) -> Objective:
    whole = OBJECTIVES.named(measure)
    return Objective(
        f"{measure}[{start + 1}-{end}]",
        whole.larger_is_better,
        f"{whole.meaning}, on levels {start + 1} to {end}",
        lambda score: whole.measure(score.part(start, end)),
    )
