"""Best-first search with any open lists: the native search as an agent."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, TypeVar

from babalab import _core
from babalab.agents.agent import Agent, Findings, Progress, Search, register
from babalab.agents.evaluators import ListSpec, parse_lists
from babalab.agents.result import Verdict
from babalab.agents.spending import OutOfBudgetError, Spending
from babalab.base.parameters import parameter
from babalab.game.action import Action, format_moves
from babalab.game.state import State

T = TypeVar("T")

SECONDS_BETWEEN_GLIMPSES = 0.05
STEPS_PER_ITERATION = len(Action)
"""An iteration is the expansion of a state. As an expansion by walks may take more than five engine
steps, every five steps begun also count as one, so that budgets mean the same for all agents."""


@register
@dataclass(frozen=True, kw_only=True)
class BestFirst(Agent):
    """Best-first search that takes turns between open lists.

    `lists` are the lists, each sorted by an evaluator; see `EVALUATORS`. With `walks`, a state in
    which one thing is YOU and nothing moves by itself is expanded into what it can do somewhere
    in the region it can walk in, and all places of a region are one state. Other seeds than 0
    try the directions in another order. It ends without a solution if all was searched.
    """

    name: ClassVar[str] = "best-first"

    lists: str = parameter("plan/moves", "open lists, as in words/plan*2+rules+moves")
    walks: bool = parameter(True, "take a walk and the move that ends it for one step")
    prune: bool = parameter(True, "leave out states proved to be dead ends")
    threads: int = parameter(
        1, "threads; more than one expand many states at a time", low=1, high=1024
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_lists(self.lists)

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        native = make_native_search(
            start,
            parse_lists(self.lists),
            walks=self.walks,
            prune=self.prune,
            seed=self.seed,
            threads=self.threads,
        )
        solution = yield from run(native, spending, statistics)
        return Findings(solution, proved_unsolvable=solution is None and native.sound)


def make_native_search(
    start: State,
    lists: Sequence[ListSpec],
    *,
    walks: bool,
    prune: bool,
    seed: int = 0,
    threads: int = 1,
    published: bool = False,
    weights: Sequence[float] = (),
    code: bool = False,
    repaired: bool = False,
    revisits: bool = False,
) -> _core.BestFirst:
    """Return a search from a state; native/search/best_first.hpp explains the options.

    `weights` are those of the heuristics, then of the evaluators, which make up the score.
    """
    return _core.BestFirst(
        start.level.core,
        start.row,
        [spec.numbers for spec in lists],
        walks,
        prune,
        seed,
        threads,
        published,
        list(weights),
        code,
        repaired,
        revisits,
    )


def run(
    native: _core.Search, spending: Spending, statistics: dict[str, int]
) -> Generator[Progress, None, str | None]:
    """Let the native search spend the budget; return the solution, or None if there is none."""
    while True:
        outcome = advance(native, spending)
        statistics.update(native.statistics)
        if isinstance(native, _core.BestFirst):
            statistics["frontier"] = native.frontier
        del statistics["steps"]  # the budget counts them
        spending.occupy(native.nbytes)
        yield Progress(spending, statistics)
        if outcome == _core.SOLVED:
            return format_moves(native.solution())
        if outcome == _core.EXHAUSTED:
            return None


def advance(native: _core.Search, spending: Spending, most: int = sys.maxsize) -> int:
    """Go on for a moment, or `most` expansions, within the budget; return the core's outcome."""
    spending.affordable(1, 1)
    before = native.statistics
    iterations, steps = _count_iterations(before), before["steps"]
    budget = spending.budget
    room = sys.maxsize if budget.iterations is None else budget.iterations - spending.iterations
    seconds = SECONDS_BETWEEN_GLIMPSES
    if budget.seconds is not None:
        seconds = min(seconds, budget.seconds - spending.seconds)
    outcome = native.advance(
        min(room, most),
        # Steps already paid for by the last iteration are still to be had.
        min(spending.steps_left, (room + iterations) * STEPS_PER_ITERATION - steps),
        seconds,
        sys.maxsize if budget.memory is None else budget.memory,
    )
    after = native.statistics
    spending.spend(iterations=_count_iterations(after) - iterations, steps=after["steps"] - steps)
    if outcome == _core.OUT_OF_MEMORY:
        spending.occupy(native.nbytes)
        raise OutOfBudgetError(Verdict.OUT_OF_MEMORY)
    return outcome


def attach_solution(
    solution: Callable[[], str | None], search: Generator[Progress, None, T]
) -> Generator[Progress, None, T]:
    """Run a search and add the best solution known so far to its progress."""
    while True:
        try:
            progress = next(search)
        except StopIteration as end:
            value: T = end.value
            return value
        yield replace(progress, solution=solution())


def _count_iterations(statistics: dict[str, int]) -> int:
    return max(statistics["expanded"], -(-statistics["steps"] // STEPS_PER_ITERATION))
