"""Shortest solutions, and proofs of having none, by walks and the moves that end them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

from babalab import _core
from babalab.agents.agent import Agent, Findings, Search, register
from babalab.agents.best_first import attach_solution, run
from babalab.agents.champion import Champion
from babalab.agents.exhaustive import Exhaustive
from babalab.agents.result import Verdict
from babalab.agents.spending import OutOfBudgetError, Spending
from babalab.base.parameters import parameter, parameter_like
from babalab.game.state import State

ANY_LENGTH = 2**32 - 1
"""The value that the core takes for no limit on the number of moves."""


@register
@dataclass(frozen=True, kw_only=True)
class Shortest(Agent):
    """First the champion, then a search for anything shorter than what it found.

    In levels without a MOVE word, and in others where the champion could walk, that is A* in which
    a walk and the move that ends it are one step: it looks only at the states in which a walk can
    begin, and knowing a solution it need not look at anything as far away; see
    native/search/a_star.hpp for why nothing is missed. Else, and where that takes too much memory,
    it is breadth-first search over all states, which takes less time and memory for each.
    """

    name: ClassVar[str] = "shortest"

    first: int = parameter_like(
        Champion,
        "shorten",
        default=3_000_000,
        help="engine steps for the champion to find and shorten a solution",
        tuned=(0, 10_000_000),
    )
    threads: int = parameter(1, "threads of the champion and the last resort", low=1, high=1024)

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        found = Findings()
        champion = Champion(seed=self.seed, threads=self.threads, shorten=self.first // 2)
        with suppress(OutOfBudgetError), spending.narrowed(steps=self.first):
            found = yield from champion.search(start, spending, statistics)
        if found.shortest or found.proved_unsolvable:
            return found
        solution = found.solution
        bounded = not start.level.core.records_facing
        if bounded or 2 * statistics.get("walks", 0) >= statistics.get("expanded", 0):
            most = ANY_LENGTH if solution is None else len(solution) - 1
            try:
                native = _core.AStar(start.level.core, start.row, most)
                proof = run(native, spending, statistics)
                shorter = yield from attach_solution(lambda: solution, proof)
            except OutOfBudgetError as out:
                if out.verdict is not Verdict.OUT_OF_MEMORY:
                    raise
                del native
            else:
                if shorter is None and solution is None:
                    return Findings(proved_unsolvable=native.sound)
                return Findings(shorter or solution, shortest=native.sound)
        plain = Exhaustive(threads=self.threads).search(start, spending, statistics)
        return (yield from attach_solution(lambda: solution, plain))
