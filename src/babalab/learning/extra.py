"""What learning needs besides the base install."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

NEEDED: Final = ("gymnasium", "safetensors", "stable_baselines3", "tensorboard", "torch")


def need_the_extra(what: str) -> None:
    """Raise `MissingExtraError` unless all of it is installed; without importing any."""
    if any(find_spec(name) is None for name in NEEDED):
        from babalab.arena.errors import MissingExtraError

        raise MissingExtraError(what, "learn")
