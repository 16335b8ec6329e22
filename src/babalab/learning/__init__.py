"""Learning: environments, rewards, PPO and what it taught.

The names below come from modules that need the extra ``babalab[learn]``; they are imported when
first asked for. Importing this makes ``babalab/Baba-v0`` and ``babalab/Game-v0``, which is any
game, known to Gymnasium, before or after that.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from babalab.learning.registration import register_soon

if TYPE_CHECKING:
    from babalab.learning.adaptive_kl import KLPenalty
    from babalab.learning.contract import api_test
    from babalab.learning.curriculum import Curriculum
    from babalab.learning.environment import BabaEnv
    from babalab.learning.errors import LearningError
    from babalab.learning.game_environment import GameEnv
    from babalab.learning.game_vector_environment import GameVectorEnv
    from babalab.learning.observations import OBSERVATIONS, decode, observation_named
    from babalab.learning.plain_environment import PlainEnv
    from babalab.learning.policy_file import Policy, export_policy, load_policy
    from babalab.learning.ppo import AdaptiveKLPPO
    from babalab.learning.presets import PRESETS, preset_named
    from babalab.learning.recipe import Recipe, RecipeError
    from babalab.learning.rewards import Reward, parse_reward
    from babalab.learning.sources import (
        ClassCurriculum,
        GeneratedLevels,
        LevelList,
        LevelSource,
        Start,
    )
    from babalab.learning.stable_environment import StableEnv
    from babalab.learning.training import Habits, Training
    from babalab.learning.vector_environment import BabaVectorEnv

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

_MODULES = {
    "adaptive_kl": ("KLPenalty",),
    "contract": ("api_test",),
    "curriculum": ("Curriculum",),
    "environment": ("BabaEnv",),
    "errors": ("LearningError",),
    "game_environment": ("GameEnv",),
    "game_vector_environment": ("GameVectorEnv",),
    "observations": ("OBSERVATIONS", "decode", "observation_named"),
    "plain_environment": ("PlainEnv",),
    "policy_file": ("Policy", "export_policy", "load_policy"),
    "ppo": ("AdaptiveKLPPO",),
    "presets": ("PRESETS", "preset_named"),
    "recipe": ("Recipe", "RecipeError"),
    "rewards": ("Reward", "parse_reward"),
    "sources": ("ClassCurriculum", "GeneratedLevels", "LevelList", "LevelSource", "Start"),
    "stable_environment": ("StableEnv",),
    "training": ("Habits", "Training"),
    "vector_environment": ("BabaVectorEnv",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}


def __getattr__(name: str) -> Any:
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    try:
        module = importlib.import_module(f"{__name__}.{_MODULE_OF[name]}")
    except ModuleNotFoundError as error:
        if error.name is None or error.name.startswith("babalab"):
            raise
        from babalab.base.errors import MissingExtraError

        raise MissingExtraError(name, "learn") from error
    value = getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


register_soon()
