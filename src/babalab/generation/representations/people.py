"""People: a level of Baba changed as people change levels, a wall or a sentence at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from babalab.generation.baba.reshaping import reshaped
from babalab.generation.dice import Dice
from babalab.generation.errors import GenerationError
from babalab.generation.problems.baba import Baba
from babalab.generation.problems.problem import Maps
from babalab.generation.representations.registry import register_representation
from babalab.generation.representations.representation import Children, Representation

CHILDREN: Final = 32
"""Changes tried at a time. There are too many to try all."""


@register_representation
@dataclass(frozen=True)
class People(Representation):
    """Changes of `babalab.generation.baba.reshaping`; for `baba` only.

    The cursor is the seed of the changes that are tried next, so that the same place of a search
    has the same ones.
    """

    name: ClassVar[str] = "people"

    def __post_init__(self) -> None:
        if not isinstance(self.problem, Baba):
            raise GenerationError(
                f"people changes levels of baba only, not maps of {self.problem.name}; "
                "use wide, narrow or turtle"
            )

    def begin(self, chance: np.random.Generator) -> int:
        """See `Representation`."""
        return int(chance.integers(2**62))

    def children(self, map_: Maps, cursor: int) -> Children:
        """A sample of the changes there are."""
        chance = np.random.default_rng(cursor)
        maps = np.array([self._changed(map_, Dice(chance)) for _ in range(CHILDREN)])
        return Children(maps, chance.integers(2**62, size=CHILDREN), (maps != map_).any(axis=1))

    def neighbour(self, map_: Maps, cursor: int, chance: np.random.Generator) -> tuple[Maps, int]:
        """See `Representation`."""
        return self.wander(map_, cursor, 1, chance)

    def wander(
        self, map_: Maps, cursor: int, steps: int, chance: np.random.Generator
    ) -> tuple[Maps, int]:
        """See `Representation`."""
        for _ in range(steps):
            map_ = self._changed(map_, Dice(chance))
        return map_, cursor

    def _changed(self, map_: Maps, dice: Dice) -> Maps:
        assert isinstance(self.problem, Baba)
        return self.problem.map_of(reshaped(self.problem.level(map_), dice))
