"""A reverse curriculum: episodes begin near the win first, and farther away as that is learned.

Of every level with a solution there are several *starts*: its own, and states along the solution.
They are sorted into classes by the moves that remain, and two questions decide how likely a start
is:

- How much is there to learn from its class? A class that is always won, or never, teaches little;
  one with the rate *p* of wins weighs ``p (1 - p) + floor``.
- How much from this start, beside others of its class? The same with its own rate, which
  begins at that of the class and is believed the more the oftener it was played.

Whole levels are what counts in the end. So their own starts always have a share, which grows
from `first_share` to `last_share` with the rate of wins over all classes.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from babalab import _core
from babalab.base.unpacking import unpack_zlib
from babalab.game.action import parse_moves
from babalab.game.level import Level
from babalab.learning.envs.sources import Start
from babalab.learning.errors import LearningError

CLASS_BOUNDS: Final = (1, 2, 3, 5, 7, 10, 14, 20, 30, 40)
"""A start belongs to the first class whose bound its remaining moves keep, or to the last."""
SPACING: Final = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144)
"""The remaining moves that get a start of their own: near the win every move counts."""
DOUBT: Final = 4.0
"""Episodes after which a start's own rate of wins counts as much as that of its class."""

Rates = NDArray[np.float64]


class Curriculum:
    """A source of levels (see `babalab.learning.envs.sources`) that begins near the win.

    After `memory` episodes of a class, and `start_memory` of a start, what was known before counts
    half. Everything is computed from counts, nothing is random.

    >>> level = Level.parse("______/_b..f_/_B12._/_F13._/______", solution="rrr")
    >>> curriculum = Curriculum([level])
    >>> curriculum.remaining.tolist(), curriculum.is_whole.tolist()
    ([3, 2, 1], [True, False, False])
    """

    def __init__(
        self,
        levels: Iterable[Level],
        *,
        spacing: Sequence[int] = SPACING,
        floor: float = 0.02,
        first_share: float = 0.1,
        last_share: float = 0.7,
        memory: float = 2000,
        start_memory: float = 8,
    ) -> None:
        if not (0 < floor <= 1 and 0 <= first_share <= last_share <= 1):
            raise LearningError(
                f"floor must be above 0 and at most 1 (it is {floor}), and the shares of whole "
                f"levels must not fall (they are {first_share} and {last_share})"
            )
        if memory <= 0 or start_memory <= 0:
            raise LearningError(
                f"memories are above 0 episodes, and are {memory} and {start_memory}"
            )
        self.levels: tuple[Level, ...] = tuple(levels)
        if not self.levels:
            raise LearningError("a curriculum needs at least one level")
        found = [
            (Start(index, row), remaining, is_whole)
            for index, level in enumerate(self.levels)
            for row, remaining, is_whole in _find_starts(level, frozenset(spacing))
        ]
        self.starts: tuple[Start, ...] = tuple(start for start, _, _ in found)
        self.remaining: NDArray[np.int64] = np.array([moves for _, moves, _ in found])
        """The moves to the win by the recorded solution, of each start."""
        self.is_whole: NDArray[np.bool_] = np.array([whole for _, _, whole in found])
        """True for starts that are those of levels."""
        self.classes: NDArray[np.int64] = np.searchsorted(CLASS_BOUNDS, self.remaining)
        """The class of each start, from 0."""
        self._floor = floor
        self._shares = first_share, last_share
        self._memories = memory, start_memory
        count = len(CLASS_BOUNDS) + 1
        sizes = np.bincount(self.classes, minlength=count)
        self._present: NDArray[np.bool_] = sizes > 0
        # Before anything is known: random play wins the more rarely the more moves remain.
        remaining = np.bincount(self.classes, self.remaining, count)
        self._guesses = sizes / np.maximum(1, sizes + remaining)
        self._class_episodes = np.zeros(count)
        self._class_wins = np.zeros(count)
        self._episodes = np.zeros(len(self.starts))
        self._wins = np.zeros(len(self.starts))
        self._weigh()

    @property
    def class_rates(self) -> Rates:
        """The rate of wins of each class, as far as known; of classes without starts 0."""
        rates: Rates = (self._class_wins + DOUBT * self._guesses) / (self._class_episodes + DOUBT)
        return rates

    @property
    def progress(self) -> float:
        """The rate of wins over all classes there are, from 0 to 1."""
        return float(self.class_rates[self._present].mean())

    @property
    def weights(self) -> Rates:
        """The weight of each start; the numbers add up to 1."""
        return self._weights

    @property
    def class_weights(self) -> Rates:
        """The weight of each class."""
        return self._sum_by_class(self._weights)

    def update(self, episodes: ArrayLike, wins: ArrayLike) -> bool:
        """Take the number of episodes of each start that ended since the last call, and of wins.

        Returns False: only weights change.
        """
        played = np.asarray(episodes, float)
        won = np.asarray(wins, float)
        if played.shape != self._episodes.shape or won.shape != self._episodes.shape:
            raise LearningError(
                f"there are {len(self.starts)} starts, and counts of shapes "
                f"{played.shape} and {won.shape} were given"
            )
        if (won < 0).any() or (won > played).any():
            raise LearningError("there can't be more wins than episodes, or fewer than none")
        memory, start_memory = self._memories
        _forget_and_add(self._episodes, self._wins, played, won, start_memory)
        _forget_and_add(
            self._class_episodes,
            self._class_wins,
            self._sum_by_class(played),
            self._sum_by_class(won),
            memory,
        )
        self._weigh()
        return False

    def _sum_by_class(self, of_starts: Rates) -> Rates:
        """Return the sums over the starts of each class."""
        return np.bincount(self.classes, of_starts, len(self._present)).astype(float)

    def _weigh(self) -> None:
        of_class = self.class_rates
        worth = np.where(self._present, of_class * (1 - of_class) + self._floor, 0)
        rates = (self._wins + DOUBT * of_class[self.classes]) / (self._episodes + DOUBT)
        own = rates * (1 - rates) + self._floor
        share = np.divide(
            worth / worth.sum(),
            self._sum_by_class(own),
            where=self._present,
            out=np.zeros_like(worth),
        )
        weights = share[self.classes] * own
        low, high = self._shares
        wanted = low + (high - low) * self.progress
        whole = float(weights[self.is_whole].sum())
        if whole < wanted and not self.is_whole.all():
            weights *= np.where(self.is_whole, wanted / whole, (1 - wanted) / (1 - whole))
        self._weights: Rates = weights / weights.sum()

    # ------------------------------------------------------------ saving

    def save(self) -> str:
        """Return everything learned so far."""
        learned = {name: _pack(array) for name, array in self._get_learned()}
        return json.dumps({"starts": self._make_digest()} | learned)

    def restore(self, saved: str) -> None:
        """Restore a saved state. Raises `LearningError` if it is of other starts."""
        try:
            state = json.loads(saved)
            starts = state["starts"]
            packed = [(array, state[name]) for name, array in self._get_learned()]
        except (ValueError, TypeError, LookupError, RecursionError) as error:
            raise LearningError("this is no saved curriculum, or it is damaged") from error
        if starts != self._make_digest():
            raise LearningError(
                "this curriculum was saved over other levels or starts; give the same ones"
            )
        try:
            restored = [_unpack(text, len(array)) for array, text in packed]
        except (ValueError, TypeError) as error:
            raise LearningError("this is no saved curriculum, or it is damaged") from error
        for (array, _), values in zip(packed, restored, strict=True):
            array[:] = values
        self._weigh()

    def _get_learned(self) -> list[tuple[str, Rates]]:
        """Return the arrays that change with every update, by name."""
        return [
            ("class_episodes", self._class_episodes),
            ("class_wins", self._class_wins),
            ("episodes", self._episodes),
            ("wins", self._wins),
        ]

    def _make_digest(self) -> str:
        """Return a text that tells these starts from those of other levels."""
        digest = hashlib.blake2b(digest_size=16)
        for level in self.levels:
            digest.update(f"{level.line}@{level.solution}\n".encode())
        digest.update(np.ascontiguousarray(self.remaining).tobytes())
        return digest.hexdigest()


def _pack(array: Rates) -> str:
    return base64.b64encode(zlib.compress(array.astype("<f8").tobytes())).decode("ascii")


def _unpack(text: str, length: int) -> Rates:
    return np.frombuffer(unpack_zlib(base64.b64decode(text, validate=True), 8 * length), "<f8")


def _forget_and_add(episodes: Rates, wins: Rates, played: Rates, won: Rates, memory: float) -> None:
    kept = 0.5 ** (played / memory)
    episodes *= kept
    wins *= kept
    episodes += played
    wins += won


def _find_starts(level: Level, spacing: frozenset[int]) -> list[tuple[bytes, int, bool]]:
    """Return the starts of a level, its own first: row, remaining moves, whether it is its own."""
    core = level.core
    rows = [core.start()]
    for action in parse_moves(level.solution):
        rows.append(core.step(rows[-1], action))
        if core.status(rows[-1]) & _core.WON:
            break
    else:
        raise LearningError(
            f"level {level.name or level.id or level.line} has no recorded solution that wins, "
            "which a curriculum needs; solve it first"
        )
    length = len(rows) - 1
    return [
        (row, length - played, played == 0)
        for played, row in enumerate(rows[:-1])
        # Where nothing is YOU an episode would end at once.
        if played == 0 or (length - played in spacing and not core.status(row) & _core.HELPLESS)
    ]
