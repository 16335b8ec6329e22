"""What all fast environments are made of: native slots, each playing an episode of some level."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from babalab import _core
from babalab.base.random_streams import fresh_seed
from babalab.game.level import Level
from babalab.game.state import State
from babalab.learning.errors import LearningError
from babalab.learning.observations import (
    OBSERVATIONS,
    Bytes,
    Seen,
    Size,
    fitting_size,
    observation_named,
)
from babalab.learning.rewards import Reward, parse_reward
from babalab.learning.saved import Saved, digest_of
from babalab.learning.sources import (
    Counts,
    LevelSource,
    SavedSource,
    Start,
    as_source,
    normalised_weights,
)

if TYPE_CHECKING:
    from gymnasium import Space

Levels = str | Level | Iterable[Level] | LevelSource
"""What may be given as levels: an address, a level, several, or a source of them."""

Death = Literal["helpless", "lost"]
DEATHS: Final[dict[str, int]] = {"helpless": _core.HELPLESS, "lost": _core.LOST}
"""What ends an episode as a death: that nothing is YOU, or that besides nothing moves by itself."""

Autoreset = Literal["next step", "same step", "disabled"]
AUTORESETS: Final[dict[Autoreset, int]] = {"next step": 0, "same step": 1, "disabled": 2}


class Slots:
    """So many plays at once, with all that can be set about them. Its arrays are views."""

    def __init__(
        self,
        levels: Levels,
        count: int,
        *,
        observation: str,
        reward: str | Reward,
        size: Size | None,
        max_steps: int,
        death: Death,
        masks: bool,
        autoreset: Autoreset,
        threads: int,
        seed: int | None,
    ) -> None:
        for name, number in (("num_envs", count), ("max_steps", max_steps), ("threads", threads)):
            if not isinstance(number, int | np.integer) or number < 1:
                raise LearningError(f"{name} must be a whole number from 1 on, not {number!r}")
        if death not in DEATHS:
            raise LearningError(f"death must be 'helpless' or 'lost', not {death!r}")
        self.observation = observation_named(observation)
        self.reward = parse_reward(reward) if isinstance(reward, str) else reward
        self.source = as_source(levels)
        self.levels: list[Level] = list(self.source.levels)
        self.starts: list[Start] = list(self.source.starts)
        self.weights = normalised_weights(self.source.weights, len(self.starts))
        self.size = fitting_size(self.levels, size)
        self.count = int(count)
        self.max_steps = int(max_steps)
        self.death = death
        self.masks = masks
        self.autoreset: Autoreset = autoreset
        self.threads = int(threads)
        self.started = False
        self._sees_rules = self.observation.name == "full"
        self._first = tuple(self.levels), tuple(self.starts)
        self._digest = digest_of(self.levels, self.starts)
        self._replaced = False
        self._cores: dict[Level, _core.Level] = {}
        self._make()
        self.seed(seed)

    def _make(self) -> None:
        self.native = _core.VectorEnv(
            self._native_levels(),
            [(start.level, start.row) for start in self.starts],
            self.weights,
            self.count,
            list(OBSERVATIONS).index(self.observation.name),
            *self.size,
            self.reward.plan(),
            self.max_steps,
            DEATHS[self.death],
            self.masks or self.observation.name == "full",
            AUTORESETS[self.autoreset],
            self.threads,
        )
        self._look()

    def _native_levels(self) -> list[_core.Level]:
        """The core's levels: of equal ones the same, and that which slots play already."""
        self._cores = {level: self._cores.get(level, level.core) for level in self.levels}
        return [self._cores[level] for level in self.levels]

    def _look(self) -> None:
        """Views of what the core has. They stay, as its arrays keep their lengths."""
        self.observations = self.native.observations
        self.rules = self.native.rules
        self.action_masks = self.native.masks
        self.rewards = self.native.rewards
        self.terminated = self.native.terminated.view(np.bool_)
        self.truncated = self.native.truncated.view(np.bool_)
        self.won = self.native.won.view(np.bool_)
        self.slot_starts = self.native.starts
        self.slot_levels = self.native.levels

    @property
    def space(self) -> Space[Any]:
        """The space of one observation."""
        return self.observation.space(self.size)

    def seed(self, seed: int | None) -> int:
        """Seed the slots' streams, each its own; None for any seed. The seed it is."""
        if seed is None:
            seed = fresh_seed()
        if not isinstance(seed, int | np.integer) or seed < 0:
            raise LearningError(f"a seed is a whole number from 0 on, not {seed!r}")
        self.native.seed(int(seed) % 2**64)
        self._seed = int(seed)
        return self._seed

    def reset(self, marked: NDArray[np.bool_] | None = None) -> None:
        """Begin an episode in the slots marked, or in all."""
        self.native.reset(None if marked is None else marked.view(np.uint8))
        self.started = True

    def reset_to(self, slot: int, start: int) -> None:
        """Begin in a slot at this start."""
        if not isinstance(start, int | np.integer) or not 0 <= start < len(self.starts):
            raise LearningError(
                f"there is no start {start}; there are those from 0 to {len(self.starts) - 1}"
            )
        self.native.reset_to(slot, int(start))

    def step(self, actions: NDArray[np.uint8]) -> None:
        """Play an action, each a number below 5, in every slot."""
        if not self.started:
            raise LearningError("reset the environment before its first step")
        try:
            self.native.step(actions)
        except ValueError as error:
            raise LearningError(str(error)) from None

    # ------------------------------------------------------------ looking at it

    def seen(self, *, copied: bool = True) -> Seen:
        """What is seen of all slots; views change with the next step."""
        if not self._sees_rules:
            return self.observations.copy() if copied else self.observations
        seen = {"cells": self.observations, "rules": self.rules, "mask": self.action_masks}
        return {name: part.copy() for name, part in seen.items()} if copied else seen

    def seen_by(self, slot: int) -> Seen:
        """What is seen of one slot, as a copy."""
        if not self._sees_rules:
            one: Bytes = self.observations[slot].copy()
            return one
        return {
            "cells": self.observations[slot].copy(),
            "rules": self.rules[slot].copy(),
            "mask": self.action_masks[slot].copy(),
        }

    def final_seen(self) -> list[Seen]:
        """What was seen at the ends of the episodes that ended with the last step, as copies."""
        native = self.native
        observations: Bytes = native.final_observations.copy()
        if not self._sees_rules:
            return list(observations)
        rules, masks = native.final_rules.copy(), native.final_masks.copy()
        return [
            {"cells": cells, "rules": its_rules, "mask": mask}
            for cells, its_rules, mask in zip(observations, rules, masks, strict=True)
        ]

    def state(self, slot: int) -> State:
        """The state of a slot."""
        if not self.started:
            raise LearningError("reset the environment before looking at it")
        return State(self.levels[self.slot_levels[slot]], self.native.row(slot), None)

    # ------------------------------------------------------------ levels that change

    def weigh(self, weights: ArrayLike) -> None:
        """How likely each start is from the next episode on, in proportion."""
        self.weights = normalised_weights(weights, len(self.starts))
        self.native.weigh(self.weights)

    def take_statistics(self) -> tuple[Counts, Counts]:
        """How many episodes from each start ended since last taken, and how many were won."""
        episodes, wins = self.native.take_statistics()
        return episodes.astype(np.int64), wins.astype(np.int64)

    def refresh(self) -> None:
        """Tell the source how episodes ended, and do as it says about levels and weights.

        Episodes under way go on, in levels that have left the source too.
        """
        episodes, wins = self.take_statistics()
        known = len(self.source.starts)
        if not self.source.update(episodes[:known], wins[:known]):
            left = np.zeros(len(self.starts) - known)
            self.weigh(np.concatenate([self.source.weights, left]))
            return
        levels, starts = list(self.source.levels), list(self.source.starts)
        fitting_size(levels, self.size)
        places = {(levels[start.level], start.row): place for place, start in enumerate(starts)}
        moved: list[int] = []
        for old in self.slot_starts.tolist() if self.started else []:
            level, row = self.levels[self.starts[old].level], self.starts[old].row
            if old < len(starts) and (levels[starts[old].level], starts[old].row) == (level, row):
                moved.append(old)
                continue
            if (level, row) not in places:
                if level not in levels:
                    levels.append(level)
                places[level, row] = len(starts)
                starts.append(Start(levels.index(level), row))
            moved.append(places[level, row])
        fresh = normalised_weights(self.source.weights, len(self.source.starts))
        self.weights = np.concatenate([fresh, np.zeros(len(starts) - len(fresh))])
        self.levels, self.starts, self._replaced = levels, starts, True
        if not self.started:
            self._make()
            self.seed(self._seed)
            return
        self.native.replace(
            self._native_levels(),
            [(start.level, start.row) for start in starts],
            self.weights,
            np.array(moved, np.uint32),
        )

    # ------------------------------------------------------------ saving

    @property
    def _settings(self) -> dict[str, Any]:
        """What has to be the same where a saved state is restored."""
        return {
            "num_envs": self.count,
            "max_steps": self.max_steps,
            "death": self.death,
            "reward": str(self.reward),
            "autoreset": self.autoreset,
            "digest": self._digest,
        }

    def save(self) -> bytes:
        """Everything needed to go on identically, in an environment made alike."""
        if not self.started:
            raise LearningError("reset the environment before saving it")
        source = self.source.save() if isinstance(self.source, SavedSource) else None
        return Saved(
            settings=self._settings,
            weights=self.weights.tolist(),
            source=source,
            changed=(self.levels, self.starts) if self._replaced else None,
            slots=self.native.save(),
        ).to_bytes()

    def restore(self, saved: bytes) -> None:
        """Go on where this was saved. Raises `LearningError` if it does not belong here."""
        read = Saved.from_bytes(saved)
        read.check(self._settings)
        source = self.source
        if (read.changed or read.source) and not isinstance(source, SavedSource):
            raise LearningError(
                f"this environment was saved with another source of levels than {source!r}"
            )
        names = ("levels", "starts", "weights", "_replaced", "_cores", "native")
        before = {name: getattr(self, name) for name in names}
        if read.changed is not None:
            self.levels, self.starts = read.changed
        elif self._replaced:
            self.levels, self.starts = list(self._first[0]), list(self._first[1])
        self.weights = np.array(read.weights)
        if self._replaced or read.changed is not None:
            self._replaced = read.changed is not None
            self._make()
        try:
            # The source first: it is the likelier to refuse, and then nothing is to be changed.
            if read.source is not None and isinstance(source, SavedSource):
                source.restore(read.source)
            self.native.restore(read.slots)
            self.native.weigh(self.weights)
        except ValueError as error:
            vars(self).update(before)
            self._look()
            raise LearningError(f"this saved environment can't be restored: {error}") from None
        self.started = True
