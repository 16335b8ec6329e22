"""A case: one hostile thing to do to the core."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from support.hostile.recipes import World


class Case(NamedTuple):
    """Something that may return or raise; `run` itself raises only if there is a fault."""

    name: str
    """Unique, and the same each time."""
    kind: str
    run: Callable[[World], None]
