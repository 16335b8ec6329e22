"""The representations there are, by name."""

from __future__ import annotations

from typing import Final, TypeVar

from babalab.base.registry import Plugins
from babalab.generation.errors import GenerationError
from babalab.generation.representations.representation import Representation

RepresentationType = TypeVar("RepresentationType", bound=type[Representation])

REPRESENTATION_PLUGINS: Final = "babalab.representations"
"""Entry points of installed packages whose modules register more of them when they are loaded."""

_REPRESENTATIONS: Plugins[Representation] = Plugins(
    "representation",
    Representation,  # type: ignore[type-abstract]
    REPRESENTATION_PLUGINS,
    GenerationError,
)
representations = _REPRESENTATIONS.all
representation_named = _REPRESENTATIONS.named
is_installed_representation = _REPRESENTATIONS.is_installed


def register_representation(representation: RepresentationType) -> RepresentationType:
    """Make a representation known by its `name`; for use as a decorator."""
    _REPRESENTATIONS.register(representation, representation.name)
    return representation
