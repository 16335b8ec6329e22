"""Best-first search by a weighted sum of the seventeen heuristics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

from babalab.agents.agent import Agent, Findings, Search, register
from babalab.agents.best_first import make_native_search, run
from babalab.agents.evaluators import parse_lists
from babalab.agents.spending import Spending
from babalab.agents.weights import (
    apply_threshold,
    numbers_of_set,
    refuse_other_parameters,
    settle_weights,
    weights_of,
)
from babalab.base.parameters import parameter
from babalab.game.state import State
from babalab.heuristics.declared import NAMES
from babalab.heuristics.plus import EXTRA
from babalab.heuristics.weights import MOST_WEIGHT, THRESHOLD, TUNED

NONE_OF_THE_OTHERS = [0.0] * len(EXTRA)
STOPPERS = NAMES.index("stoppers")
STOPPERS_WEIGHT = 0.25
"""With `as=code`, whatever the ninth weight is."""


@register
@dataclass(frozen=True, kw_only=True)
class HeuristicAgent(Agent):
    """The agent of "Evolutionary Optimization of Baba Is You Agents", §IV.

    One open list, sorted by h(s) = w1 · goals(s) + … + w17 · path(s), the lowest first, equals in
    the order they were found. States are told apart by their pictures, those with nothing that is
    YOU are dropped. Parameters: the weights, and the threshold of §IV-A-4 within which a weight is
    0 and its heuristic is not computed. docs/heuristics.md lists where it reads the text its way,
    and what the authors' program does instead, which is `as=code`.
    """

    name: ClassVar[str] = "heuristic"

    weights: str = parameter(
        "hand",
        "a named set, a file of weights (.toml), or 17 numbers with / between them",
        low=-MOST_WEIGHT,
        high=MOST_WEIGHT,
        tuned=TUNED,
        components=NAMES,
    )
    threshold: float = parameter(
        THRESHOLD,
        "weights up to this, on either side of 0, are 0",
        low=0,
        high=MOST_WEIGHT,
        tuned=(0.0, 1.0),
    )
    as_: Literal["text", "code"] = parameter(
        "text", "follow the text of the paper, or the program of its authors"
    )
    repaired: bool = parameter(False, "mend the two heuristics that do not do what they are for")

    def __post_init__(self) -> None:
        super().__post_init__()
        refuse_other_parameters(
            self.weights,
            NAMES,
            {"threshold": self.threshold, "as": self.as_, "repaired": self.repaired},
        )
        object.__setattr__(self, "weights", settle_weights(self.weights, NAMES))

    def substance(self) -> str:
        """Return the numbers of a named set."""
        return numbers_of_set(self.weights, NAMES)

    def numbers(self, name: str) -> tuple[float, ...]:
        """Return the weights, also those of a named set."""
        return weights_of(self.weights, NAMES)

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        weights = apply_threshold(self.weights, NAMES, self.threshold)
        is_code = self.as_ == "code"
        if is_code:
            weights[STOPPERS] = STOPPERS_WEIGHT
        native = make_native_search(
            start,
            parse_lists("score", scored=True),
            walks=False,
            prune=False,
            published=True,
            weights=[*weights, *NONE_OF_THE_OTHERS],
            code=is_code,
            repaired=self.repaired,
            revisits=is_code,
        )
        solution = yield from run(native, spending, statistics)
        return Findings(solution)
