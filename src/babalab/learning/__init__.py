"""Learning: environments, rewards, PPO, trainings, and the policies they made.

==========  ==============================================================================
folder      contents
==========  ==============================================================================
`rewards`   what a step is worth, as a sum of declared parts
`envs`      one environment stack for Gymnasium and Stable-Baselines3, for Baba and any game
`ppo`       PPO with an adaptive KL penalty, its networks and its rollouts
`training`  recipes, curricula, trainings with evaluation, checkpoints and resume
`policies`  trained policies in files, and the agents that play by them
==========  ==============================================================================

A folder uses only those above it. Many of the names below need the extra ``babalab[learn]``; all
are imported when they are first used. Importing this package makes ``babalab/Baba-v0`` and
``babalab/Game-v0``, which is any game, known to Gymnasium, whichever is imported first; so does
``gymnasium.make("babalab.learning:babalab/Baba-v0")``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from babalab.base.lazy import import_lazily
from babalab.learning.envs.registration import register_soon

if TYPE_CHECKING:
    from babalab.learning.envs.baba import BabaEnv, BabaVectorEnv
    from babalab.learning.envs.contract import api_test
    from babalab.learning.envs.games import GameEnv, GameVectorEnv
    from babalab.learning.envs.observations import OBSERVATIONS, decode, observation_named
    from babalab.learning.envs.plain_environment import PlainEnv
    from babalab.learning.envs.sources import GeneratedLevels, LevelList, LevelSource, Start
    from babalab.learning.envs.stable_environment import StableEnv
    from babalab.learning.errors import LearningError
    from babalab.learning.policies.policy_file import Policy, export_policy, load_policy
    from babalab.learning.ppo.algorithm import AdaptiveKLPPO
    from babalab.learning.ppo.kl_penalty import KLPenalty
    from babalab.learning.rewards import Reward, parse_reward
    from babalab.learning.training.class_curriculum import ClassCurriculum
    from babalab.learning.training.presets import PRESETS, preset_named
    from babalab.learning.training.recipe import Recipe, RecipeError
    from babalab.learning.training.reverse_curriculum import Curriculum
    from babalab.learning.training.training import Habits, Training

__all__ = [
    "OBSERVATIONS",
    "PRESETS",
    "AdaptiveKLPPO",
    "BabaEnv",
    "BabaVectorEnv",
    "ClassCurriculum",
    "Curriculum",
    "GameEnv",
    "GameVectorEnv",
    "GeneratedLevels",
    "Habits",
    "KLPenalty",
    "LearningError",
    "LevelList",
    "LevelSource",
    "PlainEnv",
    "Policy",
    "Recipe",
    "RecipeError",
    "Reward",
    "StableEnv",
    "Start",
    "Training",
    "api_test",
    "decode",
    "export_policy",
    "load_policy",
    "observation_named",
    "parse_reward",
    "preset_named",
]

__getattr__, __dir__ = import_lazily(
    __name__,
    {
        ".envs.baba": ["BabaEnv", "BabaVectorEnv"],
        ".envs.contract": ["api_test"],
        ".envs.games": ["GameEnv", "GameVectorEnv"],
        ".envs.observations": ["OBSERVATIONS", "decode", "observation_named"],
        ".envs.plain_environment": ["PlainEnv"],
        ".envs.sources": ["GeneratedLevels", "LevelList", "LevelSource", "Start"],
        ".envs.stable_environment": ["StableEnv"],
        ".errors": ["LearningError"],
        ".policies.policy_file": ["Policy", "export_policy", "load_policy"],
        ".ppo.algorithm": ["AdaptiveKLPPO"],
        ".ppo.kl_penalty": ["KLPenalty"],
        ".rewards": ["Reward", "parse_reward"],
        ".training.class_curriculum": ["ClassCurriculum"],
        ".training.presets": ["PRESETS", "preset_named"],
        ".training.recipe": ["Recipe", "RecipeError"],
        ".training.reverse_curriculum": ["Curriculum"],
        ".training.training": ["Habits", "Training"],
    },
    extra="learn",
)

register_soon()
