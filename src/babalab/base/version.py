"""The version of babalab, for whatever keeps or sends it."""

from __future__ import annotations

from typing import Final

__version__: Final = "0.2.0"
