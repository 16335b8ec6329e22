"""The champion: decides every level it can, as soon as it can."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from babalab.agents.agent import Agent, Findings, Search
from babalab.agents.best_first import native_search, run
from babalab.agents.budget import Spending
from babalab.agents.evaluators import parse_lists
from babalab.agents.parameters import parameter
from babalab.agents.registry import register
from babalab.game.state import State

LISTS = "+".join(
    f"{first}/plan"
    for first in (
        "words",
        "rules",
        "rules-place",
        "rest",
        "breadth",
        "distance",
        "path",
        "atoms",
        "rule-atoms",
    )
)


@register
@dataclass(frozen=True, kw_only=True)
class Champion(Agent):
    """Best-first search with walks that takes turns between lists of novelty and of nearness.

    If it runs out of states, the level is proved unsolvable.
    """

    name: ClassVar[str] = "champion"

    lists: str = parameter(LISTS, "open lists, as in words/plan*2+rules+moves")
    threads: int = parameter(
        1, "threads; more than one expand many states at a time", low=1, high=1024
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        parse_lists(self.lists)

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        native = native_search(start, self.lists, True, self.seed, self.threads)
        solution = yield from run(native, spending, statistics)
        return Findings(solution, proved_unsolvable=solution is None and native.sound)
