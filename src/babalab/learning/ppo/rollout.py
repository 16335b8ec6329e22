"""Rollouts: observations, actions and rewards since the last update, on the network's device.

Stable-Baselines3 keeps rollouts as float32 in main memory and copies every minibatch of every
epoch to the device. Here each observation goes there once, as the bytes it is made of, and
minibatches are picked out there.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import torch
from gymnasium import spaces

from babalab.learning.ppo.policy import Tensors


class Minibatch(NamedTuple):
    """Some transitions of a rollout, one a row."""

    observations: Tensors
    actions: torch.Tensor
    """(transitions, 1)."""
    log_probabilities: torch.Tensor
    advantages: torch.Tensor
    returns: torch.Tensor


class DeviceRollout:
    """The rollout buffer of `AdaptiveKLPPO`: (steps, environments, …) tensors on one device."""

    def __init__(
        self,
        buffer_size: int,
        observation_space: spaces.Space[Any],
        action_space: spaces.Space[Any],
        device: torch.device | str = "cpu",
        gae_lambda: float = 1.0,
        gamma: float = 0.99,
        n_envs: int = 1,
    ) -> None:
        assert isinstance(action_space, spaces.Discrete), "the KL is that of categorical policies"
        self.buffer_size, self.n_envs = buffer_size, n_envs
        self.gamma, self.gae_lambda = gamma, gae_lambda
        self.device = torch.device(device)
        shape = (buffer_size, n_envs)
        if isinstance(observation_space, spaces.Dict):
            self.observations: Tensors = {
                name: self._allocate((*shape, *(space.shape or ())), space.dtype)
                for name, space in observation_space.spaces.items()
            }
        else:
            self.observations = self._allocate(
                (*shape, *(observation_space.shape or ())), observation_space.dtype
            )
        self.actions = torch.zeros(shape, dtype=torch.int64, device=self.device)
        self.log_probabilities = torch.zeros(
            (*shape, int(action_space.n)), dtype=torch.float32, device=self.device
        )
        """Log-probabilities of all actions under the acting policy; Algorithm 4's KL needs them."""
        self.rewards, self.values, self.advantages, self.returns, self.starts = (
            torch.zeros(shape, dtype=torch.float32, device=self.device) for _ in range(5)
        )
        self.pos, self.length = 0, buffer_size

    def _allocate(self, shape: tuple[int, ...], dtype: Any) -> torch.Tensor:
        kind = torch.from_numpy(np.zeros(0, dtype=dtype)).dtype
        return torch.zeros(shape, dtype=kind, device=self.device)

    @property
    def full(self) -> bool:
        """Whether it holds a whole rollout."""
        return self.pos == self.length

    @property
    def transitions(self) -> int:
        """The number of steps of all environments together."""
        return self.length * self.n_envs

    @property
    def explained_variance(self) -> float:
        """The share of the returns' variance that the values explain; NaN if there is none."""
        if self.transitions < 2:
            return math.nan
        returns, values = self.returns[: self.length], self.values[: self.length]
        return float(1 - (returns - values).var() / returns.var())

    def reset(self, length: int | None = None) -> None:
        """Begin a new rollout, of `length` steps if that is less than there is room for."""
        self.pos, self.length = 0, self.buffer_size if length is None else length

    def add_observations(self, observations: Any) -> Tensors:
        """Add the current observations; return them on the device."""
        if isinstance(self.observations, dict):
            for name, room in self.observations.items():
                room[self.pos].copy_(torch.from_numpy(observations[name]))
            return {name: room[self.pos] for name, room in self.observations.items()}
        self.observations[self.pos].copy_(torch.from_numpy(observations))
        return self.observations[self.pos]

    def add_step(
        self,
        actions: torch.Tensor,
        log_probabilities: torch.Tensor,
        values: torch.Tensor,
        rewards: np.ndarray[Any, Any],
        starts: np.ndarray[Any, Any],
    ) -> None:
        """Add the actions taken there, and their rewards; `starts` marks where episodes began."""
        self.actions[self.pos] = actions
        self.log_probabilities[self.pos] = log_probabilities
        self.values[self.pos] = values
        self.rewards[self.pos].copy_(torch.from_numpy(rewards))
        self.starts[self.pos].copy_(torch.from_numpy(np.asarray(starts, dtype=np.float32)))
        self.pos += 1

    def finish(self, last_values: torch.Tensor, last_dones: np.ndarray[Any, Any]) -> None:
        """Estimate advantages (generalised, Schulman et al. 2016) and returns, end to start."""
        going_on = 1.0 - torch.from_numpy(np.asarray(last_dones, dtype=np.float32)).to(self.device)
        following, advantage = last_values, torch.zeros_like(last_values)
        for step in reversed(range(self.length)):
            delta = self.rewards[step] + self.gamma * going_on * following - self.values[step]
            advantage = delta + self.gamma * self.gae_lambda * going_on * advantage
            self.advantages[step] = advantage
            going_on, following = 1.0 - self.starts[step], self.values[step]
        torch.add(self.advantages, self.values, out=self.returns)

    def pick(self, chosen: torch.Tensor) -> Minibatch:
        """Return these transitions, given by number."""
        observations = (
            {name: _pick(room, chosen) for name, room in self.observations.items()}
            if isinstance(self.observations, dict)
            else _pick(self.observations, chosen)
        )
        return Minibatch(
            observations,
            _pick(self.actions, chosen).unsqueeze(-1),
            _pick(self.log_probabilities, chosen),
            _pick(self.advantages, chosen),
            _pick(self.returns, chosen),
        )


def _pick(room: torch.Tensor, chosen: torch.Tensor) -> torch.Tensor:
    # `index_select` copies whole rows, indexing single bytes.
    return room.view(-1, *room.shape[2:]).index_select(0, chosen)
