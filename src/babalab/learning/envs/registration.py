"""Making ``babalab/Baba-v0`` and ``babalab/Game-v0`` known to Gymnasium.

Gymnasium has had no plug-ins since version 1.0: a package registers its environments when it is
imported, and ``gymnasium.make("babalab.learning:babalab/Baba-v0")`` makes Gymnasium import it. But
importing `babalab.learning` must not import Gymnasium, which takes time and may not be installed.
So if Gymnasium has not been imported yet, the environments are registered once it is.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Final

ENVIRONMENT_ID: Final = "babalab/Baba-v0"
GAME_ENVIRONMENT_ID: Final = "babalab/Game-v0"
_LIBRARY: Final = "gymnasium"


def register_environments() -> None:
    """Register both environments for `gymnasium.make` and `gymnasium.make_vec`."""
    import gymnasium

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


def register_soon() -> None:
    """Register now if Gymnasium has been imported, and otherwise once it is."""
    if sys.modules.get(_LIBRARY) is not None:
        register_environments()
    elif not any(isinstance(finder, _Waiting) for finder in sys.meta_path):
        sys.meta_path.insert(0, _Waiting())


class _Waiting(MetaPathFinder):
    """Finds Gymnasium in the usual way, and registers the environments once its code has run."""

    _looking = False

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002 (as importlib calls it)
        target: ModuleType | None = None,  # noqa: ARG002
        /,
    ) -> ModuleSpec | None:
        if fullname != _LIBRARY or self._looking:
            return None
        self._looking = True
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            self._looking = False
        if spec is None or spec.loader is None:
            return None
        run = spec.loader.exec_module

        def run_and_register(module: ModuleType) -> None:
            run(module)
            if self in sys.meta_path:
                sys.meta_path.remove(self)
            register_environments()

        spec.loader.exec_module = run_and_register  # type: ignore[method-assign]
        return spec
