"""People: change a level of Baba as people do, a wall or a sentence at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final, NoReturn, Self

import numpy as np

from babalab.generation.baba.dice import Dice
from babalab.generation.baba.reshaping import reshape_level
from babalab.generation.errors import GenerationError
from babalab.generation.problems.baba import BabaProblem
from babalab.generation.problems.problem import Problem
from babalab.generation.problems.values import Maps
from babalab.generation.representations.representation import (
    Children,
    Representation,
    register_representation,
)

CHILDREN: Final = 32
"""Changes to try at a time."""


@register_representation
@dataclass(frozen=True)
class People(Representation):
    """Change a level as people do, a wall or a sentence at a time; for `baba` only.

    The changes are those of `babalab.generation.baba.reshaping`. There are too many to try all of
    them, so an optimiser compares a sample, a new one whenever it asks. A level that is as wanted
    but for useless pieces is tidied up. Tree searches need a list of all changes and can't work
    with this representation.
    """

    name: ClassVar[str] = "people"

    sampling: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))
    """The source of the samples."""

    def __post_init__(self) -> None:
        if not isinstance(self.problem, BabaProblem):
            raise GenerationError(
                f"people changes levels of baba only, not maps of {self.problem.name}; "
                "use wide, narrow or turtle"
            )

    @classmethod
    def for_search(cls, problem: Problem, chance: np.random.Generator) -> Self:
        """See `Representation`. Draw a source of samples."""
        return cls(problem, np.random.default_rng(chance.integers(2**63)))

    @property
    def cursors(self) -> int:
        """See `Representation`. There is one, without meaning."""
        return 1

    def begin(self, chance: np.random.Generator) -> int:  # noqa: ARG002 - nothing to draw
        """See `Representation`."""
        return 0

    def changes(self, cursor: int) -> NoReturn:  # noqa: ARG002
        """Raise `GenerationError`, because nobody can list all changes."""
        raise GenerationError(
            "people has no list of all changes, which tree searches need; "
            "use hill-climbing, annealing, es, ga or map-elites with it"
        )

    def children(self, map_: Maps, cursor: int) -> Children:
        """Make a sample of the changes, each to a copy of the map."""
        maps = np.array([self._change(map_, self.sampling) for _ in range(CHILDREN)])
        tidied = self._baba.tidy(map_)
        if tidied is not None:
            maps[0] = tidied
        cursors = np.full(CHILDREN, cursor, dtype=np.int64)
        return Children(maps, cursors, np.asarray((maps != map_).any(axis=1)))

    def neighbour(self, map_: Maps, cursor: int, chance: np.random.Generator) -> tuple[Maps, int]:
        """Tidy up if only that is left to do; otherwise make a random change."""
        tidied = self._baba.tidy(map_)
        return self._change(map_, chance) if tidied is None else tidied, cursor

    def wander(
        self, map_: Maps, cursor: int, steps: int, chance: np.random.Generator
    ) -> tuple[Maps, int]:
        """See `Representation`. Only the first step may tidy up."""
        for step in range(steps):
            if step:
                map_ = self._change(map_, chance)
            else:
                map_, cursor = self.neighbour(map_, cursor, chance)
        return map_, cursor

    @property
    def _baba(self) -> BabaProblem:
        assert isinstance(self.problem, BabaProblem)
        return self.problem

    def _change(self, map_: Maps, chance: np.random.Generator) -> Maps:
        return self._baba.from_level(reshape_level(self._baba.to_level(map_), Dice(chance)))
