"""People: a level of Baba changed as people change levels, a wall or a sentence at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar, Final, NoReturn, Self

import numpy as np

from babalab.generation.baba.reshaping import reshaped
from babalab.generation.dice import Dice
from babalab.generation.errors import GenerationError
from babalab.generation.problems.baba import Baba
from babalab.generation.problems.problem import Maps, Problem
from babalab.generation.representations.representation import (
    Children,
    Representation,
    register_representation,
)

CHILDREN: Final = 32
"""Changes tried at a time."""


@register_representation
@dataclass(frozen=True)
class People(Representation):
    """Changes of `babalab.generation.baba.reshaping`; for `baba` only.

    There are too many changes to try all of them: those an optimiser compares are a sample, another
    one every time it asks. A level that is as wanted but for useless pieces is tidied up. Tree
    searches need a list of all changes and can't work with it.
    """

    name: ClassVar[str] = "people"

    sampling: np.random.Generator = field(default_factory=lambda: np.random.default_rng(0))
    """Where the samples come from."""

    def __post_init__(self) -> None:
        if not isinstance(self.problem, Baba):
            raise GenerationError(
                f"people changes levels of baba only, not maps of {self.problem.name}; "
                "use wide, narrow or turtle"
            )

    @classmethod
    def drawn(cls, problem: Problem, chance: np.random.Generator) -> Self:
        """See `Representation`."""
        return cls(problem, np.random.default_rng(chance.integers(2**63)))

    @property
    def cursors(self) -> int:
        """There is nothing to be told by a cursor."""
        return 1

    def begin(self, chance: np.random.Generator) -> int:  # noqa: ARG002 - nothing to draw
        """See `Representation`."""
        return 0

    def changes(self, cursor: int) -> NoReturn:  # noqa: ARG002
        """Raises `GenerationError`: nobody can list them."""
        raise GenerationError(
            "people has no list of all changes, which tree searches need; "
            "use hill-climbing, annealing, es, ga or map-elites with it"
        )

    def children(self, map_: Maps, cursor: int) -> Children:
        """What comes of a sample of the changes there are."""
        maps = np.array([self._changed(map_, self.sampling) for _ in range(CHILDREN)])
        tidy = self._levels.tidied(map_)
        if tidy is not None:
            maps[0] = tidy
        cursors = np.full(CHILDREN, cursor, dtype=np.int64)
        return Children(maps, cursors, np.asarray((maps != map_).any(axis=1)))

    def neighbour(self, map_: Maps, cursor: int, chance: np.random.Generator) -> tuple[Maps, int]:
        """Tidy up where only that is left to do, or make a change by chance."""
        tidy = self._levels.tidied(map_)
        return self._changed(map_, chance) if tidy is None else tidy, cursor

    def wander(
        self, map_: Maps, cursor: int, steps: int, chance: np.random.Generator
    ) -> tuple[Maps, int]:
        """See `neighbour`; it tidies up at the beginning only."""
        for step in range(steps):
            if step:
                map_ = self._changed(map_, chance)
            else:
                map_, cursor = self.neighbour(map_, cursor, chance)
        return map_, cursor

    @property
    def _levels(self) -> Baba:
        assert isinstance(self.problem, Baba)
        return self.problem

    def _changed(self, map_: Maps, chance: np.random.Generator) -> Maps:
        return self._levels.map_of(reshaped(self._levels.level(map_), Dice(chance)))
