"""The algorithms there are, by name."""

from __future__ import annotations

from typing import Final, TypeVar

from babalab.base.registry import Plugins
from babalab.base.specs import made_from
from babalab.generation.algorithms.algorithm import Algorithm
from babalab.generation.errors import GenerationError

AlgorithmType = TypeVar("AlgorithmType", bound=type[Algorithm])

ALGORITHM_PLUGINS: Final = "babalab.generators"
"""The entry points of installed packages whose modules register algorithms when they are loaded."""

_ALGORITHMS: Plugins[Algorithm] = Plugins(
    "algorithm",
    Algorithm,  # type: ignore[type-abstract]
    ALGORITHM_PLUGINS,
    GenerationError,
)
algorithms = _ALGORITHMS.all
algorithm_named = _ALGORITHMS.named
is_installed_algorithm = _ALGORITHMS.is_installed


def register_algorithm(algorithm: AlgorithmType) -> AlgorithmType:
    """Make an algorithm known by its `name`; for use as a decorator."""
    _ALGORITHMS.register(algorithm, algorithm.name)
    return algorithm


def make_algorithm(spec: str) -> Algorithm:
    """The algorithm that a text such as ``annealing:temperature=5`` stands for."""
    return made_from(spec, algorithm_named)
