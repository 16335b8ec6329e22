"""Stable-Baselines3's PPO with rollouts on the device: everything but the algorithm itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import torch
from stable_baselines3 import PPO
from stable_baselines3.common.utils import FloatSchedule
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor

from babalab.learning.ppo.policy import Tensors, judge_observations
from babalab.learning.ppo.return_scale import ReturnScale
from babalab.learning.ppo.rollout import DeviceRollout

Schedule = Callable[[float], float]
AT_ONCE = 4096
"""Observations to judge at a time where there is no minibatch."""


Phase = Literal["playing", "learning", "evaluating"]
Pulse = Callable[[Phase, float], None]
"""Told again and again what a training is at, and which share of that is done; may raise."""


def _go_on(_phase: Phase, _share: float) -> None:
    """Do nothing."""


class DevicePPO(PPO):
    """The base of `AdaptiveKLPPO`: its settings, its randomness, and work on the device."""

    rollout_buffer: DeviceRollout
    pulse: Pulse = staticmethod(_go_on)
    _last_obs: Any
    _last_episode_starts: Any

    def __init__(
        self,
        policy: Any,
        env: Any,
        *,
        ent_coef: float | Schedule = 0.0,
        normalize_reward: bool = False,
        separate_gradients: bool = False,
        precision: str = "float32",
        **settings: Any,
    ) -> None:
        self.entropy_schedule: Schedule = FloatSchedule(ent_coef)
        self.return_scale: ReturnScale | None = None
        self.normalize_reward = normalize_reward
        self.separate_gradients = separate_gradients
        self.precision = precision
        super().__init__(
            policy,
            env,
            ent_coef=self.entropy_schedule(1.0),
            rollout_buffer_class=DeviceRollout,
            **settings,
        )

    @staticmethod
    def _wrap_env(env: Any, verbose: int = 0, monitor_wrapper: bool = True) -> VecEnv:
        """Take vector environments as they are: planes of a level are no pictures to transpose."""
        if isinstance(env, VecEnv):
            return env
        return PPO._wrap_env(env, verbose, monitor_wrapper)

    def _setup_model(self) -> None:
        super()._setup_model()
        self.chance = torch.Generator(device=self.device)
        """The random stream of actions and of the order of minibatches, used for nothing else."""
        self.chance.manual_seed(0 if self.seed is None else self.seed)
        self._limited = self._group_weights()
        if self.normalize_reward:
            self.return_scale = ReturnScale(self.n_envs, self.gamma)

    def _group_weights(self) -> list[list[torch.nn.Parameter]]:
        """Return groups of weights whose gradients are limited together, the policy's first."""
        named = list(self.policy.named_parameters())
        if not self.separate_gradients:
            return [[weights for _, weights in named]]
        parts = ([each for name, each in named if ("value" in name) == of_values]
                 for of_values in (False, True))  # fmt: skip
        return [part for part in parts if part]

    def limit_gradients(self) -> Tensor:
        """Cut gradients to `max_grad_norm`; return how long the policy's, or all, were before."""
        norms = [torch.nn.utils.clip_grad_norm_(part, self.max_grad_norm) for part in self._limited]
        return norms[0]

    def judge(self, observations: Tensors) -> tuple[Tensor, Tensor]:
        """Return the logarithms of the probabilities of all actions, and the values, of a batch."""
        half = self.precision == "bfloat16"
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=half):
            return judge_observations(self.policy, observations)

    def infer(self, observations: Tensors) -> tuple[Tensor, Tensor]:
        """Judge observations without gradients."""
        with torch.no_grad():
            return self.judge(observations)

    def draw_actions(self, log_probabilities: Tensor) -> Tensor:
        """Draw an action for each row."""
        # By the Gumbel-max trick, since `torch.multinomial` would wait for the GPU.
        noise = torch.empty_like(log_probabilities).exponential_(generator=self.chance)
        return (log_probabilities - noise.log()).argmax(dim=-1)

    def permute(self, count: int) -> Tensor:
        """Return the numbers below `count` in a random order."""
        return torch.randperm(count, generator=self.chance, device=self.device)

    def to_device(self, observations: Any) -> Tensors:
        """Return observations as the policy takes them."""
        if isinstance(observations, dict):
            return {
                name: torch.from_numpy(np.asarray(array)).to(self.device)
                for name, array in observations.items()
            }
        return torch.from_numpy(np.asarray(observations)).to(self.device)

    def scale_rewards(self, rewards: Any, dones: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """Return the rewards of a step, normalised if that is set."""
        rewards = np.asarray(rewards, dtype=np.float32)
        return rewards if self.return_scale is None else self.return_scale.scale(rewards, dones)

    def note_episode(self, info: dict[str, Any]) -> None:
        """Record how an episode ended, for Stable-Baselines3's statistics."""
        if (episode := info.get("episode")) is not None:
            self.ep_info_buffer.append(episode)
        if (success := info.get("is_success")) is not None:
            self.ep_success_buffer.append(success)

    def bootstrap_truncated(
        self, rollout: DeviceRollout, cut_off: list[tuple[int, int, Any]]
    ) -> None:
        """Add the value of what would have followed where the limit of steps ended an episode.

        `cut_off` has the step, the slot and the last observation of each such episode.
        """
        for first in range(0, len(cut_off), AT_ONCE):
            part = cut_off[first : first + AT_ONCE]
            steps, slots = (
                torch.tensor([each[which] for each in part], device=self.device) for which in (0, 1)
            )
            _, values = self.infer(self.to_device(_stack([each[2] for each in part])))
            rollout.rewards[steps, slots] += self.gamma * values

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "chance", "_limited", "pulse"]


def _stack(observations: list[Any]) -> Any:
    if isinstance(observations[0], dict):
        return {name: np.stack([each[name] for each in observations]) for name in observations[0]}
    return np.stack(observations)
