"""Making ``babalab/Baba-v0`` and ``babalab/Game-v0`` known to Gymnasium.

Gymnasium has had no plug-ins since version 1.0: a package registers its environments when it is
imported, and ``gymnasium.make("babalab.learning:babalab/Baba-v0")`` makes Gymnasium import it.
"""

from __future__ import annotations

from typing import Final

ENVIRONMENT_ID: Final = "babalab/Baba-v0"
GAME_ENVIRONMENT_ID: Final = "babalab/Game-v0"


def register_environments() -> None:
    """Register both environments for `gymnasium.make` and `make_vec`, if Gymnasium is installed."""
    try:
        import gymnasium
    except ImportError:
        return
    if ENVIRONMENT_ID in gymnasium.registry:
        return
    gymnasium.register(
        ENVIRONMENT_ID,
        entry_point="babalab.learning.envs.baba:BabaEnv",
        vector_entry_point="babalab.learning.envs.baba:BabaVectorEnv",
    )
    gymnasium.register(
        GAME_ENVIRONMENT_ID,
        entry_point="babalab.learning.envs.games:GameEnv",
        vector_entry_point="babalab.learning.envs.games:GameVectorEnv",
    )
