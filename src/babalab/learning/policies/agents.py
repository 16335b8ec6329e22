"""Agents that play as a trained policy says."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from babalab import _core
from babalab.agents import (
    Agent,
    AgentError,
    Findings,
    ParameterError,
    Progress,
    Search,
    Spending,
    parameter,
    register,
)
from babalab.game.action import Action, format_moves
from babalab.game.batch import Batch, States
from babalab.game.level import Level
from babalab.game.state import HashKind, State
from babalab.learning.envs.observations import OBSERVATIONS
from babalab.learning.extra import need_the_extra

if TYPE_CHECKING:
    from babalab.learning.policies.policy_file import Policy

Logits = NDArray[np.float32]
FORBIDDEN = np.float32(-np.inf)
KNOWN_STATES = 200_000
"""So many states' logits are kept at most."""
TOLD_APART: dict[str, HashKind] = {"paper": "picture", "ascii": "picture", "full": "exact"}
"""By which hash states that look different differ, for every observation."""


def _spread(default: float) -> Any:
    return parameter(
        default,
        "the last of the episodes side by side draws at so many times the temperature of the first",
        low=1.0,
        high=1000.0,
        tuned=(1.0, 10.0),
    )


@dataclass(frozen=True, kw_only=True)
class PolicyAgent(Agent):
    """Plays episodes as a trained policy says until one wins.

    The very first episode is greedy, the others draw their moves from the policy's probabilities.
    An iteration is an episode. Episodes are played side by side, so that the network judges many
    states at once.
    """

    policy: str = parameter("", "file of a trained policy; empty: the one that comes with babalab")
    plays: int = parameter(32, "episodes side by side", low=1, high=100_000, tuned=(1, 256))
    length: int = parameter(100, "moves of an episode", low=1, high=100_000, tuned=(10, 1000))
    episodes: int = parameter(
        0, "it gives up after so many; 0: when the budget ends", low=0, high=10**9
    )
    greedy: bool = parameter(True, "whether the first episode takes the likeliest moves")
    temperature: float = parameter(
        1.0, "of the drawing: more is more random", low=0.01, high=1000.0, tuned=(0.2, 4.0)
    )
    spread: float = _spread(1.0)

    preparation: ClassVar[float] = 60.0
    #: The file of this name comes with babalab.
    shipped: ClassVar[str]
    #: What trains such a policy.
    trained_by: ClassVar[str]
    #: Whether a play keeps off moves that lose or lead back to where it was, and sees a win a move
    #: ahead.
    looks_ahead: ClassVar[bool] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.policy and not Path(self.policy).is_file():
            raise ParameterError(f"policy={self.policy}: there is no such file")

    def get_ready(self) -> None:
        """Load the libraries and the policy, which takes seconds in a new process."""
        _policy(self._usable_file())

    def substance(self) -> str:
        """The weights it plays with. Raises if it can't play here, and says what to do."""
        return hashlib.blake2b(self._usable_file().read_bytes(), digest_size=16).hexdigest()

    def file(self) -> Path:
        """The file of its policy."""
        if self.policy:
            return Path(self.policy)
        return Path(str(resources.files("babalab.learning") / "policies" / self.shipped))

    def _usable_file(self) -> Path:
        """The same; raises unless it is there, and what is needed to play by it."""
        need_the_extra(f"the agent {self.name}")
        file = self.file()
        if not file.is_file():
            raise AgentError(
                f"{self.name} has no trained policy here ({file.name} is missing); "
                f"'{self.trained_by}' trains one, 'babalab train export' writes it to a file, and "
                f"{self.name}:policy=FILE plays by that"
            )
        return file

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        judge = Judge(start.level, _policy(self._usable_file()))
        chance = np.random.default_rng(self.seed)
        statistics.update(plays=0, deaths=0, states_judged=0)
        if start.helpless:
            return Findings()
        left = self.episodes or sys.maxsize
        while left:
            count = spending.affordable(min(self.plays, left), len(Action))
            episodes = Episodes(start, count, self.length)
            episodes.temperatures[:] = self.temperature * self.spread ** np.linspace(0, 1, count)
            if self.greedy and statistics["plays"] == 0:
                episodes.temperatures[0] = 0.0
            won = yield from self._play(episodes, judge, chance, spending, statistics)
            statistics["plays"] += count
            left -= count
            spending.spend(iterations=count)
            if won is not None:
                return Findings(won)
        return Findings()

    def _play(
        self,
        episodes: Episodes,
        judge: Judge,
        chance: np.random.Generator,
        spending: Spending,
        statistics: dict[str, int],
    ) -> Generator[Progress, None, str | None]:
        """Play all of them to their ends; the moves of the first that wins, if one does."""
        while episodes.under_way:
            if spending.steps_left < len(Action) * len(episodes):
                left = spending.affordable(len(episodes), len(Action))
                episodes.keep(np.arange(len(episodes)) < left)
            spending.affordable(1, len(Action))
            expansion = episodes.batch.expand(episodes.rows, "future")
            spending.spend(steps=len(Action) * len(episodes))
            changing = (expansion.children != episodes.rows[:, np.newaxis]).any(axis=2)
            logits = judge(episodes.rows, changing)
            statistics["states_judged"] = judge.judged
            hashes = expansion.hashes[..., 0]
            if self.looks_ahead:
                wise = ~expansion.helpless & ~episodes.been_to(hashes)
                logits = np.where(wise, logits, FORBIDDEN)
                logits = np.where(expansion.won, np.float32(1e6), logits)
            actions = _drawn(logits, episodes.temperatures, chance)
            chosen = np.arange(len(actions)), actions
            episodes.move(actions, expansion.children[chosen], hashes[chosen])
            wins = expansion.won[chosen]
            if wins.any():
                return episodes.moves(int(wins.argmax()))
            stuck = np.isneginf(logits).all(axis=1)
            over = expansion.helpless[chosen] | stuck
            statistics["deaths"] += int(over.sum())
            episodes.keep(~over)
            yield Progress(spending, statistics)
        return None


class Episodes:
    """Plays from one state, side by side; those that are over are dropped."""

    def __init__(self, start: State, count: int, length: int) -> None:
        self.batch = Batch(start.level)
        self.rows: States = self.batch.pack([start]).repeat(count, axis=0)
        self.temperatures = np.zeros(count)
        self._length = length
        self._made = 0
        self._actions = np.zeros((count, length), dtype=np.uint8)
        self._visited = np.zeros((count, length + 1), dtype=np.uint64)
        self._visited[:, 0] = self.batch.hashes(self.rows, "future")[:, 0]

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def under_way(self) -> bool:
        """Whether any of them is to go on."""
        return len(self) > 0 and self._made < self._length

    def been_to(self, hashes: NDArray[np.uint64]) -> NDArray[np.bool_]:
        """Which of the states with these hashes, five for each play, that play has been in."""
        before = self._visited[:, np.newaxis, : self._made + 1]
        met: NDArray[np.bool_] = (hashes[..., np.newaxis] == before).any(axis=2)
        return met

    def move(self, actions: NDArray[np.int64], rows: States, hashes: NDArray[np.uint64]) -> None:
        """Let each make its move, which leads to this state."""
        self._actions[:, self._made] = actions
        self._made += 1
        self._visited[:, self._made] = hashes
        self.rows = rows

    def keep(self, which: NDArray[np.bool_]) -> None:
        """Drop the others."""
        if which.all():
            return
        self.rows, self.temperatures = self.rows[which], self.temperatures[which]
        self._actions, self._visited = self._actions[which], self._visited[which]

    def moves(self, play: int) -> str:
        """Those a play has made."""
        return format_moves(self._actions[play, : self._made])


class Judge:
    """The policy's logits for states of one level; it is asked once about what looks the same."""

    def __init__(self, level: Level, policy: Policy) -> None:
        self.judged = 0
        self._policy = policy
        self._core = level.core
        self._batch = Batch(level)
        self._known: dict[int, Logits] = {}
        self._kind = policy.recipe.observation
        # A network over planes of any size is quickest without border; others want theirs.
        self._any_size = policy.recipe.network == "planes"
        self._size = (level.height, level.width) if self._any_size else policy.size
        self._inside = (slice(None), slice(None))
        if level.height > self._size[0] or level.width > self._size[1]:
            raise ParameterError(
                f"the policy sees {self._size[0]} x {self._size[1]} cells, and the level has "
                f"{level.height} x {level.width}"
            )
        if self._any_size:
            start = self._batch.pack([level.start()])
            cells, _ = _core.observe(self._core, start, _number("full"), *self._size)
            rows, columns = np.nonzero(cells[0, 0])
            if len(rows):
                self._inside = (
                    slice(rows.min(), rows.max() + 1),
                    slice(columns.min(), columns.max() + 1),
                )

    def __call__(self, rows: States, changing: NDArray[np.bool_]) -> Logits:
        """(states, 5), of these states; `changing` says which moves change something there."""
        if len(self._known) > KNOWN_STATES:
            self._known.clear()
        keys = self._batch.hashes(rows, TOLD_APART[self._kind])[:, 0].tolist()
        fresh: dict[int, int] = {}
        for index, key in enumerate(keys):
            if key not in self._known:
                fresh.setdefault(key, index)
        if fresh:
            which = list(fresh.values())
            with one_thread():
                logits = self._policy.logits(self._observed(rows[which], changing[which]))
            self.judged += len(which)
            self._known.update(zip(fresh, logits, strict=True))
        return np.array([self._known[key] for key in keys])

    def _observed(
        self, rows: States, changing: NDArray[np.bool_]
    ) -> NDArray[np.uint8] | dict[str, NDArray[np.uint8]]:
        seen = _core.observe(self._core, rows, _number(self._kind), *self._size)
        if not isinstance(seen, tuple):
            return seen
        cells, rules = seen
        mask = changing | ~changing.any(axis=1, keepdims=True)
        return {
            "cells": np.ascontiguousarray(cells[:, :, *self._inside]),
            "rules": rules,
            "mask": mask.astype(np.uint8),
        }


@contextmanager
def one_thread() -> Iterator[None]:
    """Let the network use one thread: agents are compared on a core each, side by side.

    With more, workers get in each other's way, and sums may depend on how many there are.
    """
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def _drawn(
    logits: Logits, temperatures: NDArray[np.float64], chance: np.random.Generator
) -> NDArray[np.int64]:
    """An action for each: the best at temperature 0, else drawn (by the Gumbel-max trick)."""
    noise = chance.gumbel(size=logits.shape)
    drawn: NDArray[np.int64] = (logits + temperatures[:, np.newaxis] * noise).argmax(axis=1)
    return drawn


def _number(observation: str) -> int:
    """That of an observation in the core."""
    return list(OBSERVATIONS).index(observation)


def _policy(file: Path) -> Policy:
    """The policy of a file, as it is now."""
    return _loaded(str(file), file.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _loaded(path: str, _changed: int) -> Policy:
    from babalab.learning.policies.policy_file import load_policy

    return load_policy(path)


@register
@dataclass(frozen=True, kw_only=True)
class Rl(PolicyAgent):
    """RL of "Efficient Solver for Dynamic Puzzle Games", §VI: PPO with the reward `distance`."""

    name: ClassVar[str] = "rl"
    shipped: ClassVar[str] = "rl.safetensors"
    trained_by: ClassVar[str] = "babalab train ppo --preset paper --reward distance"


@register
@dataclass(frozen=True, kw_only=True)
class RlD(PolicyAgent):
    """RL-d of the same: PPO with the reward `knowledge`."""

    name: ClassVar[str] = "rl-d"
    shipped: ClassVar[str] = "rl-d.safetensors"
    trained_by: ClassVar[str] = "babalab train ppo --preset paper --reward knowledge"


@register
@dataclass(frozen=True, kw_only=True)
class Rl0(PolicyAgent):
    """RL-0 of the same: PPO with the reward `knowledge-flat`."""

    name: ClassVar[str] = "rl-0"
    shipped: ClassVar[str] = "rl-0.safetensors"
    trained_by: ClassVar[str] = "babalab train ppo --preset paper --reward knowledge-flat"


@register
@dataclass(frozen=True, kw_only=True)
class RlStrong(PolicyAgent):
    """Ours: PPO with the preset `strong`.

    Its plays keep off moves that lose and moves that lead back to a state they were in, and take a
    move that wins; which of the others, the policy says. Those side by side draw at temperatures
    that rise from one to the next, for where the policy is sure of something that does not work.
    """

    spread: float = _spread(4.0)

    name: ClassVar[str] = "rl-strong"
    shipped: ClassVar[str] = "rl-strong.safetensors"
    trained_by: ClassVar[str] = "babalab train ppo --preset strong"
    looks_ahead: ClassVar[bool] = True
