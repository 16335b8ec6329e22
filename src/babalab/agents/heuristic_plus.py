"""Best-first search with more heuristics and more open lists than the paper had."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from babalab.agents.agent import Agent, Findings, Search, register
from babalab.agents.best_first import BestFirst, make_native_search, run
from babalab.agents.evaluators import ListSpec, parse_lists
from babalab.agents.heuristic import HeuristicAgent
from babalab.agents.spending import Spending
from babalab.agents.weights import (
    apply_threshold,
    check_vector,
    numbers_of_set,
    refuse_other_parameters,
    settle_weights,
    weight_set,
    weights_of,
)
from babalab.base.parameters import (
    ParameterError,
    format_vector,
    parameter,
    parameter_like,
    parse_vector,
)
from babalab.game.state import State
from babalab.heuristics.plus import DEFAULT_TURNS, LISTS, MOST_TURNS, PLUS_NAMES, find_turns_problem

WEIGHTS_HELP = (
    f"a named set, a file of weights (.toml), or {len(PLUS_NAMES)} numbers with / between them"
)
AS_THE_SET = "set"
"""The turns that come with the weights, or the default ones if none do."""


@register
@dataclass(frozen=True, kw_only=True)
class HeuristicPlus(Agent):
    """A stronger `heuristic`; see docs/heuristics.md.

    The score has twelve more heuristics, of nearness and of novelty. Open lists take turns: one by
    score, others that look for novelty and use the score among equals. Walks count as one step,
    and states proved to be dead ends are left out, as by the champion.
    """

    name: ClassVar[str] = "heuristic-plus"

    weights: str = parameter_like(
        HeuristicAgent, "weights", default="plus-full", help=WEIGHTS_HELP, components=PLUS_NAMES
    )
    turns: str = parameter(
        AS_THE_SET,
        "states taken from each open list in a round, rounded; set: as the set of weights says",
        low=0,
        high=MOST_TURNS,
        components=LISTS,
    )
    threshold: float = parameter_like(HeuristicAgent, "threshold")
    repaired: bool = parameter_like(HeuristicAgent, "repaired")
    walks: bool = parameter_like(BestFirst, "walks")
    prune: bool = parameter_like(BestFirst, "prune")

    def __post_init__(self) -> None:
        super().__post_init__()
        kept = ("threshold", "repaired", "walks", "prune")
        refuse_other_parameters(
            self.weights, PLUS_NAMES, {name: getattr(self, name) for name in kept}
        )
        turns = settle_turns(self.turns, self.weights)
        object.__setattr__(self, "weights", settle_weights(self.weights, PLUS_NAMES))
        object.__setattr__(self, "turns", turns)
        self.lists()

    def substance(self) -> str:
        """Return the numbers of a named set."""
        numbers = numbers_of_set(self.weights, PLUS_NAMES)
        return f"{numbers} {self._turns()}" if numbers else ""

    def lists(self) -> list[ListSpec]:
        """Return the open lists and their turns."""
        turns = [round(each) for each in self._turns()]
        chosen = "+".join(
            f"{name}*{times}" for name, times in zip(LISTS, turns, strict=True) if times
        )
        if not chosen:
            raise ParameterError(f"turns={self.turns}: no list has a turn; give one to {LISTS[0]}")
        return list(parse_lists(chosen, scored=True))

    def numbers(self, name: str) -> tuple[float, ...]:
        """Return the weights or turns, also those of a named set."""
        if name == "turns":
            return self._turns()
        return weights_of(self.weights, PLUS_NAMES)

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        native = make_native_search(
            start,
            self.lists(),
            walks=self.walks,
            prune=self.prune,
            seed=self.seed,
            weights=apply_threshold(self.weights, PLUS_NAMES, self.threshold),
            repaired=self.repaired,
        )
        solution = yield from run(native, spending, statistics)
        return Findings(solution, proved_unsolvable=solution is None and native.sound)

    def _turns(self) -> tuple[float, ...]:
        if self.turns != AS_THE_SET:
            return parse_vector(self.turns)
        found = weight_set(self.weights, PLUS_NAMES)
        turns = None if found is None else found.turns
        return DEFAULT_TURNS if turns is None else tuple(turns.values())


def settle_turns(text: str, weights: str) -> str:
    """Return turns as text independent of files."""
    if text == AS_THE_SET:
        found = weight_set(weights, PLUS_NAMES)
        # The name of a set is enough; the numbers of a file have to be kept.
        if found is None or found.turns is None or "/" not in settle_weights(weights, PLUS_NAMES):
            return text
        return format_vector(found.turns.values())
    return check_vector(text, LISTS, "turns", find_turns_problem)
