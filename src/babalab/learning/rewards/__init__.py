"""Rewards: what a step is worth to a learner, as declared parts that can be composed."""

from babalab.learning.rewards.declared import NAMED, PARTS, NamedReward, Part, Way
from babalab.learning.rewards.errors import RewardError
from babalab.learning.rewards.inspection import Inspection, Step, inspect_play
from babalab.learning.rewards.notation import parse_reward
from babalab.learning.rewards.reward import Component, Reward

__all__ = [
    "NAMED",
    "PARTS",
    "Component",
    "Inspection",
    "NamedReward",
    "Part",
    "Reward",
    "RewardError",
    "Step",
    "Way",
    "inspect_play",
    "parse_reward",
]
