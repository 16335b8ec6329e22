"""Agents that play by a trained policy: `rl`, `rl-d`, `rl-0` and `rl-strong`.

Importing this loads neither torch nor Gymnasium; `get_ready` does.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Generator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import ClassVar

import numpy as np

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
from babalab.base.parameters import parameter_like
from babalab.game.action import Action
from babalab.game.state import State
from babalab.learning.errors import require_learn_extra
from babalab.learning.policies.episodes import Episodes, draw_actions
from babalab.learning.policies.judging import StateJudge, load_current_policy

FORBIDDEN = np.float32(-np.inf)


@dataclass(frozen=True, kw_only=True)
class PolicyAgent(Agent):
    """Plays episodes by a trained policy until one wins.

    The very first episode is greedy, the others draw their moves from the policy's probabilities.
    An iteration is an episode. Episodes are played side by side, so that the network judges many
    states at once.
    """

    policy: str = parameter("", "file of a trained policy; empty: the one that comes with babalab")
    plays: int = parameter(32, "episodes side by side", low=1, high=100_000, tuned=(1, 256))
    length: int = parameter(100, "most moves of an episode", low=1, high=100_000, tuned=(10, 1000))
    episodes: int = parameter(
        0, "episodes after which it gives up; 0: it plays until the budget ends", low=0, high=10**9
    )
    greedy: bool = parameter(True, "whether the first episode takes the likeliest moves")
    temperature: float = parameter(
        1.0,
        "temperature of drawn moves: more is more random",
        low=0.01,
        high=1000.0,
        tuned=(0.2, 4.0),
    )
    spread: float = parameter(
        1.0,
        "temperature of the last of the episodes side by side, as a multiple of that of the first",
        low=1.0,
        high=1000.0,
        tuned=(1.0, 10.0),
    )

    preparation: ClassVar[float] = 60.0
    #: The options of `babalab train ppo` that train such a policy.
    training: ClassVar[str]
    #: Whether a play keeps off moves that lose or lead back to where it was, and sees a win a move
    #: ahead.
    looks_ahead: ClassVar[bool] = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.policy and not Path(self.policy).is_file():
            raise ParameterError(f"policy={self.policy}: there is no such file")

    def get_ready(self) -> None:
        """Load the libraries and the policy, which takes seconds in a new process."""
        load_current_policy(self._usable_file())

    def substance(self) -> str:
        """Return a digest of its weights. Raises if it can't play here."""
        return hashlib.blake2b(self._usable_file().read_bytes(), digest_size=16).hexdigest()

    def file(self) -> Path:
        """Return the file of its policy."""
        if self.policy:
            return Path(self.policy)
        shipped = resources.files("babalab.learning") / "policies" / f"{self.name}.safetensors"
        return Path(str(shipped))

    def _usable_file(self) -> Path:
        """Return the file of its policy. Raises if it is missing, or the extra that it needs."""
        require_learn_extra(f"the agent {self.name}")
        file = self.file()
        if not file.is_file():
            raise AgentError(
                f"{self.name} has no trained policy here ({file.name} is missing); "
                f"'babalab train ppo {self.training}' trains one, 'babalab train export' writes it "
                f"to a file, and {self.name}:policy=FILE plays by that"
            )
        return file

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """Play episodes until one wins; see the class."""
        judge = StateJudge(start.level, load_current_policy(self._usable_file()))
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
        judge: StateJudge,
        chance: np.random.Generator,
        spending: Spending,
        statistics: dict[str, int],
    ) -> Generator[Progress, None, str | None]:
        """Play all of them to their ends; return the moves of the first that wins, if one does."""
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
                wise = ~expansion.helpless & ~episodes.find_visited(hashes)
                logits = np.where(wise, logits, FORBIDDEN)
                logits = np.where(expansion.won, np.float32(1e6), logits)
            actions = draw_actions(logits, episodes.temperatures, chance)
            chosen = np.arange(len(actions)), actions
            episodes.move(actions, expansion.children[chosen], hashes[chosen])
            wins = expansion.won[chosen]
            if wins.any():
                return episodes.get_moves(int(wins.argmax()))
            stuck = np.isneginf(logits).all(axis=1)
            over = expansion.helpless[chosen] | stuck
            statistics["deaths"] += int(over.sum())
            episodes.keep(~over)
            yield Progress(spending, statistics)
        return None


@register
@dataclass(frozen=True, kw_only=True)
class Rl(PolicyAgent):
    """RL of "Efficient Solver for Dynamic Puzzle Games", §VI: PPO with the reward `distance`."""

    name: ClassVar[str] = "rl"
    training: ClassVar[str] = "--preset paper --reward distance"


@register
@dataclass(frozen=True, kw_only=True)
class RlD(PolicyAgent):
    """RL-d of the same: PPO with the reward `knowledge`."""

    name: ClassVar[str] = "rl-d"
    training: ClassVar[str] = "--preset paper --reward knowledge"


@register
@dataclass(frozen=True, kw_only=True)
class Rl0(PolicyAgent):
    """RL-0 of the same: PPO with the reward `knowledge-flat`."""

    name: ClassVar[str] = "rl-0"
    training: ClassVar[str] = "--preset paper --reward knowledge-flat"


@register
@dataclass(frozen=True, kw_only=True)
class RlStrong(PolicyAgent):
    """Ours: PPO with the preset `strong`.

    Its plays keep off moves that lose and moves that lead back to a state they were in, and take a
    move that wins; which of the others, the policy says. Those side by side draw at temperatures
    that rise from one to the next, for where the policy is sure of something that does not work.
    """

    spread: float = parameter_like(PolicyAgent, "spread", default=4.0)

    name: ClassVar[str] = "rl-strong"
    training: ClassVar[str] = "--preset strong"
    looks_ahead: ClassVar[bool] = True
