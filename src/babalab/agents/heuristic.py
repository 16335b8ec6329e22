"""Best-first search by a weighted sum of the seventeen heuristics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from babalab import _core
from babalab.agents.agent import Agent, Findings, Search
from babalab.agents.best_first import run
from babalab.agents.budget import Spending
from babalab.agents.evaluators import parse_lists
from babalab.agents.parameters import ParameterError, format_vector, parameter, parse_vector
from babalab.agents.registry import register
from babalab.game.state import State
from babalab.heuristics.declared import MOST_WEIGHT, NAMES, THRESHOLD, TUNED
from babalab.heuristics.weights import load_weights, named_weights, weight_problem


@register
@dataclass(frozen=True, kw_only=True)
class Heuristic(Agent):
    """The agent of "Evolutionary Optimization of Baba Is You Agents", §IV.

    One open list, sorted by h(s) = w1 · goals(s) + … + w17 · path(s), the lowest first, equals in
    the order they were found. States are told apart by their pictures, those with nothing that is
    YOU are dropped. Parameters: the weights, and the threshold of §IV-A-4 within which a weight is
    0 and its heuristic is not computed. docs/heuristics.md lists where it reads the text its way.
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
    repaired: bool = parameter(False, "mend the two heuristics that do not do what they are for")

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "weights", settled_weights(self.weights, NAMES))

    def substance(self) -> str:
        """The numbers behind the name of a set."""
        return named_numbers(self.weights, NAMES)

    def numbers(self, name: str) -> tuple[float, ...]:  # noqa: ARG002
        """The weights, also those of a named set."""
        return parse_vector(named_numbers(self.weights, NAMES) or self.weights)

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        native = _core.BestFirst(
            start.level.core,
            start.row,
            [spec.numbers for spec in parse_lists("score", scored=True)],
            False,
            False,
            self.seed,
            1,
            True,
            [*effective(self.weights, NAMES, self.threshold), *_NO_OTHERS],
            self.repaired,
        )
        solution = yield from run(native, spending, statistics)
        return Findings(solution)


_NO_OTHERS = [0.0] * (len(_core.EVALUATORS) - 1)


def settled_weights(text: str, names: tuple[str, ...]) -> str:
    """The same weights, independent of files: a named set by its name, others as numbers."""
    if text.endswith(".toml"):
        return format_vector(load_weights(text, names).weights.values())
    if "/" not in text:
        return named_weights(text, names).name
    weights = parse_vector(text)
    if len(weights) != len(names):
        raise ParameterError(
            f"{len(weights)} weights in {text!r}; there are {len(names)} heuristics: "
            f"{', '.join(names)}"
        )
    for name, weight in zip(names, weights, strict=True):
        if problem := weight_problem(weight):
            raise ParameterError(f"the weight {weight:g} of {name}: {problem}")
    return text


def named_numbers(text: str, names: tuple[str, ...]) -> str:
    """The numbers that settled text stands for if it is the name of a set; else nothing."""
    if "/" in text:
        return ""
    return format_vector(named_weights(text, names).weights.values())


def effective(text: str, names: tuple[str, ...], threshold: float) -> list[float]:
    """The weights that settled text stands for, 0 where within the threshold."""
    weights = parse_vector(named_numbers(text, names) or text)
    return [weight if abs(weight) > threshold else 0.0 for weight in weights]
