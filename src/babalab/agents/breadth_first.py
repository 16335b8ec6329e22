"""Breadth-first search over all states, the base of `bfs`, `exhaustive` and proofs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Generator, Sequence
from typing import ClassVar

from babalab.agents.agent import Agent, Findings, Progress, Search
from babalab.agents.result import Verdict
from babalab.agents.spending import OutOfBudgetError, Spending
from babalab.game.action import Action
from babalab.game.batch import Stop
from babalab.game.layers import LayeredSearch
from babalab.game.state import HashKind, State

CHUNK = 2048
"""States expanded between two checks of the clock: a few milliseconds."""


class BreadthFirstAgent(Agent):
    """Breadth-first search: expands all states layer by layer until one is won or none is left."""

    order: ClassVar[Sequence[Action]] = tuple(Action)
    """The order in which actions are tried."""
    drop: ClassVar[Stop] = "lost"
    """The condition on which a state is dropped."""

    @property
    @abstractmethod
    def same(self) -> HashKind:
        """The kind of hash by which two states are taken to be the same."""

    @property
    def _threads(self) -> int:
        return 1

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class.

        States that differ only in the order of like things count as the same until that order
        matters; then the search begins again without this assumption.
        """
        if self.same == "future" and start.level.core.alike_nouns:
            findings = yield from self._search(start, "unordered", spending, statistics)
            if findings is not None:
                return findings
        findings = yield from self._search(start, self.same, spending, statistics)
        assert findings is not None
        return findings

    def _search(
        self, start: State, same: HashKind, spending: Spending, statistics: dict[str, int]
    ) -> Generator[Progress, None, Findings | None]:
        """Run one search with one hash; return None if the hash proved too coarse."""
        states = LayeredSearch(start, same, drop=self.drop, order=self.order, threads=self._threads)
        statistics.update(depth=0, frontier=1, visited=1, lost=0, unrepresentable=0)
        spending.occupy(states.nbytes, about_to_need=states.nbytes_for_next)
        while not states.exhausted:
            expanded = states.advance(
                spending.affordable(CHUNK, len(Action)), spending.budget.memory
            )
            spending.spend(iterations=expanded, steps=len(Action) * expanded)
            statistics.update(
                depth=states.depth,
                frontier=states.frontier,
                visited=states.states,
                lost=states.dropped,
                unrepresentable=states.unrepresentable,
            )
            spending.occupy(states.nbytes)
            if same == "unordered" and states.order_mattered:
                return None
            if states.won:
                return Findings(states.moves, shortest=self._nothing_left_out)
            if not expanded:
                raise OutOfBudgetError(Verdict.OUT_OF_MEMORY)
            yield Progress(spending, statistics)
        if self._nothing_left_out and not states.unrepresentable:
            self._has_proved(states)
            return Findings(proved_unsolvable=True)
        return Findings()

    def _has_proved(self, states: LayeredSearch) -> None:
        """Record that no state is won."""

    @property
    def _nothing_left_out(self) -> bool:
        """Whether the search drops nothing that could win or be shorter."""
        return self.same in ("exact", "future") and self.drop == "lost"
