"""The parts rewards are made of, declared once, and the rewards that have a name.

docs/learning-rewards.md defines them to the last detail. The order of the parts is that of
native/learning/reward.hpp; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType

MOST_WEIGHT = 1e6
"""The greatest weight, on either side of 0."""
PAPER_DISCOUNT = 0.999
"""The discount of the paper's PPO, and so of potentials unless they say otherwise."""


class RewardWay(Enum):
    """The way in which a part enters the reward of a step."""

    VALUE = "value"
    """Its value in the state after the step."""
    CHANGE = "change"
    """After the step less before it."""
    POTENTIAL = "potential"
    """The discount times after, less before; after the end of a play it is 0."""
    EVENT = "event"
    """Its value for the step itself: the only way for a number about a step."""


@dataclass(frozen=True, slots=True)
class RewardPart:
    """A number about a state, or about a step."""

    name: str
    meaning: str
    section: str
    """The section of paper A that defines it."""
    way: RewardWay
    """The way in which it is taken unless something else is said."""
    first_weight: float | None = None
    """w0 of Algorithm 5 by Table X; None where the part is not a weighted distance."""
    factor: float | None = None
    """alpha of Algorithm 5 by Table X."""

    @property
    def is_event(self) -> bool:
        """Whether it is about a step."""
        return self.way is RewardWay.EVENT

    @property
    def is_pair(self) -> bool:
        """Whether it is a weighted distance of two classes."""
        return self.first_weight is not None


def _declare_pair(one: str, other: str, first_weight: float, factor: float) -> RewardPart:
    meaning = f"weighted distance of {one} and {other}"
    return RewardPart(f"{one}-{other}", meaning, "VI-B-3", RewardWay.CHANGE, first_weight, factor)


STATE_PARTS: tuple[RewardPart, ...] = (
    RewardPart(
        "nearness",
        "3 / (sum of the average distances of players to winnables, words and pushables)",
        "VI-B",
        RewardWay.VALUE,
    ),
    RewardPart("players", "things that are YOU", "VI-B-1", RewardWay.CHANGE),
    RewardPart("pushables", "things that are PUSH", "VI-B-1", RewardWay.CHANGE),
    _declare_pair("players", "killers", 2.5, 0.85),
    _declare_pair("players", "sinkers", 2.5, 0.85),
    _declare_pair("pushables", "sinkers", -3.0, 0.85),
    _declare_pair("players", "winnables", -5.0, 0.9),
    _declare_pair("players", "words", -1.0, 0.8),
    RewardPart("rules", "rules in force", "VI-B-2", RewardWay.CHANGE),
)
"""Numbers about a state."""

STEP_PARTS: tuple[RewardPart, ...] = (
    RewardPart(
        "composed", "rules in force after the step and not before it", "VI-B-2", RewardWay.EVENT
    ),
    RewardPart(
        "destroyed", "rules in force before the step and not after it", "VI-B-2", RewardWay.EVENT
    ),
    RewardPart("win", "1 if the step wins", "VI-B", RewardWay.EVENT),
    RewardPart("death", "1 if the step is the player's death", "VI-B", RewardWay.EVENT),
    RewardPart("step", "1", "ours", RewardWay.EVENT),
)
"""Numbers about a step."""

PARTS: Mapping[str, RewardPart] = MappingProxyType(
    {part.name: part for part in (*STATE_PARTS, *STEP_PARTS)}
)
PAIRS: tuple[RewardPart, ...] = tuple(part for part in STATE_PARTS if part.is_pair)
"""The pairs of Table VII, in its order."""


@dataclass(frozen=True, slots=True)
class NamedReward:
    """A sum of parts that has a name; each is taken in its own way."""

    name: str
    meaning: str
    known_as: str
    """Its name in the paper."""
    weights: Mapping[str, float]
    """The weights of parts that are no weighted distances."""
    pairs: bool = False
    """Whether the weighted distances of Table X belong to it."""
    factor: float | None = None
    """alpha of all of them, where it is not that of Table X."""
    flags: Mapping[str, float] = field(default_factory=dict)
    """Words that may stand for a factor."""
    replaced: bool = False
    """Whether a win or a death replaces its other parts, as in the authors' program."""

    @property
    def parts(self) -> tuple[RewardPart, ...]:
        """Its parts, in their order."""
        return tuple(
            part
            for part in PARTS.values()
            if part.name in self.weights or (self.pairs and part.is_pair)
        )


ADDED = "added"
"""The word that adds a win or a death to the other parts where it would replace them."""
ENDS = ("win", "death")
"""The parts that are about the end of a play."""

_ENDS = {"win": 500.0, "death": -500.0}
_NUMBERS = {"players": 1.0, "pushables": 1.0}  # Table VIII
_RULES = {"composed": 3.0, "destroyed": -2.0}  # Table IX; the paper subtracts w_des = 2
_KNOWLEDGE = {**_NUMBERS, **_RULES, **_ENDS}

NAMED: Mapping[str, NamedReward] = MappingProxyType(
    {
        reward.name: reward
        for reward in (
            NamedReward(
                "distance",
                "how near players are to what wins, to words and to what can be pushed",
                "RL",
                {"nearness": 1.0, **_ENDS},
                replaced=True,
            ),
            NamedReward(
                "knowledge",
                "changes of numbers, of rules and of distances, near pairs counting more",
                "RL-d",
                _KNOWLEDGE,
                pairs=True,
                replaced=True,
            ),
            NamedReward(
                "knowledge-flat",
                "the same without the decrease: all pairs count alike, or (:text) the nearest only",
                "RL-0",
                _KNOWLEDGE,
                pairs=True,
                factor=1.0,
                flags={"text": 0.0},
                replaced=True,
            ),
            NamedReward("sparse", "1 for a win and nothing else", "", {"win": 1.0}),
        )
    }
)
"""The rewards of the paper, and the plainest of all."""
