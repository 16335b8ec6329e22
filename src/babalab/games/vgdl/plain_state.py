"""The state of a play of the twin in plain Python."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from babalab.games.vgdl.description import NONE, SpriteType
from babalab.games.vgdl.vocabulary import NOWHERE, Direction

Point = tuple[int, int]


@dataclass(eq=False, slots=True)
class Sprite:
    """A sprite, changed in place."""

    type: SpriteType
    number: int
    at: Point
    was: Point
    """Where it was before its last update."""
    orientation: Direction
    health: int
    max_health: int
    last_move: int = 0
    fresh: bool = True
    marked: bool = False
    """Killed in this tick."""
    disabled: bool = False
    by_use: bool = False
    """Made by the player."""
    resources: dict[int, int] = field(default_factory=dict)
    age: int = 0
    """Updates of a Flicker, and those in which a wanderer kept its direction."""
    heading: Direction = NOWHERE
    started: int = NONE
    """The tick of a spawner's first update."""
    spawned: int = 0


@dataclass(slots=True)
class PlainState:
    """A play: all sprites by type, each type's in the order of creation."""

    sprites: list[list[Sprite]]
    player: Sprite | None
    tick: int = 0
    """The next one."""
    score: int = 0
    winner: int = -1
    """0 if the game is lost, 1 if it is won."""
    over: bool = False
    next_number: int = 0
    due: list[tuple[int, int, int]] = field(default_factory=list)
    """Effects of time to come: the tick, how late it was put here (negative), and its number."""
    put: int = 0

    @property
    def result_score(self) -> int:
        """The score as the framework reports it: a win counts 1 at least."""
        return 1 if self.winner == 1 and self.score <= 0 else self.score


def distance(one: Point, other: Point) -> int:
    """Return the distance along the axes."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def displacement(sprite: Sprite) -> Point:
    """Return how far a sprite has moved in this tick."""
    return sprite.at[0] - sprite.was[0], sprite.at[1] - sprite.was[1]


def unit_vector(vector: Point) -> Direction:
    """Return the vector scaled to length 1; the zero vector stays as it is."""
    x, y = vector
    length = math.sqrt(x * x + y * y)
    return (x / length, y / length) if length else NOWHERE
