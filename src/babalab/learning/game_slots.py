"""What environments of any game are made of: plays of it, rewards for them, and their ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from babalab.base.random_streams import fresh_seed
from babalab.games import Game, GameLevel, game_named
from babalab.games.plays import Marks, PlainPlays, Plays
from babalab.games.vgdl.game import VgdlGame
from babalab.games.vgdl.plays import VgdlPlays
from babalab.learning.errors import LearningError
from babalab.learning.slots import Autoreset

if TYPE_CHECKING:
    from gymnasium import Space

AnyGame = str | type[Game[Any]]
"""A game as one may give it: its class, or what `babalab games` calls it."""
GameLevels = str | GameLevel | Iterable[str | GameLevel] | None
"""Names or numbers of levels, levels, or None for all that come with the game."""
Info = dict[str, Any]


class GameSlots:
    """So many plays of a game, with all that can be set about them. Its arrays change.

    An episode is terminated when it is won or lost, and truncated after `max_steps`, or after as
    many as the game lasts at the most: that a game then calls it lost is not held against anybody.
    """

    def __init__(
        self,
        game: AnyGame,
        levels: GameLevels,
        count: int,
        *,
        observation: str | None,
        win: float,
        loss: float,
        max_steps: int | None,
        autoreset: Autoreset,
        threads: int,
        seed: int | None,
    ) -> None:
        for name, number in (("num_envs", count), ("max_steps", max_steps), ("threads", threads)):
            if number is not None and (not isinstance(number, int | np.integer) or number < 1):
                raise LearningError(f"{name} must be a whole number from 1 on, not {number!r}")
        self.kind = game_named(game) if isinstance(game, str) else game
        self.levels = _chosen(self.kind, levels)
        self.count = int(count)
        self.observation = observation or self.kind.observations[0]
        self.win, self.loss = float(win), float(loss)
        self.max_steps = min(int(max_steps or self.kind.ticks), self.kind.ticks)
        self.autoreset = autoreset
        self.plays = _plays([self.kind(level) for level in self.levels], self.count, int(threads))
        self.layout = self.plays.layout(self.observation)
        self.started = False
        self.rewards = np.zeros(self.count, np.float32)
        self.terminated = np.zeros(self.count, np.bool_)
        self.truncated = np.zeros(self.count, np.bool_)
        self.final: tuple[NDArray[Any], Info] | None = None
        """What was seen and known where plays ended, if some began again in the same step."""
        self.seed(seed)

    @property
    def space(self) -> Space[Any]:
        """The space of one observation."""
        from gymnasium.spaces import Box

        layout = self.layout
        return Box(layout.least, layout.most, layout.shape, layout.type.type)

    @property
    def choices(self) -> int:
        """How many actions there are."""
        return len(self.kind.actions)

    @property
    def ended(self) -> Marks:
        """Which episodes are over."""
        return self.terminated | self.truncated

    def seed(self, seed: int | None) -> None:
        """Seed the plays' streams, each its own; None for any seed."""
        if seed is None:
            seed = fresh_seed()
        if not isinstance(seed, int | np.integer) or seed < 0:
            raise LearningError(f"a seed is a whole number from 0 on, not {seed!r}")
        self.plays.seed(int(seed) % 2**64)

    def reset(self, marked: Marks | None = None, levels: Any = None) -> None:
        """Begin an episode in the slots marked, or in all, on levels drawn or given by number."""
        if levels is not None:
            levels = self._checked_levels(levels)
        self.plays.begin(marked, levels)
        everywhere = slice(None) if marked is None else marked
        for array in (self.rewards, self.terminated, self.truncated):
            array[everywhere] = 0
        self.started = True

    def step(self, actions: NDArray[np.uint8]) -> None:
        """Play an action in every slot, and begin again as the mode of autoreset says."""
        if not self.started:
            raise LearningError("reset the environment before its first step")
        begun_again = self.autoreset == "same step"
        over = np.zeros(self.count, np.bool_) if begun_again else self.ended
        if self.autoreset == "disabled" and over.any():
            raise LearningError(f"slot {int(np.argmax(over))} is over; reset it first")
        self._play(actions, ~over)
        self.final = None
        if over.any():
            self.reset(over)
        if begun_again and (ended := self.ended).any():
            self.final = self.seen(), self.info()
            self.plays.begin(ended)

    def _play(self, actions: NDArray[np.uint8], marked: Marks) -> None:
        plays = self.plays
        stepped = plays.step(actions, marked)
        out_of_time = plays.ticks >= self.kind.ticks
        lost = stepped.lost & ~out_of_time
        self.rewards[:] = stepped.rewards + self.win * stepped.won - self.loss * lost
        self.terminated[:] = stepped.won | lost
        self.truncated[:] = (plays.ticks >= self.max_steps) & ~self.terminated

    def seen(self, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """What is seen of all slots."""
        return self.plays.observe(self.observation, out)

    def info(self) -> Info:
        """What is known besides, in arrays; a mask shows all actions where none is legal."""
        plays = self.plays
        masks = plays.masks().astype(np.int8)
        masks[~masks.any(axis=1)] = 1
        return {
            "level": plays.levels.astype(np.int32),
            "won": plays.won.copy(),
            "lost": plays.lost.copy(),
            "score": plays.scores.copy(),
            "tick": plays.ticks.astype(np.int32),
            "action_mask": masks,
        }

    def _checked_levels(self, levels: Any) -> NDArray[np.uint32]:
        given = np.asarray(levels)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise LearningError(
                f"options['level'] must be {self.count} whole numbers, not {levels!r}"
            )
        if int(given.min()) < 0 or int(given.max()) >= len(self.levels):
            raise LearningError(
                f"options['level'] must be from 0 to {len(self.levels) - 1}, not {levels!r}"
            )
        return given.astype(np.uint32)


def _plays(games: list[Game[Any]], count: int, threads: int) -> Plays[Any]:
    natives = [each for each in games if isinstance(each, VgdlGame)]
    return VgdlPlays(natives, count, threads=threads) if natives else PlainPlays(games, count)


def _chosen(kind: type[Game[Any]], levels: GameLevels) -> list[GameLevel]:
    if levels is None:
        given: list[str | GameLevel] = list(kind.levels())
    else:
        given = [levels] if isinstance(levels, str | GameLevel) else list(levels)
    if not given:
        raise LearningError(f"{kind.name} needs at least one level")
    return [kind.level_named(each) if isinstance(each, str) else each for each in given]
