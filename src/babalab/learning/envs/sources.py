"""Sources of levels: where the levels of an environment come from.

A source has `levels`, `starts` (where episodes may begin) and `weights` (how likely each start
is). A training tells it now and then how episodes from each start ended (`update`), and it may
change weights or bring new levels. `LevelList` and `GeneratedLevels` are here; the curricula are
in `babalab.learning.training`.

>>> source = LevelList("first-steps")
>>> len(source.levels) == len(source.starts) == len(source.weights)
True
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from babalab.game.action import parse_moves
from babalab.game.level import Level
from babalab.learning.errors import LearningError
from babalab.levels import load_levels

Weights = NDArray[np.float64]
Counts = NDArray[np.int64]
MakeLevel = Callable[[np.random.Generator], Level]
"""Makes a level from random numbers."""


class Start(NamedTuple):
    """A place where an episode may begin: a level, and the row of a state of it."""

    level: int
    row: bytes


@runtime_checkable
class LevelSource(Protocol):
    """A source of levels for environments."""

    @property
    def levels(self) -> Sequence[Level]:
        """All levels, at least one."""

    @property
    def starts(self) -> Sequence[Start]:
        """The places where episodes may begin, at least one."""

    @property
    def weights(self) -> Weights:
        """The weight of each start; the numbers add up to 1."""

    def update(self, episodes: Counts, wins: Counts) -> bool:
        """Take the number of episodes from each start that ended since the last call, and of wins.

        Returns True if there are other levels or starts now; weights may change at any time.
        """


@runtime_checkable
class SavedSource(LevelSource, Protocol):
    """A source that learns or changes, so that an environment has to be saved with it."""

    def save(self) -> Any:
        """Return all that has changed since the source was made, in JSON types and arrays."""

    def restore(self, saved: Any) -> None:
        """Restore a saved state, with lists for arrays. Raises `ValueError` if that fails."""


class LevelList:
    """Levels of a set or a list, each as likely as the others (or as `weights` say).

    With `along`, episodes may begin anywhere along a level's recorded solution (see
    `find_starts_along`); each level stays as likely as before.
    """

    def __init__(
        self,
        levels: str | Level | Iterable[Level],
        *,
        weights: ArrayLike | None = None,
        along: bool = False,
    ) -> None:
        self.levels: tuple[Level, ...] = _load(levels)
        self.starts: tuple[Start, ...] = tuple(
            start
            for index, level in enumerate(self.levels)
            for start in (
                find_starts_along(level, index) if along else [make_first_start(level, index)]
            )
        )
        of_levels = normalise_weights(weights, len(self.levels))
        level_of = np.array([start.level for start in self.starts])
        self.weights: Weights = of_levels[level_of] / np.bincount(level_of)[level_of]

    def update(self, episodes: Counts, wins: Counts) -> bool:  # noqa: ARG002
        """Return False: nothing ever changes."""
        return False


class GeneratedLevels:
    """A pool of levels made by a function, each of which gives way to a new one in time.

    `make` gets a generator of random numbers, so that the same seed makes the same levels. A level
    leaves the pool at the first `update` after it was played `lifetime` times, or was won in
    at least half of `lifetime` / 2 episodes: there is little left to learn from it. `lifetime=None`
    keeps the first levels for ever.
    """

    def __init__(
        self, make: MakeLevel, pool: int = 256, *, lifetime: int | None = 32, seed: int = 0
    ) -> None:
        if pool < 1:
            raise LearningError(f"a pool needs at least 1 level, not {pool}")
        if lifetime is not None and lifetime < 1:
            raise LearningError(f"a lifetime is at least 1 episode, not {lifetime}")
        self._make = make
        self._lifetime = lifetime
        self._chance = np.random.default_rng(seed)
        self._levels = [self._make_level() for _ in range(pool)]
        self._episodes = np.zeros(pool, np.int64)
        self._wins = np.zeros(pool, np.int64)
        self.made = pool
        """The number of levels made so far."""

    @property
    def levels(self) -> tuple[Level, ...]:
        """The levels in the pool."""
        return tuple(self._levels)

    @property
    def starts(self) -> tuple[Start, ...]:
        """The start of each level."""
        return tuple(make_first_start(level, index) for index, level in enumerate(self._levels))

    @property
    def weights(self) -> Weights:
        """The weights, which are all alike."""
        return np.full(len(self._levels), 1 / len(self._levels))

    def update(self, episodes: Counts, wins: Counts) -> bool:
        """Replace levels that have been played enough."""
        if self._lifetime is None:
            return False
        self._episodes += episodes
        self._wins += wins
        old = self._episodes >= self._lifetime
        known = (2 * self._episodes >= self._lifetime) & (2 * self._wins >= self._episodes)
        replaced = np.flatnonzero(old | known)
        for index in replaced:
            self._levels[index] = self._make_level()
        self._episodes[replaced] = self._wins[replaced] = 0
        self.made += len(replaced)
        return len(replaced) > 0

    def save(self) -> str:
        """Return the levels, their counts, and the state of the random stream."""
        return json.dumps(
            {
                "levels": [(level.line, level.name, level.solution) for level in self._levels],
                "episodes": self._episodes.tolist(),
                "wins": self._wins.tolist(),
                "made": self.made,
                "chance": self._chance.bit_generator.state,
            }
        )

    def restore(self, saved: str) -> None:
        """Restore saved levels, and make the same ones after them."""
        state = read_state(saved, {"levels", "episodes", "wins", "made", "chance"})
        if len(state["levels"]) != len(self._levels):
            raise LearningError(
                f"a pool of {len(state['levels'])} levels was saved, and this has "
                f"{len(self._levels)}"
            )
        self._levels = [
            Level.parse(line, name=name, solution=solution)
            for line, name, solution in state["levels"]
        ]
        self._episodes, self._wins = np.array(state["episodes"]), np.array(state["wins"])
        self.made = state["made"]
        self._chance.bit_generator.state = state["chance"]

    def _make_level(self) -> Level:
        level = self._make(self._chance)
        if not isinstance(level, Level):
            raise LearningError(f"the generator made {type(level).__name__}, and not a Level")
        return level


def as_source(levels: str | Level | Iterable[Level] | LevelSource) -> LevelSource:
    """Return the levels as a source. Raises `LearningError` if there are none."""
    if not isinstance(levels, str | Level) and isinstance(levels, LevelSource):
        return levels
    return LevelList(levels)


def make_first_start(level: Level, index: int = 0) -> Start:
    """Return the start of the level with this index."""
    return Start(index, level.core.start())


def find_starts_along(level: Level, index: int = 0) -> list[Start]:
    """Return the states along a level's recorded solution, its start first, before the win.

    Those in which nothing is YOU are left out, as an episode ends there. Without a solution there
    is only the start.
    """
    state, starts = level.start(), [make_first_start(level, index)]
    for action in parse_moves(level.solution)[:-1]:
        state = state.step(action)
        if state.won:
            break
        if not state.helpless:
            starts.append(Start(index, state.row))
    return starts


def normalise_weights(weights: ArrayLike | None, count: int) -> Weights:
    """Return weights that add up to 1, alike if none are given. Raises `LearningError`."""
    if weights is None:
        return np.full(count, 1 / count)
    try:
        checked = np.asarray(weights, float)
    except (TypeError, ValueError):
        raise LearningError(f"weights must be {count} numbers, not {weights!r}") from None
    if checked.shape != (count,):
        raise LearningError(
            f"weights must be {count} numbers, and are an array of shape {checked.shape}"
        )
    if not np.isfinite(checked).all() or (checked < 0).any() or not checked.any():
        raise LearningError(
            "weights must be finite, none below 0 and at least one above; these have "
            f"{int((~np.isfinite(checked)).sum())} not finite, {int((checked < 0).sum())} below 0, "
            f"{int((checked > 0).sum())} above"
        )
    normalised: Weights = checked / checked.sum()
    return normalised


def _load(levels: str | Level | Iterable[Level]) -> tuple[Level, ...]:
    if isinstance(levels, str):
        found: tuple[Level, ...] = tuple(load_levels(levels))
        where = levels
    elif isinstance(levels, Level):
        return (levels,)
    else:
        try:
            found = tuple(levels)
        except TypeError:
            raise LearningError(
                "levels must be an address, a level, several levels or a source, "
                f"not {type(levels).__name__}"
            ) from None
        where = "the list"
    for position, level in enumerate(found, start=1):
        if not isinstance(level, Level):
            raise LearningError(f"{where}: number {position} is no Level but {level!r}")
    if not found:
        raise LearningError(f"{where} holds no levels; an environment needs at least one")
    return found


def read_state(saved: str, keys: set[str]) -> dict[str, Any]:
    """Read the saved state of a source with these keys. Raises `LearningError` for any other."""
    try:
        state = json.loads(saved)
    except (ValueError, TypeError, RecursionError):
        raise LearningError("the saved state of a source is damaged") from None
    if not isinstance(state, dict) or set(state) != keys:
        raise LearningError("the state of another kind of source was saved")
    return state
