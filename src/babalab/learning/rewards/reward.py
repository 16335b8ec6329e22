"""A reward: a sum of weighted terms, a value that round-trips through text.

The core computes rewards by a plan; `components` are the parts that a reward is the sum of.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from babalab import _core
from babalab.learning.errors import RewardError
from babalab.learning.rewards.declared import (
    ADDED,
    ENDS,
    NAMED,
    PAIRS,
    PAPER_DISCOUNT,
    PARTS,
    STATE_PARTS,
    STEP_PARTS,
    RewardPart,
    RewardWay,
)
from babalab.learning.rewards.settings import (
    RewardSetting,
    find_name_problem,
    find_setting_problems,
    find_weight_problem,
    format_number,
)

STATE_PLACE = {part.name: place for place, part in enumerate(STATE_PARTS)}
STEP_PLACE = {part.name: place for place, part in enumerate(STEP_PARTS)}


@dataclass(frozen=True, slots=True)
class Component:
    """A part of a reward with its final weight."""

    part: RewardPart
    way: RewardWay
    weight: float
    """The weight of the part; for a weighted distance w0 is in it."""
    factor: float | None = None
    """alpha of a weighted distance."""
    discount: float | None = None
    """The discount of a potential."""
    until_end: bool = False
    """Whether it gives nothing for a step that ends a play: the win or the death replaces it."""

    @property
    def label(self) -> str:
        """The name of the part, with the way it is taken where that is not its own."""
        name = self.part.name
        return name if self.way is self.part.way else f"{self.way.value}({name})"


@dataclass(frozen=True, slots=True)
class CalledReward:
    """A reward or a part called by its name, perhaps with other parameters."""

    name: str
    settings: tuple[RewardSetting, ...] = ()

    def __post_init__(self) -> None:
        for problem in (
            find_name_problem(self.name),
            *find_setting_problems(self.name, self.settings),
        ):
            if problem:
                raise RewardError(f"reward: {problem}")

    def __str__(self) -> str:
        # A part has but itself to set.
        settings = ",".join(s.value if s.key == self.name else str(s) for s in self.settings)
        return f"{self.name}:{settings}" if settings else self.name

    def components(self) -> Iterator[Component]:
        """Yield the components it is the sum of."""
        weights, factors = self._find_parameters()
        for name, weight in weights.items():
            part = PARTS[name]
            until_end = self._is_replaced and name not in ENDS
            yield Component(part, part.way, weight, factors.get(name), until_end=until_end)

    @property
    def _is_replaced(self) -> bool:
        """Whether a win or a death replaces the other parts."""
        named = NAMED.get(self.name)
        added = any(setting.key == ADDED for setting in self.settings)
        return named is not None and named.replaced and not added

    def _find_parameters(self) -> tuple[dict[str, float], dict[str, float]]:
        """Return the weight of each part, and the factor of each weighted distance."""
        named = NAMED.get(self.name)
        flags = named.flags if named else {}
        weights, factors = {}, {}
        for part in named.parts if named else (PARTS[self.name],):
            weights[part.name] = named.weights.get(part.name, 1.0) if named else 1.0
            if part.first_weight is not None and part.factor is not None:
                weights[part.name] = part.first_weight
                flat = named.factor if named else None
                factors[part.name] = part.factor if flat is None else flat
        # Settings of all pairs are applied first, wherever they stand.
        for setting in sorted(self.settings, key=lambda setting: setting.key in PARTS):
            if setting.key in flags:
                factors = dict.fromkeys(factors, flags[setting.key])
            elif setting.key == ADDED:
                continue
            elif setting.key == "factor" and setting.factor is not None:
                factors = dict.fromkeys(factors, setting.factor)
            else:
                if setting.weight is not None:
                    weights[setting.key] = setting.weight
                if setting.factor is not None:
                    factors[setting.key] = setting.factor
        return weights, factors


@dataclass(frozen=True, slots=True)
class TakenReward:
    """A reward whose parts about states are all taken in one way."""

    way: RewardWay
    terms: tuple[Term, ...]
    discount: float | None = None
    """The discount of a potential; None is the paper's."""

    def __post_init__(self) -> None:
        if self.way is RewardWay.EVENT or not self.terms:
            raise RewardError("reward: it takes something, by value, change or potential")
        if self.discount is None:
            return
        if self.way is not RewardWay.POTENTIAL:
            raise RewardError("reward: only a potential has a discount")
        if not 0 <= self.discount <= 1:
            raise RewardError("reward: a discount is a number from 0 to 1")
        if self.discount == PAPER_DISCOUNT:
            object.__setattr__(self, "discount", None)  # so that equal rewards compare equal

    def __str__(self) -> str:
        discount = "" if self.discount is None else f", {format_number(self.discount)}"
        return f"{self.way.value}({_format_sum(self.terms)}{discount})"

    def components(self) -> Iterator[Component]:
        """Yield the components it is the sum of; docs/learning-rewards.md explains rules."""
        rules = 0.0
        for component in (part for term in self.terms for part in term.components()):
            name = component.part.name
            if not component.part.is_event:
                yield self._take(component)
            elif self.way is RewardWay.POTENTIAL and name in ("composed", "destroyed"):
                rules += (component.weight if name == "composed" else -component.weight) / 2
            else:
                yield component
        if rules:
            yield self._take(Component(PARTS["rules"], self.way, rules))

    def _take(self, component: Component) -> Component:
        if self.way is not RewardWay.POTENTIAL:
            return replace(component, way=self.way, discount=None)
        # Without what it takes back at the end, shaping would change which policies are best.
        discount = PAPER_DISCOUNT if self.discount is None else self.discount
        return replace(component, way=self.way, discount=discount, until_end=False)


@dataclass(frozen=True, slots=True)
class Term:
    """A reward to add up, and its weight."""

    weight: float
    of: CalledReward | TakenReward

    def __post_init__(self) -> None:
        if problem := find_weight_problem(self.weight):
            raise RewardError(f"reward: {problem}")

    def components(self) -> Iterator[Component]:
        """Yield the components it is the sum of."""
        for component in self.of.components():
            yield replace(component, weight=self.weight * component.weight)

    @property
    def size(self) -> str:
        """The text without a sign."""
        weight = abs(self.weight)
        return str(self.of) if weight == 1 else f"{format_number(weight)}*{self.of}"


@dataclass(frozen=True, slots=True)
class Reward:
    """The worth of a step: a sum of terms. `parse_reward` reads one from text.

    >>> from babalab.learning.rewards import parse_reward
    >>> reward = parse_reward("sparse+0.1*potential(nearness)-0.01*step")
    >>> print(reward)
    sparse + 0.1*potential(nearness) - 0.01*step
    >>> [component.label for component in reward.components()]
    ['potential(nearness)', 'win', 'step']
    """

    terms: tuple[Term, ...]

    def __post_init__(self) -> None:
        if not self.terms:
            raise RewardError("reward: it is the sum of at least one term")
        self.plan()

    def __str__(self) -> str:
        """Return the text that `parse_reward` reads."""
        return _format_sum(self.terms)

    def components(self) -> tuple[Component, ...]:
        """Return the parts it is the sum of, in order, once for each way they are taken."""
        sums: dict[Component, float] = {}
        for component in (part for term in self.terms for part in term.components()):
            alike = replace(component, weight=1.0)
            sums[alike] = sums.get(alike, 0.0) + component.weight
        order = list(PARTS)
        return tuple(
            replace(alike, weight=weight)
            for alike, weight in sorted(
                sums.items(), key=lambda item: order.index(item[0].part.name)
            )
            if weight
        )

    @property
    def discount(self) -> float | None:
        """The discount of its potentials; None if it has none."""
        found = (c.discount for c in self.components() if c.discount is not None)
        return next(found, None)

    def with_discount(self, discount: float) -> Reward:
        """Return the same with another discount in all potentials: it has to be the learner's."""
        return Reward(tuple(_set_discount(term, discount) for term in self.terms))

    def plan(self) -> _core.RewardPlan:
        """Return the plan for the core, which has one factor for each pair and one discount."""
        factors: dict[str, float] = {}
        discounts = set()
        for component in self.components():
            name = component.part.name
            if component.factor is not None and factors.setdefault(name, component.factor) != (
                component.factor
            ):
                raise RewardError(
                    f"reward: {name} has the factors {format_number(factors[name])} and "
                    f"{format_number(component.factor)}; one reward can have it with one only"
                )
            if component.discount is not None:
                discounts.add(component.discount)
        if len(discounts) > 1:
            found = " and ".join(map(format_number, sorted(discounts)))
            raise RewardError(
                f"reward: its potentials have the discounts {found}; they need the same"
            )
        return _core.RewardPlan(
            during=_weigh(self.components()),
            at_end=_weigh(each for each in self.components() if not each.until_end),
            discount=discounts.pop() if discounts else 1.0,
            first_weight=[1.0] * len(PAIRS),
            factor=[factors.get(pair.name, 1.0) for pair in PAIRS],
        )


def _weigh(components: Iterable[Component]) -> _core.RewardWeights:
    """Return the weights of parts for the core."""
    weights = {
        way: [0.0] * len(STEP_PARTS if way is RewardWay.EVENT else STATE_PARTS) for way in RewardWay
    }
    for component in components:
        places = STEP_PLACE if component.part.is_event else STATE_PLACE
        weights[component.way][places[component.part.name]] += component.weight
    return _core.RewardWeights(
        value=weights[RewardWay.VALUE],
        difference=weights[RewardWay.CHANGE],
        potential=weights[RewardWay.POTENTIAL],
        event=weights[RewardWay.EVENT],
    )


def _format_sum(terms: tuple[Term, ...]) -> str:
    first, *others = terms
    text = f"-{first.size}" if first.weight < 0 else first.size
    return text + "".join(f" {'-' if t.weight < 0 else '+'} {t.size}" for t in others)


def _set_discount(term: Term, discount: float) -> Term:
    if isinstance(term.of, CalledReward):
        return term
    inner = tuple(_set_discount(each, discount) for each in term.of.terms)
    used = discount if term.of.way is RewardWay.POTENTIAL else term.of.discount
    return replace(term, of=replace(term.of, terms=inner, discount=used))
