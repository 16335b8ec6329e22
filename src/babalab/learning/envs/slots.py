"""Slots: the one hook behind which all environments play.

A slot plays one episode of a game at a time. The environments for Gymnasium and for
Stable-Baselines3 drive `Slots` and know nothing else about the game. There are two kinds:
`GameSlots` play any game through its `Plays`, and `BabaSlots` play Baba Is You in the core's
vector environment.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal

import numpy as np
from numpy.typing import NDArray

from babalab.games import Game
from babalab.learning.envs.checks import check_positive, check_seed
from babalab.learning.envs.observations import Seen
from babalab.learning.envs.rendering import Frame
from babalab.learning.errors import LearningError

if TYPE_CHECKING:
    from gymnasium import Space

Autoreset = Literal["next step", "same step", "disabled"]
"""When a slot whose episode is over begins the next one."""
Info = dict[str, Any]
Marks = NDArray[np.bool_]
"""True for the selected slots."""
NO_SLOTS: Final = np.zeros(0, np.uint32)


def spread_option(name: str, given: Any, count: int) -> Sequence[Any]:
    """Return the values of an option for all slots: a list of them, or one for all."""
    if not isinstance(given, list | tuple | np.ndarray) or np.ndim(given) == 0:
        return [given] * count
    if len(given) != count:
        raise LearningError(
            f"options[{name!r}] must be one for all slots or a list of {count}, not of {len(given)}"
        )
    return list(given)


def is_index(value: Any) -> bool:
    """Return whether this is a whole number, and neither True nor False."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


@dataclass(frozen=True, slots=True)
class EpisodeEnds:
    """The episodes that ended with the last step, where others have begun in the same step.

    Everything has one entry for each of `slots`.
    """

    slots: NDArray[np.integer[Any]]
    seen: Sequence[Seen]
    """The last observations."""
    info: Info
    returns: NDArray[np.float64]
    lengths: NDArray[np.integer[Any]]
    """In steps."""


class Slots(ABC):
    """Many episodes of one game side by side, each with a random stream of its own.

    The arrays of slots are overwritten by the next step. An episode that is won or lost is
    terminated; one that its limit of steps cuts short is truncated.
    """

    place_options: ClassVar[tuple[str, ...]]
    """The options of `reset` that say where episodes begin."""
    masks: bool = True
    """Whether `info` has masks of actions."""

    rewards: NDArray[np.float32]
    terminated: Marks
    truncated: Marks
    won: Marks
    """True where the last step has won."""
    final_slots: NDArray[np.integer[Any]]
    """The slots whose episodes ended with the last step and that have begun others since."""

    def __init__(
        self, kind: type[Game[Any]], count: int, autoreset: Autoreset, max_steps: int, threads: int
    ) -> None:
        check_positive(num_envs=count, max_steps=max_steps, threads=threads)
        self.kind = kind
        self.count = int(count)
        self.choices = len(kind.actions)
        self.autoreset: Autoreset = autoreset
        self.max_steps = int(max_steps)
        self.threads = int(threads)
        self.started = False
        self.final_slots = NO_SLOTS

    @property
    @abstractmethod
    def space(self) -> Space[Any]:
        """The space of one observation."""

    @property
    @abstractmethod
    def levels(self) -> Sequence[Any]:
        """The levels, in the order that ``info["level"]`` counts them."""

    # ------------------------------------------------------------ playing

    def seed(self, seed: int | None) -> None:
        """Seed the streams of all slots; None for any seed."""
        self._seed = check_seed(seed)
        self._seed_streams(self._seed % 2**64)

    @abstractmethod
    def _seed_streams(self, seed: int) -> None: ...

    @abstractmethod
    def reset(self, marked: Marks | None = None, places: Any = None) -> None:
        """Begin an episode in all slots or those marked, at places that are drawn or given.

        `places` has an entry for every slot, as `find_places` returns them.
        """

    @abstractmethod
    def find_places(
        self, options: Mapping[str, Any], slots: Sequence[int] | None = None
    ) -> NDArray[np.uint32] | None:
        """Return where the options of a reset have these slots, or all, begin; None if anywhere.

        There is an entry for every slot; those of other slots mean nothing. Raises `BabalabError`
        if there is no such place.
        """

    @abstractmethod
    def reset_to(self, slot: int, place: Any) -> None:
        """Begin an episode in one slot at this place."""

    @abstractmethod
    def step(self, actions: NDArray[np.uint8]) -> None:
        """Play a checked action in every slot, and begin new episodes as `autoreset` says."""

    @abstractmethod
    def get_ends(self) -> EpisodeEnds:
        """Return how the episodes of `final_slots` ended."""

    # ------------------------------------------------------------ observing

    @abstractmethod
    def observe(self, *, copied: bool = True) -> Seen:
        """Return the observations of all slots; the next step changes what is not copied."""

    def observe_slot(self, slot: int) -> Seen:
        """Return a copy of the observation of one slot."""
        seen = self.observe(copied=False)
        if isinstance(seen, dict):
            return {name: part[slot].copy() for name, part in seen.items()}
        one: NDArray[Any] = seen[slot].copy()
        return one

    @abstractmethod
    def info(self) -> Info:
        """Return the info of all slots, as arrays."""

    @abstractmethod
    def info_of(self, slot: int) -> Info:
        """Return the info of one slot."""

    @abstractmethod
    def action_masks(self) -> NDArray[np.integer[Any]]:
        """Return a row for each slot: 1 for each action that may make a difference."""

    @abstractmethod
    def legal_actions(self, slot: int) -> Sequence[int]:
        """Find the actions that may make a difference in one slot, from its state alone.

        This is slow and simple, and what masks are checked against.
        """

    @abstractmethod
    def state(self, slot: int) -> Any:
        """Return the state of a slot."""

    @abstractmethod
    def draw(self, slot: int, mode: str) -> Frame:
        """Draw the state of a slot in a render mode."""
