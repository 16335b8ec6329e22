"""The champion, our strongest agent."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import ClassVar

from babalab import _core
from babalab.agents.agent import Agent, Findings, Progress, Search, register
from babalab.agents.best_first import BestFirst, attach_solution, make_native_search, run
from babalab.agents.evaluators import parse_lists
from babalab.agents.shortening import Shortener
from babalab.agents.spending import OutOfBudgetError, Spending
from babalab.base.parameters import parameter, parameter_like
from babalab.game.state import State

LISTS = "+".join(
    (
        "rules/plan",
        "rules-place/path*4",
        "rule-atoms/breadth*2",
        "rule-atoms/plan",
        "rule-atoms/atoms",
        "atoms/plan*2",
        "rest/plan",
        "words/plan",
        "distance/plan*2",
        "path/moves",
        "breadth/path",
    )
)
"""Found by random changes, kept when they helped, on the levels of train, demo and our packs and
their mirror images in the diagonal; see docs/champion.md."""

FIRST_PROOF = 150_000
"""Engine steps for a proof before anything else, enough for most levels."""
PATIENCE = 1_000_000
"""If `shorten` is more than this, a longer proof takes turns with the local search."""


@register
@dataclass(frozen=True, kw_only=True)
class Champion(Agent):
    """Best-first search with walks that takes turns between lists of novelty and of nearness.

    If it runs out of states, the level is proved unsolvable. A solution is made shorter by a search
    around it, for as long as `shorten` engine steps allow.

    >>> from babalab.base.budget import Budget
    >>> from babalab.game.level import Level
    >>> level = Level.parse("______/_b..f_/_B12._/_F13._/______")
    >>> Champion(seed=1).solve(level, Budget(seconds=10)).solution
    'rrr'
    """

    name: ClassVar[str] = "champion"

    lists: str = parameter_like(BestFirst, "lists", default=LISTS)
    threads: int = parameter_like(BestFirst, "threads")
    shorten: int = parameter(
        200_000,
        "engine steps to make the solution shorter with",
        low=0,
        high=10**15,
        tuned=(0, 1_000_000),
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_lists(self.lists)

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        native = self._begin(start)
        solution = yield from run(native, spending, statistics)
        if solution is None:
            return Findings(proved_unsolvable=native.sound)
        statistics["found_after"] = spending.iterations
        del native  # and with it all its memory
        yield Progress(spending, statistics, solution)
        with spending.narrowed(steps=self.shorten):
            return (yield from self._shorten(start, solution, spending, statistics))

    def _begin(self, start: State) -> _core.BestFirst:
        return make_native_search(
            start,
            parse_lists(self.lists),
            walks=True,
            prune=True,
            seed=self.seed,
            threads=self.threads,
        )

    def _shorten(
        self, start: State, solution: str, spending: Spending, statistics: dict[str, int]
    ) -> Search:
        """Shorten a solution with the steps that are left, proving it shortest if possible."""
        first = min(self.shorten // 2, FIRST_PROOF)
        with suppress(OutOfBudgetError), spending.narrowed(steps=first):
            native = _core.AStar(start.level.core, start.row, len(solution) - 1)
            proof = run(native, spending, {})
            shorter = yield from attach_solution(lambda: solution, proof)
            return Findings(solution if shorter is None else shorter, shortest=native.sound)
        shortener = Shortener(start, solution, prove=self.shorten > PATIENCE)
        improving = shortener.improve(spending, statistics)
        found = yield from attach_solution(lambda: shortener.moves, improving)
        return Findings(found.moves, shortest=found.shortest)
