"""Slots of any game: its plays side by side, with rewards for them and their ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from babalab.base.suggestions import unknown
from babalab.games import Game, GameLevel, game_named
from babalab.games.plays import PlainPlays, Plays
from babalab.games.vgdl.game import VgdlGame
from babalab.games.vgdl.plays import VgdlPlays
from babalab.learning.envs.rendering import Frame, draw_game
from babalab.learning.envs.slots import (
    Autoreset,
    EpisodeEnds,
    Info,
    Marks,
    Slots,
    is_index,
    spread_option,
)
from babalab.learning.errors import LearningError

if TYPE_CHECKING:
    from gymnasium import Space

AnyGame = str | type[Game[Any]]
"""A game: its class, or its name in `babalab games`."""
GameLevels = str | GameLevel | Iterable[str | GameLevel] | None
"""Names or numbers of levels, levels, or None for all that come with the game."""


class GameSlots(Slots):
    """Slots of any game, played through its `Plays`; those of VGDL are native.

    The reward is the gain in score, plus `win` for a win, minus `loss` for a loss. Episodes are
    truncated after `max_steps`, at the latest when the game's own time is up; if the game counts
    that as a loss, it costs nothing.
    """

    place_options = ("level",)

    def __init__(
        self,
        game: AnyGame,
        levels: GameLevels,
        count: int,
        *,
        observation: str | None = None,
        win: float = 10.0,
        loss: float = 10.0,
        max_steps: int | None = None,
        autoreset: Autoreset = "next step",
        threads: int = 1,
        seed: int | None = 0,
    ) -> None:
        kind = game_named(game) if isinstance(game, str) else game
        longest = kind.ticks if max_steps is None else max_steps
        super().__init__(kind, count, autoreset, longest, threads)
        self.max_steps = min(self.max_steps, kind.ticks)
        self._levels = _choose_levels(kind, levels)
        self.observation = observation or kind.observations[0]
        self.win, self.loss = float(win), float(loss)
        self.plays = _make_plays([kind(level) for level in self.levels], self.count, self.threads)
        self.layout = self.plays.layout(self.observation)
        self.rewards = np.zeros(self.count, np.float32)
        self.terminated = np.zeros(self.count, np.bool_)
        self.truncated = np.zeros(self.count, np.bool_)
        self.won = np.zeros(self.count, np.bool_)
        self._returns = np.zeros(self.count, np.float64)
        self._ends: EpisodeEnds | None = None
        self._view: NDArray[Any] | None = None
        self.seed(seed)

    @property
    def space(self) -> Space[Any]:
        """See `Slots`."""
        from gymnasium.spaces import Box

        layout = self.layout
        return Box(layout.least, layout.most, layout.shape, layout.type.type)

    @property
    def levels(self) -> list[GameLevel]:
        """See `Slots`."""
        return self._levels

    # ------------------------------------------------------------ playing

    def _seed_streams(self, seed: int) -> None:
        self.plays.seed(seed)

    def reset(self, marked: Marks | None = None, places: Any = None) -> None:
        """See `Slots`; places are numbers of levels, counting from 0."""
        self._begin(marked, None if places is None else np.asarray(places, np.uint32))
        everywhere = slice(None) if marked is None else marked
        for array in (self.rewards, self.terminated, self.truncated, self.won):
            array[everywhere] = 0
        self.started = True

    def reset_to(self, slot: int, place: Any) -> None:
        """See `Slots`."""
        marked = np.zeros(self.count, np.bool_)
        marked[slot] = True
        self.reset(marked, [place] * self.count)

    def _begin(self, marked: Marks | None, places: NDArray[np.uint32] | None = None) -> None:
        self.plays.begin(marked, places)
        self._returns[slice(None) if marked is None else marked] = 0

    def step(self, actions: NDArray[np.uint8]) -> None:
        """See `Slots`."""
        if not self.started:
            raise LearningError("reset the environment before its first step")
        at_once = self.autoreset == "same step"
        over = np.zeros(self.count, np.bool_) if at_once else self.terminated | self.truncated
        if self.autoreset == "disabled" and over.any():
            raise LearningError(f"slot {int(np.argmax(over))} is over; reset it first")
        self._play(actions, ~over)
        if over.any():
            self.reset(over)
        if at_once:
            self._begin_again(self.terminated | self.truncated)

    def _play(self, actions: NDArray[np.uint8], marked: Marks) -> None:
        plays = self.plays
        stepped = plays.step(actions, marked)
        out_of_time = plays.ticks >= self.kind.ticks
        lost = stepped.lost & ~out_of_time
        self.rewards[:] = stepped.rewards + self.win * stepped.won - self.loss * lost
        self.won[:] = stepped.won
        self.terminated[:] = stepped.won | lost
        self.truncated[:] = (plays.ticks >= self.max_steps) & ~self.terminated
        self._returns += self.rewards

    def _begin_again(self, ended: Marks) -> None:
        """Begin the next episode in these slots, and keep how their last ones ended."""
        self.final_slots = slots = np.flatnonzero(ended)
        if not len(slots):
            return
        self._ends = EpisodeEnds(
            slots,
            list(self.plays.observe(self.observation)[slots]),
            {name: values[slots] for name, values in self.info().items()},
            self._returns[slots],
            self.plays.ticks[slots],
        )
        self._begin(ended)

    def get_ends(self) -> EpisodeEnds:
        """See `Slots`."""
        assert self._ends is not None, "no episode has ended yet"
        return self._ends

    # ------------------------------------------------------------ observing

    def observe(self, *, copied: bool = True) -> NDArray[Any]:
        """See `Slots`."""
        if copied:
            return self.plays.observe(self.observation)
        if self._view is None:
            self._view = self.layout.empty(self.count)
        return self.plays.observe(self.observation, self._view)

    def info(self) -> Info:
        """See `Slots`."""
        plays = self.plays
        return {
            "level": plays.levels.astype(np.int32),
            "won": plays.won.copy(),
            "lost": plays.lost.copy(),
            "score": plays.scores.copy(),
            "tick": plays.ticks.astype(np.int32),
            "action_mask": self.action_masks(),
        }

    def info_of(self, slot: int) -> Info:
        """See `Slots`."""
        return {
            name: values[slot] if values.ndim > 1 else values[slot].item()
            for name, values in self.info().items()
        }

    def action_masks(self) -> NDArray[np.int8]:
        """See `Slots`; where no action is legal, all are shown."""
        masks = self.plays.masks().astype(np.int8)
        masks[~masks.any(axis=1)] = 1
        return masks

    def legal_actions(self, slot: int) -> Sequence[int]:
        """See `Slots`."""
        return self.plays.game(slot).legal_actions(self.state(slot))

    def state(self, slot: int) -> Any:
        """See `Slots`."""
        return self.plays.state(slot)

    def draw(self, slot: int, mode: str) -> Frame:
        """See `Slots`."""
        return draw_game(self.plays.game(slot), self.state(slot), mode)

    def find_places(
        self, options: Mapping[str, Any], slots: Sequence[int] | None = None
    ) -> NDArray[np.uint32] | None:
        """See `Slots`."""
        if "level" not in options:
            return None
        given = spread_option("level", options["level"], self.count)
        places = np.zeros(self.count, np.uint32)
        for slot in range(self.count) if slots is None else slots:
            places[slot] = self._find_level(given[slot])
        return places

    def _find_level(self, wanted: Any) -> int:
        """Return the index of a level given by itself, by its name or by its index."""
        if wanted in self.levels:
            return self.levels.index(wanted)
        if is_index(wanted):
            if 0 <= wanted < len(self.levels):
                return int(wanted)
            raise LearningError(
                f"there is no level {wanted}; levels count from 0 to {len(self.levels) - 1}"
            )
        names = [level.name for level in self.levels]
        if wanted in names:
            return names.index(wanted)
        if isinstance(wanted, str | GameLevel):
            name = wanted if isinstance(wanted, str) else wanted.name
            raise LearningError(unknown("level", name, names, owner="this environment"))
        raise LearningError(
            f"options['level'] must be a level, its name or its index, not {type(wanted).__name__}"
        )


def _make_plays(games: list[Game[Any]], count: int, threads: int) -> Plays[Any]:
    natives = [each for each in games if isinstance(each, VgdlGame)]
    return VgdlPlays(natives, count, threads=threads) if natives else PlainPlays(games, count)


def _choose_levels(kind: type[Game[Any]], levels: GameLevels) -> list[GameLevel]:
    if levels is None:
        given: list[str | GameLevel] = list(kind.levels())
    else:
        given = [levels] if isinstance(levels, str | GameLevel) else list(levels)
    if not given:
        raise LearningError(f"{kind.name} needs at least one level")
    return [kind.level_named(each) if isinstance(each, str) else each for each in given]
