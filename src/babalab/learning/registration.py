"""Making ``babalab/Baba-v0`` known to Gymnasium."""

from __future__ import annotations

from typing import Final

ENVIRONMENT_ID: Final = "babalab/Baba-v0"


def register_environments() -> None:
    """Register what there is, so that `gymnasium.make` and `gymnasium.make_vec` find it.

    Gymnasium looks for no plug-ins, so this happens when `babalab.learning` is imported;
    ``gymnasium.make("babalab.learning:babalab/Baba-v0")`` does that too.
    """
    import gymnasium

    if ENVIRONMENT_ID in gymnasium.registry:
        return
    gymnasium.register(
        ENVIRONMENT_ID,
        entry_point="babalab.learning.environment:BabaEnv",
        vector_entry_point="babalab.learning.vector_environment:BabaVectorEnv",
    )
