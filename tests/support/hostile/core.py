"""The native core under attack: the installed one, or one that the environment names."""

from __future__ import annotations

import importlib.util
import os
import sys
from types import ModuleType
from typing import Final

VARIABLE: Final = "BABALAB_HOSTILE_CORE"
"""The file of a core to attack instead of the installed one, say one with sanitizers."""


def load_core() -> ModuleType:
    """Return the core, after making it the one that all of babalab uses."""
    import babalab

    if file := os.environ.get(VARIABLE):
        spec = importlib.util.spec_from_file_location("babalab._core", file)
        assert spec
        assert spec.loader
        module = importlib.util.module_from_spec(spec)
        sys.modules["babalab._core"] = babalab._core = module
        spec.loader.exec_module(module)
    from babalab import _core

    return _core


CORE: Final = load_core()
SANITIZED: Final = VARIABLE in os.environ
