"""Proximal policy optimisation with an adaptive KL penalty: Stable-Baselines3's PPO, extended.

Paper: "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all", §VI-A, Algorithm 4; the
equations are in `adaptive_kl`. What differs from Stable-Baselines3:

1. No clipping unless asked for; the objective has the penalty -λ · KL[π_old | π_θ], with the exact
   KL over all five actions, and λ moves after the epochs of an update. The value function has its
   own loss, which is added, and so has its epochs together with the policy's.
2. λ follows the KL measured after the last epoch, over (a part of) the rollout.
3. `separate_gradients` limits the length of the gradients of the policy and of the value function
   apart from each other, as Algorithm 4 updates them apart. Together, errors of values in the
   hundreds leave nothing of the policy's.
4. Entropy coefficients can have a schedule, as learning rates can.
5. Rewards can be normalised by `ReturnScale`.
6. Rollouts stay on the device, as bytes; the values of states cut off by the limit of steps are
   asked for together; nothing in the loops waits for a GPU except for the actions.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from stable_baselines3 import PPO
from stable_baselines3.common.utils import FloatSchedule
from stable_baselines3.common.vec_env import VecEnv

from babalab.learning.ppo.adaptive_kl import (
    KLPenalty,
    categorical_entropy,
    categorical_kl,
    penalised_objective,
)
from babalab.learning.ppo.return_scale import ReturnScale
from babalab.learning.ppo.rollout import DeviceRollout, Tensors

Schedule = Callable[[float], float]

KL_SAMPLE = 16384
"""As many transitions, spread over the rollout, say how far an update went."""
AT_ONCE = 4096
"""Observations to judge at a time where there is no minibatch."""
MEASURED = ("objective", "value_loss", "entropy", "kl", "clip_fraction", "gradient_norm")


class AdaptiveKLPPO(PPO):
    """PPO after Algorithm 4, for policies over a finite number of actions.

    Everything else is as in `stable_baselines3.PPO`, with the same names: `clip_range` is `None`
    for no clipping; `ent_coef` may be a schedule, a function of the remaining progress (1 to 0);
    `target_kl`, Stable-Baselines3's own, ends an update early after an epoch that went further
    than 1.5 times that. `penalty=None` leaves the penalty out.
    """

    rollout_buffer: DeviceRollout
    _last_obs: Any
    _last_episode_starts: Any

    def __init__(
        self,
        policy: Any,
        env: Any,
        *,
        penalty: KLPenalty | None = KLPenalty(),  # noqa: B008 - frozen
        clip_range: float | Schedule | None = None,
        ent_coef: float | Schedule = 0.0,
        normalize_reward: bool = False,
        separate_gradients: bool = False,
        precision: str = "float32",
        **settings: Any,
    ) -> None:
        self.penalty = penalty
        self.kl_coefficient = 0.0 if penalty is None else penalty.start
        """λ."""
        self.entropy_schedule: Schedule = FloatSchedule(ent_coef)
        self.return_scale: ReturnScale | None = None
        self.normalize_reward = normalize_reward
        self.separate_gradients = separate_gradients
        self.precision = precision
        super().__init__(
            policy,
            env,
            clip_range=math.inf if clip_range is None else clip_range,
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
        """Draws actions and the order of minibatches, and nothing else does from it."""
        self.chance.manual_seed(0 if self.seed is None else self.seed)
        self._limited = self._gradients_to_limit()
        if self.normalize_reward:
            self.return_scale = ReturnScale(self.n_envs, self.gamma)

    def _gradients_to_limit(self) -> list[list[torch.nn.Parameter]]:
        """The weights whose gradients are cut to the limit of their length together."""
        named = list(self.policy.named_parameters())
        if not self.separate_gradients:
            return [[weights for _, weights in named]]
        parts = ([each for name, each in named if ("value" in name) == of_values]
                 for of_values in (False, True))  # fmt: skip
        return [part for part in parts if part]

    def judge(self, observations: Tensors) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the probabilities of all actions, and the values, of a batch."""
        half = self.precision == "bfloat16"
        with torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=half):
            return judged(self.policy, observations)

    def iterate(self, callback: Any) -> bool:
        """Collect a rollout and learn from it; False if the callback ended it."""
        began = time.perf_counter()
        if not self.collect_rollouts(self.env, callback, self.rollout_buffer, self.n_steps):
            return False
        self._update_current_progress_remaining(self.num_timesteps, self._total_timesteps)
        collected = time.perf_counter()
        self.train()
        self.logger.record("time/rollout_seconds", collected - began)
        self.logger.record("time/update_seconds", time.perf_counter() - collected)
        return True

    def collect_rollouts(
        self, env: VecEnv, callback: Any, rollout_buffer: DeviceRollout, n_rollout_steps: int
    ) -> bool:
        """Play with the policy as it is; as in Stable-Baselines3, without work for each slot."""
        with torch.no_grad():
            return self._collect(env, callback, rollout_buffer, n_rollout_steps)

    def _collect(
        self, env: VecEnv, callback: Any, rollout_buffer: DeviceRollout, n_rollout_steps: int
    ) -> bool:
        assert self._last_obs is not None, "reset comes first: learn does that"
        self.policy.set_training_mode(False)
        rollout_buffer.reset()
        callback.on_rollout_start()
        cut_off: list[tuple[int, int, Any]] = []
        dones = self._last_episode_starts
        for step in range(n_rollout_steps):
            log_probabilities, values = self.judge(rollout_buffer.see(self._last_obs))
            drawn = self._draw(log_probabilities)
            new_obs, rewards, dones, infos = env.step(drawn.cpu().numpy())
            self.num_timesteps += env.num_envs
            callback.update_locals(locals())
            if not callback.on_step():
                return False
            for slot in np.flatnonzero(dones).tolist():
                info = infos[slot]
                self._note_episode(info)
                if info.get("TimeLimit.truncated") and "terminal_observation" in info:
                    cut_off.append((step, slot, info["terminal_observation"]))
            rewards = np.asarray(rewards, dtype=np.float32)
            if self.return_scale is not None:
                rewards = self.return_scale.scaled(rewards, dones)
            starts = self._last_episode_starts
            rollout_buffer.act(drawn, log_probabilities, values, rewards, starts)
            self._last_obs, self._last_episode_starts = new_obs, dones
        self._continue_cut_off(rollout_buffer, cut_off)
        _, last_values = self.judge(self.on_device(self._last_obs))
        rollout_buffer.finish(last_values, dones)
        callback.update_locals(locals())
        callback.on_rollout_end()
        return True

    def _draw(self, log_probabilities: torch.Tensor) -> torch.Tensor:
        """An action for each row (Gumbel's way; `torch.multinomial` would wait for the GPU)."""
        noise = torch.empty_like(log_probabilities).exponential_(generator=self.chance)
        return (log_probabilities - noise.log()).argmax(dim=-1)

    def _note_episode(self, info: dict[str, Any]) -> None:
        if (episode := info.get("episode")) is not None:
            self.ep_info_buffer.append(episode)
        if (success := info.get("is_success")) is not None:
            self.ep_success_buffer.append(success)

    def _continue_cut_off(
        self, rollout: DeviceRollout, cut_off: list[tuple[int, int, Any]]
    ) -> None:
        """Add what would have followed where the limit of steps, not the game, ended an episode."""
        for first in range(0, len(cut_off), AT_ONCE):
            part = cut_off[first : first + AT_ONCE]
            steps, slots = (
                torch.tensor([each[which] for each in part], device=self.device) for which in (0, 1)
            )
            _, values = self.judge(self.on_device(_stacked([each[2] for each in part])))
            rollout.rewards[steps, slots] += self.gamma * values

    def on_device(self, observations: Any) -> Tensors:
        """Observations as the policy takes them."""
        if isinstance(observations, dict):
            return {
                name: torch.from_numpy(np.asarray(array)).to(self.device)
                for name, array in observations.items()
            }
        return torch.from_numpy(np.asarray(observations)).to(self.device)

    def train(self) -> None:
        """Learn from the rollout: the epochs of Algorithm 4, then λ."""
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        self.ent_coef = self.entropy_schedule(self._current_progress_remaining)
        clip = self.clip_range(self._current_progress_remaining)
        rollout = self.rollout_buffer
        measures: list[torch.Tensor] = []
        for _ in range(self.n_epochs):
            before = len(measures)
            measures.extend(
                self._learn_from(chosen, None if math.isinf(clip) else clip)
                for chosen in rollout.minibatches(self.batch_size, self._permuted)
            )
            self._n_updates += 1
            if self.target_kl is not None:
                kls = torch.stack(measures[before:])[:, MEASURED.index("kl")]
                if float(kls.mean()) > 1.5 * self.target_kl:
                    break
        kl = self.measured_kl()
        if self.penalty is not None:
            self.kl_coefficient = self.penalty.after(self.kl_coefficient, kl)
        means = torch.stack(measures).mean(dim=0).tolist()
        for name, value in zip(MEASURED, means, strict=True):
            self.logger.record(f"train/{name}", value)
        self.logger.record("train/kl_after", kl)
        self.logger.record("train/kl_coefficient", self.kl_coefficient)
        self.logger.record("train/entropy_coefficient", self.ent_coef)
        self.logger.record("train/explained_variance", explained_variance(rollout))
        self.logger.record("train/updates", self._n_updates)
        if self.return_scale is not None:
            self.logger.record("train/return_deviation", self.return_scale.deviation)

    def _permuted(self, count: int) -> torch.Tensor:
        return torch.randperm(count, generator=self.chance, device=self.device)

    def _learn_from(self, chosen: torch.Tensor, clip: float | None) -> torch.Tensor:
        """One step of the optimiser; what was measured, without waiting for it."""
        rollout = self.rollout_buffer
        old = rollout.log_probabilities.view(-1, rollout.log_probabilities.shape[-1])[chosen]
        actions = rollout.actions.view(-1)[chosen].unsqueeze(-1)
        advantages = rollout.advantages.view(-1)[chosen]
        if self.normalize_advantage and len(chosen) > 1:
            advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        new, values = self.judge(rollout.observations_at(chosen))
        ratio = (new.gather(1, actions) - old.gather(1, actions)).squeeze(-1).exp()
        kl = categorical_kl(old, new)
        objective = penalised_objective(ratio, advantages, kl, self.kl_coefficient, clip)
        value_loss = (rollout.returns.view(-1)[chosen] - values).square().mean()
        entropy = categorical_entropy(new).mean()
        loss = -objective - self.ent_coef * entropy + self.vf_coef * value_loss
        self.policy.optimizer.zero_grad()
        loss.backward()
        norms = [torch.nn.utils.clip_grad_norm_(part, self.max_grad_norm) for part in self._limited]
        self.policy.optimizer.step()
        clipped = ((ratio.detach() - 1).abs() > (clip or math.inf)).float().mean()
        return torch.stack([objective, value_loss, entropy, kl.mean(), clipped, norms[0]]).detach()

    def measured_kl(self) -> float:
        """KL[π_old | π_θ] now: how far the policy is from the one that made the rollout."""
        self.policy.set_training_mode(False)
        rollout = self.rollout_buffer
        apart = -(-rollout.transitions // KL_SAMPLE)
        chosen = torch.arange(0, rollout.transitions, apart, device=self.device)
        old = rollout.log_probabilities.view(-1, rollout.log_probabilities.shape[-1])
        total = torch.zeros((), device=self.device)
        for part in chosen.split(AT_ONCE):
            with torch.no_grad():
                new, _ = self.judge(rollout.observations_at(part))
            total += categorical_kl(old[part], new).sum()
        return float(total) / len(chosen)

    def _excluded_save_params(self) -> list[str]:
        return [*super()._excluded_save_params(), "chance", "_limited"]


def judged(policy: Any, observations: Tensors) -> tuple[torch.Tensor, torch.Tensor]:
    """What any actor-critic policy of Stable-Baselines3's says to a batch of observations.

    The logarithms of the probabilities of all actions, and the values. Ours answer by themselves.
    """
    if hasattr(policy, "judge"):
        log_probabilities, values = policy.judge(observations)
    else:
        features = policy.extract_features(observations)
        pairs = features if isinstance(features, tuple) else (features, features)
        for_actions = policy.mlp_extractor.forward_actor(pairs[0])
        for_values = policy.mlp_extractor.forward_critic(pairs[1])
        log_probabilities = policy.action_net(for_actions).float().log_softmax(dim=-1)
        values = policy.value_net(for_values).squeeze(-1)
    return log_probabilities.float(), values.float()


def explained_variance(rollout: DeviceRollout) -> float:
    """The share of the returns' variance that the values foresaw; not a number if there is none."""
    variance = rollout.returns.var()
    return float(1 - (rollout.returns - rollout.values).var() / variance)


def _stacked(observations: list[Any]) -> Any:
    if isinstance(observations[0], dict):
        return {name: np.stack([each[name] for each in observations]) for name in observations[0]}
    return np.stack(observations)
