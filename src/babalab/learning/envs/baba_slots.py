"""Slots of Baba Is You: the core's vector environment, and the one place that drives it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from babalab import _core
from babalab.game.batch import STOP_BITS, Stop
from babalab.game.level import Level
from babalab.game.state import State
from babalab.games import Baba
from babalab.learning.envs.level_table import LevelTable
from babalab.learning.envs.observations import (
    PAPER_SIZE,
    Bytes,
    Seen,
    Size,
    find_action_mask,
    fit_size,
    number_of,
    observation_named,
)
from babalab.learning.envs.rendering import Frame, draw_baba
from babalab.learning.envs.saved_state import SavedState
from babalab.learning.envs.slots import (
    NO_SLOTS,
    Autoreset,
    EpisodeEnds,
    Info,
    Marks,
    Slots,
    is_index,
    spread_option,
)
from babalab.learning.envs.sources import (
    Counts,
    LevelSource,
    SavedSource,
    as_source,
)
from babalab.learning.errors import LearningError
from babalab.learning.rewards import Reward, parse_reward
from babalab.levels import load_level

if TYPE_CHECKING:
    from gymnasium import Space

Levels = str | Level | Iterable[Level] | LevelSource
"""Levels: an address, one level, several, or a source of levels."""
AUTORESETS: Final[dict[Autoreset, int]] = {"next step": 0, "same step": 1, "disabled": 2}
"""The core's numbers of the modes."""


class BabaSlots(Slots):
    """Slots of Baba Is You, played by the core. Its arrays are views of the core's.

    An episode is lost when nothing is YOU or, with ``death="lost"``, nothing moves by itself
    either.
    """

    place_options = ("start", "level")

    def __init__(
        self,
        levels: Levels,
        count: int,
        *,
        observation: str = "paper",
        reward: str | Reward = "sparse",
        size: Size | None = PAPER_SIZE,
        max_steps: int = 100,
        death: Stop = "helpless",
        masks: bool = True,
        autoreset: Autoreset = "next step",
        threads: int = 1,
        seed: int | None = 0,
    ) -> None:
        super().__init__(Baba, count, autoreset, max_steps, threads)
        if death not in STOP_BITS:
            raise LearningError(f"death must be 'helpless' or 'lost', not {death!r}")
        self.observation = observation_named(observation)
        self.reward = parse_reward(reward)
        self.table = LevelTable(as_source(levels))
        self.size = fit_size(self.levels, size)
        self.death = death
        self.masks = masks
        self._sees_rules = self.observation.name == "full"
        self._begins_at_once = autoreset == "same step"
        self._make()
        self.seed(seed)

    def _make(self) -> None:
        self.native = _core.VectorEnv(
            self.table.make_native_levels(),
            self.table.make_native_starts(),
            self.table.weights,
            self.count,
            number_of(self.observation.name),
            *self.size,
            self.reward.plan(),
            self.max_steps,
            STOP_BITS[self.death],
            self.masks or self._sees_rules,
            AUTORESETS[self.autoreset],
            self.threads,
        )
        self._take_views()

    def _take_views(self) -> None:
        """Take views of the core's arrays, which stay, as the arrays keep their lengths."""
        self.observations = self.native.observations
        self.rules = self.native.rules
        self.rewards = self.native.rewards
        self.terminated = self.native.terminated.view(np.bool_)
        self.truncated = self.native.truncated.view(np.bool_)
        self.won = self.native.won.view(np.bool_)
        self.slot_starts = self.native.starts
        self.slot_levels = self.native.levels
        self._masks = self.native.masks

    @property
    def space(self) -> Space[Any]:
        """See `Slots`."""
        return self.observation.make_space(self.size)

    @property
    def levels(self) -> list[Level]:
        """See `Slots`."""
        return self.table.levels

    # ------------------------------------------------------------ playing

    def _seed_streams(self, seed: int) -> None:
        self.native.seed(seed)

    def reset(self, marked: Marks | None = None, places: Any = None) -> None:
        """See `Slots`; places are indices into `starts`."""
        self.native.reset(None if marked is None else marked.view(np.uint8))
        self.final_slots = NO_SLOTS
        self.started = True
        if places is not None:
            for slot in range(self.count) if marked is None else np.flatnonzero(marked):
                self.reset_to(int(slot), places[slot])

    def reset_to(self, slot: int, place: Any) -> None:
        """See `Slots`."""
        self.native.reset_to(slot, int(place))

    def find_places(
        self, options: Mapping[str, Any], slots: Sequence[int] | None = None
    ) -> NDArray[np.uint32] | None:
        """See `Slots`; levels that are not among those of the source are taken in."""
        named = [name for name in self.place_options if name in options]
        if not named:
            return None
        if len(named) > 1:
            raise LearningError("a reset takes a start or a level, not both")
        given = spread_option(named[0], options[named[0]], self.count)
        chosen = list(range(self.count)) if slots is None else list(slots)
        wanted = [given[slot] for slot in chosen]
        places = np.zeros(self.count, np.uint32)
        places[chosen] = (
            self._find_levels(wanted) if named == ["level"] else self._check_starts(wanted)
        )
        return places

    def _check_starts(self, starts: Sequence[Any]) -> Sequence[int]:
        count = len(self.table.starts)
        for start in starts:
            if not is_index(start) or not 0 <= start < count:
                raise LearningError(
                    f"there is no start {start}; starts count from 0 to {count - 1}"
                )
        return starts

    def _find_levels(self, wanted: Sequence[Any]) -> list[int]:
        """Return the starts of levels, each given in any way."""
        levels = [self._find_level(each) for each in wanted]
        found = self.table.find_starts(levels)
        if found is None:
            fit_size(levels, self.size)
            moved = self.table.adopt(levels, self.slot_starts.tolist())
            self._replace(moved)
            found = self.table.find_starts(levels)
        assert found is not None
        return found

    def _find_level(self, wanted: Any) -> Level:
        """Return a level given by itself, by its index or id here, its address or its map."""
        if isinstance(wanted, Level):
            return wanted
        if is_index(wanted):
            if not 0 <= wanted < len(self.levels):
                raise LearningError(
                    f"there is no level {wanted}; levels count from 0 to {len(self.levels) - 1}"
                )
            return self.levels[int(wanted)]
        if not isinstance(wanted, str | PurePath):
            raise LearningError(
                "options['level'] must be a level, its address, its map or its index, not "
                f"{type(wanted).__name__}"
            )
        text = str(wanted)
        if "\n" in text:
            return Level.parse(text)
        named = next((level for level in self.levels if text in (level.id, level.name)), None)
        return named or load_level(text)

    def _replace(self, moved: Sequence[int]) -> None:
        """Have the core play the levels of the table; `moved` are the starts of all slots there."""
        self.native.replace(
            self.table.make_native_levels(),
            self.table.make_native_starts(),
            self.table.weights,
            np.array(moved, np.uint32),
        )

    def step(self, actions: NDArray[np.uint8]) -> None:
        """See `Slots`."""
        if not self.started:
            raise LearningError("reset the environment before its first step")
        try:
            self.native.step(actions)
        except ValueError as error:
            raise LearningError(str(error)) from None
        if self._begins_at_once:
            ended = self.native.final_slots
            self.final_slots = ended.copy() if ended.size else NO_SLOTS

    def get_ends(self) -> EpisodeEnds:
        """See `Slots`."""
        native, slots = self.native, self.final_slots
        levels = [self.table.starts[start].level for start in native.final_starts]
        info: Info = {"level": np.array(levels, np.int32), "won": self.won[slots]}
        if self.masks:
            info["action_mask"] = native.final_masks.astype(np.int8)
        return EpisodeEnds(
            slots, self._observe_ends(), info, native.final_returns, native.final_steps
        )

    def _observe_ends(self) -> Sequence[Seen]:
        native = self.native
        observations: Bytes = native.final_observations.copy()
        if not self._sees_rules:
            return list(observations)
        rules, masks = native.final_rules.copy(), native.final_masks.copy()
        return [
            {"cells": cells, "rules": its_rules, "mask": mask}
            for cells, its_rules, mask in zip(observations, rules, masks, strict=True)
        ]

    # ------------------------------------------------------------ observing

    def observe(self, *, copied: bool = True) -> Seen:
        """See `Slots`."""
        if not self._sees_rules:
            return self.observations.copy() if copied else self.observations
        seen = {"cells": self.observations, "rules": self.rules, "mask": self._masks}
        return {name: part.copy() for name, part in seen.items()} if copied else seen

    def info(self) -> Info:
        """See `Slots`."""
        info: Info = {"level": self.slot_levels.astype(np.int32), "won": self.won.copy()}
        if self._begins_at_once:
            info["won"][self.final_slots] = False  # the win belongs to the episode before
        if self.masks:
            info["action_mask"] = self._masks.astype(np.int8)
        return info

    def info_of(self, slot: int) -> Info:
        """See `Slots`."""
        info: Info = {"level": int(self.slot_levels[slot]), "won": bool(self.won[slot])}
        if self.masks:
            info["action_mask"] = self._masks[slot].astype(np.int8)
        return info

    def action_masks(self) -> NDArray[np.uint8]:
        """See `Slots`; where no action changes anything, all are shown."""
        return self._masks

    def legal_actions(self, slot: int) -> Sequence[int]:
        """See `Slots`: those that change anything."""
        legal: list[int] = np.flatnonzero(find_action_mask(self.state(slot))).tolist()
        return legal

    def state(self, slot: int) -> State:
        """See `Slots`."""
        if not self.started:
            raise LearningError("reset the environment before looking at it")
        return State(self.levels[self.slot_levels[slot]], self.native.row(slot), None)

    def draw(self, slot: int, mode: str) -> Frame:
        """See `Slots`."""
        return draw_baba(self.state(slot), mode)

    # ------------------------------------------------------------ levels that change

    def weigh(self, weights: ArrayLike) -> None:
        """Set how likely each start is from the next episode on, in proportion."""
        self.table.weigh(weights)
        self.native.weigh(self.table.weights)

    def take_statistics(self) -> tuple[Counts, Counts]:
        """Return how many episodes from each start ended since the last call, and how many won."""
        episodes, wins = self.native.take_statistics()
        return episodes.astype(np.int64), wins.astype(np.int64)

    def refresh(self) -> None:
        """Tell the source how episodes ended, and take the levels and weights it has now.

        Episodes under way go on, in levels that have left the source too.
        """
        episodes, wins = self.take_statistics()
        source = self.table.source
        known = len(source.starts)
        if not source.update(episodes[:known], wins[:known]):
            self.table.take_weights()
            self.native.weigh(self.table.weights)
            return
        fit_size(source.levels, self.size)
        moved = self.table.take_levels(self.slot_starts.tolist() if self.started else [])
        if not self.started:
            self._make()
            self.seed(self._seed)
            return
        self._replace(moved)

    # ------------------------------------------------------------ saving

    @property
    def _settings(self) -> dict[str, Any]:
        """The settings that must be the same where a saved state is restored."""
        return {
            "num_envs": self.count,
            "max_steps": self.max_steps,
            "death": self.death,
            "reward": str(self.reward),
            "autoreset": self.autoreset,
            "digest": self.table.digest,
        }

    def save(self) -> bytes:
        """Return the whole state, from which slots made alike go on identically."""
        if not self.started:
            raise LearningError("reset the environment before saving it")
        source = self.table.source
        return SavedState(
            settings=self._settings,
            weights=self.table.weights.tolist(),
            source=source.save() if isinstance(source, SavedSource) else None,
            changed=(self.levels, self.table.starts) if self.table.is_replaced else None,
            slots=self.native.save(),
        ).to_bytes()

    def restore(self, saved: bytes) -> None:
        """Restore a saved state. Raises `LearningError` if it does not belong here."""
        read = SavedState.from_bytes(saved)
        read.check(self._settings)
        source = self.table.source
        others = read.changed is not None and not self.table.has_own(read.changed)
        if (others or read.source) and not isinstance(source, SavedSource):
            raise LearningError(
                f"this environment was saved with another source of levels than {source!r}"
            )
        before, native = self.table, self.native
        self.table = before.restore(read.changed, read.weights)
        try:
            if before.is_replaced or self.table.is_replaced:
                self._make()
            # The source first: it may well refuse, and then nothing must have changed.
            if read.source is not None and isinstance(source, SavedSource):
                source.restore(read.source)
            self.native.restore(read.slots)
            self.native.weigh(self.table.weights)
        except (ValueError, TypeError, LookupError) as error:
            self.table, self.native = before, native
            self._take_views()
            raise LearningError(f"this saved environment can't be restored: {error}") from None
        self.final_slots = NO_SLOTS
        self.started = True
