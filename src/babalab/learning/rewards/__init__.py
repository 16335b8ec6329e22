"""Rewards: what a step is worth to a learner, as a sum of declared parts.

`declared` has the parts and the rewards with a name, `notation` reads rewards from text, `reward`
is the value itself and makes the plan that the core computes by, `reference` computes the same in
plain Python, and `inspection` and `picture` take a play apart. None of it needs the extra
``babalab[learn]``.
"""

from babalab.learning.errors import RewardError
from babalab.learning.rewards.declared import NAMED, PARTS, NamedReward, RewardPart, RewardWay
from babalab.learning.rewards.inspection import InspectedStep, Inspection, inspect_play
from babalab.learning.rewards.notation import parse_reward
from babalab.learning.rewards.reward import Component, Reward

__all__ = [
    "NAMED",
    "PARTS",
    "Component",
    "InspectedStep",
    "Inspection",
    "NamedReward",
    "Reward",
    "RewardError",
    "RewardPart",
    "RewardWay",
    "inspect_play",
    "parse_reward",
]
