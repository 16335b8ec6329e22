"""Packages that import their names when they are first used."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from babalab.base.errors import MissingExtraError


def import_lazily(
    package: str, modules: Mapping[str, Sequence[str]], *, extra: str | None = None
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Make the `__getattr__` and `__dir__` of a package that imports names on first use.

    `modules` maps each module, as ``.module`` of the package or by its full name, to the names
    that it provides. No name may be that of a submodule, which would hide it once imported. With
    an `extra` of babalab's, a package that is not installed raises `MissingExtraError`.

    >>> load, _ = import_lazily("babalab.base", {".budget": ["Budget"]})
    >>> load("Budget")(seconds=2.5).words
    '2.5 s'
    """
    module_of = {name: module for module, names in modules.items() for name in names}

    def load(name: str) -> Any:
        if name not in module_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        try:
            value = getattr(import_module(module_of[name], package), name)
        except ModuleNotFoundError as error:
            if extra is None or error.name is None or error.name.startswith("babalab"):
                raise
            raise MissingExtraError(name, extra) from error
        setattr(sys.modules[package], name, value)  # so that it is not asked for again
        return value

    return load, lambda: sorted(sys.modules[package].__all__)
