"""Environments of Baba Is You: `BabaEnv` and `BabaVectorEnv`."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypedDict, Unpack

from numpy.typing import ArrayLike

from babalab.game.batch import Stop
from babalab.game.level import Level
from babalab.learning.envs.baba_slots import BabaSlots, Levels
from babalab.learning.envs.environment import SlotEnv
from babalab.learning.envs.observations import Seen, Size
from babalab.learning.envs.slots import Info
from babalab.learning.envs.sources import Counts, LevelSource, Start
from babalab.learning.envs.vector_environment import SlotVectorEnv, VectorSettings
from babalab.learning.rewards import Reward

DEFAULT_LEVELS: Final = "first-steps"


class BabaSettings(TypedDict, total=False):
    """Settings that single and vector environments of Baba share."""

    observation: str
    """`paper` (the default), `ascii` or `full`."""
    reward: str | Reward
    """The worth of a step; `sparse` by default."""
    size: Size | None
    """(rows, columns) of observations, 20 x 20 by default; None for those of the largest level."""
    max_steps: int
    """Steps after which an episode is truncated; 100 by default."""
    death: Stop
    """The state that ends an episode as lost: `helpless` (the default) or `lost`."""
    masks: bool
    """Whether `info` has masks, as it does by default."""
    seed: int | None
    """The seed until ``reset(seed=…)``; 0 by default, None for any."""


class BabaVectorSettings(BabaSettings, VectorSettings, total=False):
    """Settings of `BabaVectorEnv`."""


class _BabaLevels:
    """Mixin of the environments of Baba: levels that change, saving and restoring."""

    slots: BabaSlots
    _look: Callable[[], tuple[Seen, Info]]

    @property
    def levels(self) -> list[Level]:
        """The levels, in the order that ``info["level"]`` counts them."""
        return self.slots.table.levels

    @property
    def starts(self) -> list[Start]:
        """The places where episodes may begin."""
        return self.slots.table.starts

    @property
    def source(self) -> LevelSource:
        """The source of the levels."""
        return self.slots.table.source

    def set_weights(self, weights: ArrayLike) -> None:
        """Set how likely each start is from the next episode on, in proportion."""
        self.slots.weigh(weights)

    def take_statistics(self) -> tuple[Counts, Counts]:
        """Return how many episodes from each start ended since the last call, and how many won."""
        return self.slots.take_statistics()

    def refresh(self) -> None:
        """Tell the source how episodes ended, and take the weights and levels it has now.

        Do this now and then while training with a generator or a curriculum. Episodes under way
        go on, and `levels` may end with some that have left the source but are still played.
        """
        self.slots.refresh()

    def save(self) -> bytes:
        """Return the whole state, from which an environment made alike goes on identically."""
        return self.slots.save()

    def restore(self, saved: bytes) -> tuple[Seen, Info]:
        """Restore a saved state; return the observation and the info there.

        Raises `LearningError` if the bytes are damaged or of an environment made differently.
        """
        self.slots.restore(saved)
        return self._look()


class BabaEnv(SlotEnv, _BabaLevels):
    """One play of Baba Is You: a slot of a `BabaVectorEnv`, whose settings mean the same here.

    >>> env = BabaEnv("first-steps/across", observation="ascii")
    >>> seen, info = env.reset(seed=1)
    >>> won = [env.step(3)[2] for _ in range(4)]
    >>> won
    [False, False, False, True]
    """

    metadata: dict[str, Any] = {**SlotEnv.metadata, "render_fps": 5}  # noqa: RUF012
    slots: BabaSlots

    def __init__(
        self,
        levels: Levels = DEFAULT_LEVELS,
        *,
        render_mode: str | None = None,
        **settings: Unpack[BabaSettings],
    ) -> None:
        super().__init__(BabaSlots(levels, 1, autoreset="disabled", **settings), render_mode)


class BabaVectorEnv(SlotVectorEnv, _BabaLevels):
    """Many plays of Baba Is You at once; every slot has its own level and random stream.

    An action is an `Action`'s number. An episode is terminated when it is won or, with
    ``death="helpless"``, nothing is YOU (``"lost"``: and nothing moves by itself either), and
    truncated after `max_steps`. `info` has ``level`` (an index into `levels`), ``won`` and, with
    `masks`, ``action_mask``: 1 for actions that change anything, or for all if none does. The
    settings are those of `BabaSettings`.

    With ``copy=False`` observations are views that the next step changes, which is much faster for
    large ones. The same seed gives the same episodes for any number of `threads`.

    >>> import numpy as np
    >>> env = BabaVectorEnv("first-steps", num_envs=3, observation="ascii")
    >>> seen, info = env.reset(seed=1)
    >>> seen.shape, info["action_mask"].shape
    ((3, 20, 20), (3, 5))
    >>> seen, rewards, terminated, truncated, info = env.step(np.array([3, 3, 0]))
    >>> rewards
    array([0., 0., 0.], dtype=float32)
    """

    slots: BabaSlots

    def __init__(
        self,
        levels: Levels = DEFAULT_LEVELS,
        num_envs: int = 64,
        **settings: Unpack[BabaVectorSettings],
    ) -> None:
        super().__init__(partial(BabaSlots, levels, num_envs), **settings)
