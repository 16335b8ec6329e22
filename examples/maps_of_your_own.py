"""Write a problem and an algorithm, each in one class, and use them with those of babalab.

Run it with ``python examples/maps_of_your_own.py``.
"""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from PIL import Image

from babalab import Budget, parameter
from babalab.generation import (
    Algorithm,
    Candidates,
    Measure,
    Problem,
    Tile,
    Want,
    make_algorithm,
    representation_named,
    search,
)


@dataclass(frozen=True, kw_only=True)
class Garden(Problem):
    """Flowers, each with water beside it, and not too much water."""

    name: ClassVar[str] = "garden"
    tiles: ClassVar[tuple[Tile, ...]] = (
        Tile("grass", ".", 0.7),
        Tile("water", "~", 0.2),
        Tile("flower", "*", 0.1),
    )
    statistics: ClassVar[tuple[str, ...]] = ("flowers", "dry", "water")

    width: int = parameter(8, "columns", low=1, high=64)
    height: int = parameter(6, "rows", low=1, high=64)
    flowers: int = parameter(6, "flowers wanted, at least", low=0)

    @property
    def wants(self):
        return (
            Want("flowers", weight=1, low=self.flowers),
            Want("dry", weight=2, high=0),
            Want("water", weight=1, high=4),
        )

    @property
    def measures(self):
        return Measure("flowers", 0, 20, 10), Measure("water", 0, 20, 10)

    def measure(self, maps, hints=None):
        grids = maps.reshape(-1, self.height, self.width)
        water = np.pad(grids == 1, ((0, 0), (1, 1), (1, 1)))
        beside = water[:, :-2, 1:-1] | water[:, 2:, 1:-1] | water[:, 1:-1, :-2] | water[:, 1:-1, 2:]
        flowers = grids == 2
        counts = (flowers, flowers & ~beside, grids == 1)
        return np.stack([each.sum(axis=(1, 2)) for each in counts], axis=1).astype(float)

    def draw(self, map_):
        colours = np.array([(62, 140, 70), (70, 110, 200), (240, 120, 170)], dtype=np.uint8)
        grid = colours[map_.reshape(self.height, self.width)]
        return Image.fromarray(grid).resize((self.width * 16, self.height * 16), 0)


@dataclass(frozen=True, kw_only=True)
class Drift(Algorithm):
    """Make some random changes at a time, and keep a map that is no worse."""

    name: ClassVar[str] = "drift"

    steps: int = parameter(2, "changes at a time", low=1)

    def search(self, context):
        map_, fitness = context.start, context.judged.fitness[0]
        cursor = context.representation.begin(context.chance)
        while True:
            other, there = context.representation.wander(map_, cursor, self.steps, context.chance)
            judged = yield Candidates(other[None])
            if judged.fitness[0] >= fitness:
                map_, cursor, fitness = other, there, judged.fitness[0]


if __name__ == "__main__":
    for algorithm in (Drift(), make_algorithm("hill-climbing")):
        found = [
            search(
                Garden(),
                algorithm,
                representation_named("wide"),
                seed=seed,
                limits=Budget(evaluations=4_000),
            )
            for seed in range(5)
        ]
        print(f"{algorithm.name}: {sum(each.reached for each in found)} of 5 gardens")
    print(Garden().text(max(found, key=lambda each: each.fitness).map))
