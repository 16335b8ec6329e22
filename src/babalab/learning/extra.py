"""The packages that learning needs besides the base install."""

from __future__ import annotations

from typing import Final

from babalab.base.errors import require_extra

NEEDED: Final = ("gymnasium", "safetensors", "stable_baselines3", "tensorboard", "torch")


def require_learn_extra(what: str) -> None:
    """Raise `MissingExtraError` unless all packages are installed; import none of them."""
    require_extra(what, "learn", *NEEDED)
