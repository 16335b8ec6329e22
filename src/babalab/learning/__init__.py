"""Learning: environments, rewards, PPO and what it taught.

The names below come from modules that need the extra ``babalab[learn]``; they are imported when
first asked for. Importing this makes ``babalab/Baba-v0`` known to Gymnasium, before or after that.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from babalab.learning.registration import register_soon

if TYPE_CHECKING:
    from babalab.learning.contract import api_test
    from babalab.learning.environment import BabaEnv
    from babalab.learning.errors import LearningError
    from babalab.learning.observations import OBSERVATIONS, decode, observation_named
    from babalab.learning.plain_environment import PlainEnv
    from babalab.learning.sources import (
        ClassCurriculum,
        GeneratedLevels,
        LevelList,
        LevelSource,
        Start,
    )
    from babalab.learning.stable_environment import StableEnv
    from babalab.learning.vector_environment import BabaVectorEnv

__all__ = [
    "OBSERVATIONS",
    "BabaEnv",
    "BabaVectorEnv",
    "ClassCurriculum",
    "GeneratedLevels",
    "LearningError",
    "LevelList",
    "LevelSource",
    "PlainEnv",
    "StableEnv",
    "Start",
    "api_test",
    "decode",
    "observation_named",
]

_MODULES = {
    "contract": ("api_test",),
    "environment": ("BabaEnv",),
    "errors": ("LearningError",),
    "observations": ("OBSERVATIONS", "decode", "observation_named"),
    "plain_environment": ("PlainEnv",),
    "sources": ("ClassCurriculum", "GeneratedLevels", "LevelList", "LevelSource", "Start"),
    "stable_environment": ("StableEnv",),
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
        from babalab.arena.errors import MissingExtraError

        raise MissingExtraError(name, "learn") from error
    value = getattr(module, name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)


register_soon()
