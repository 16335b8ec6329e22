"""Proximal policy optimisation with an adaptive KL penalty: the algorithm on one page.

Paper: "Efficient Solver for Dynamic Puzzle Games: Baba Is Y'all", §VI-A, Algorithm 4::

    for i in 1 … N:                                                  `iterate`
        run π_θ for T steps, collecting s, a, r                      `collect_rollouts`
        A = Σ discount^(t' - t) r_t' - V_φ(s_t)                      `DeviceRollout.finish`
        θ_old ← θ
        for j in 1 … M:                                              `train`
            R(θ) = Σ π_θ / π_old · A - λ KL[π_old | π_θ]             `penalised_objective`
            update θ by the gradient of R
        for j in 1 … B:                                              `_update_values`
            L(φ) = Σ (Σ discount^(t' - t) r_t' - V_φ(s_t))²
            update φ by the gradient of L
        λ ← λ · factor  if KL[π_old | π_θ] > β_high KL_target        `KLPenalty.adapt`
        λ ← λ / factor  if KL[π_old | π_θ] < β_low KL_target

T is `n_steps` (of each environment), M is `n_epochs`, B is `value_epochs`, the discount is `gamma`.
The factor (the paper's alpha), β_low, β_high and KL_target are fields of `KLPenalty`. Advantages
are generalised with `gae_lambda`; A is as above with ``gae_lambda=1`` and ``bootstrap=False``.

The class derives from Stable-Baselines3's PPO and differs from it in this:

1. No clipping unless asked for; instead the penalty, with the exact KL over all actions. λ moves
   after the epochs of an update, by the KL measured then over (a part of) the rollout.
2. With `value_epochs` the value function has epochs of its own after those of the policy; without,
   its loss is added to the policy's, and both have the same.
3. `separate_gradients` limits the length of the gradients of the policy and of the value function
   apart from each other. Together, errors of values in the hundreds leave nothing of the policy's.
4. Entropy coefficients can have a schedule, as learning rates can.
5. Rewards can be normalised by `ReturnScale`.
6. Without `bootstrap` only rewards that were met count: where the limit of steps, or the end of the
   rollout, cuts an episode off, nothing stands for what would have followed.
7. Rollouts stay on the device, as bytes (`DevicePPO`); the values of states cut off by the limit
   of steps are asked for together; nothing in the loops waits for a GPU except for the actions.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import torch
from stable_baselines3.common.vec_env import VecEnv
from torch import Tensor

from babalab.learning.ppo.device_ppo import AT_ONCE, DevicePPO, Schedule
from babalab.learning.ppo.kl_penalty import KLPenalty
from babalab.learning.ppo.rollout import DeviceRollout

KL_SAMPLE = 16384
"""The number of transitions, spread over the rollout, that the KL is measured on."""
MEASURED = ("objective", "value_loss", "entropy", "kl", "clip_fraction", "gradient_norm")
"""The measures of every minibatch."""


class AdaptiveKLPPO(DevicePPO):
    """PPO after Algorithm 4, for policies over a finite number of actions.

    Everything else is as in `stable_baselines3.PPO`, with the same names: `clip_range` is `None`
    for no clipping; `ent_coef` may be a schedule, a function of the remaining progress (1 to 0);
    `target_kl`, Stable-Baselines3's own, ends an update early after an epoch that went further
    than 1.5 times that. `penalty=None` leaves the penalty out. `value_epochs` are for policies
    whose value function has weights of its own.
    """

    def __init__(
        self,
        policy: Any,
        env: Any,
        *,
        penalty: KLPenalty | None = KLPenalty(),  # noqa: B008 - frozen
        clip_range: float | Schedule | None = None,
        value_epochs: int = 0,
        bootstrap: bool = True,
        **settings: Any,
    ) -> None:
        self.penalty = penalty
        self.value_epochs = value_epochs
        self.bootstrap = bootstrap
        self.kl_coefficient = 0.0 if penalty is None else penalty.start
        """λ."""
        super().__init__(
            policy, env, clip_range=math.inf if clip_range is None else clip_range, **settings
        )

    def iterate(self, callback: Any, steps: int | None = None) -> bool:
        """Run one iteration of Algorithm 4; return False if the callback ended it.

        T is `steps`, if that is given: at most `n_steps`.
        """
        began = time.perf_counter()
        length = self.n_steps if steps is None else steps
        if not self.collect_rollouts(self.env, callback, self.rollout_buffer, length):
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
        """Run the policy for `n_rollout_steps` in every environment, and estimate advantages."""
        assert self._last_obs is not None, "reset comes first: learn does that"
        self.policy.set_training_mode(False)
        rollout_buffer.reset(n_rollout_steps)
        callback.on_rollout_start()
        cut_off: list[tuple[int, int, Any]] = []
        for step in range(n_rollout_steps):
            self.pulse("playing", step / n_rollout_steps)
            log_probabilities, values = self.infer(rollout_buffer.add_observations(self._last_obs))
            actions = self.draw_actions(log_probabilities)
            new_obs, rewards, dones, infos = env.step(actions.cpu().numpy())
            self.num_timesteps += env.num_envs
            callback.update_locals(locals())
            if not callback.on_step():
                return False
            for slot in np.flatnonzero(dones).tolist():
                info = infos[slot]
                self.note_episode(info)
                if info.get("TimeLimit.truncated") and "terminal_observation" in info:
                    cut_off.append((step, slot, info["terminal_observation"]))
            scaled, starts = self.scale_rewards(rewards, dones), self._last_episode_starts
            rollout_buffer.add_step(actions, log_probabilities, values, scaled, starts)
            self._last_obs, self._last_episode_starts = new_obs, dones
        _, last_values = self.infer(self.to_device(self._last_obs))
        if self.bootstrap:
            self.bootstrap_truncated(rollout_buffer, cut_off)
        else:
            last_values = torch.zeros_like(last_values)
        rollout_buffer.finish(last_values, self._last_episode_starts)
        callback.update_locals(locals())
        callback.on_rollout_end()
        return True

    def train(self) -> None:
        """Climb the objective for some epochs over the rollout, then move λ."""
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        self.ent_coef = self.entropy_schedule(self._current_progress_remaining)
        clip = self.clip_range(self._current_progress_remaining)
        measures: list[Tensor] = []
        for number in range(self.n_epochs):
            epoch = [
                self._update(chosen, None if math.isinf(clip) else clip)
                for chosen in self._split_rollout(number)
            ]
            measures += epoch
            self._n_updates += 1
            if self.target_kl is not None:
                kls = torch.stack(epoch)[:, MEASURED.index("kl")]
                if float(kls.mean()) > 1.5 * self.target_kl:
                    break
        for number in range(self.value_epochs):
            for chosen in self._split_rollout(self.n_epochs + number):
                self._update_values(chosen)
        kl = self.measure_kl()
        if self.penalty is not None:
            self.kl_coefficient = self.penalty.adapt(self.kl_coefficient, kl)
        self._log(torch.stack(measures).mean(dim=0).tolist(), kl)

    def _split_rollout(self, epoch: int) -> Iterator[Tensor]:
        """Yield the numbers of all transitions, in minibatches drawn anew for each epoch."""
        order = self.permute(self.rollout_buffer.transitions)
        minibatches: tuple[Tensor, ...] = order.split(self.batch_size)
        for number, minibatch in enumerate(minibatches):
            done = epoch + number / len(minibatches)
            self.pulse("learning", done / (self.n_epochs + self.value_epochs))
            yield minibatch

    def _update(self, chosen: Tensor, clip: float | None) -> Tensor:
        """Make one step of the optimiser for a minibatch; return what is `MEASURED`.

        `chosen` are the numbers of transitions. Nothing here waits for the device. Values learn
        too, unless they have epochs of their own.
        """
        batch = self.rollout_buffer.pick(chosen)
        advantages = batch.advantages
        if self.normalize_advantage and len(chosen) > 1:
            advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        new, values = self.judge(batch.observations)
        old = batch.log_probabilities
        ratio = (new.gather(1, batch.actions) - old.gather(1, batch.actions)).squeeze(-1).exp()
        kl = categorical_kl(old, new)
        objective = penalised_objective(ratio, advantages, kl, self.kl_coefficient, clip)
        value_loss = (batch.returns - values).square().mean()
        entropy = categorical_entropy(new).mean()
        loss = -objective - self.ent_coef * entropy
        if not self.value_epochs:
            loss = loss + self.vf_coef * value_loss
        norm = self._descend(loss)
        clipped = ((ratio.detach() - 1).abs() > (clip or math.inf)).float().mean()
        return torch.stack([objective, value_loss, entropy, kl.mean(), clipped, norm]).detach()

    def _update_values(self, chosen: Tensor) -> None:
        """Make one step of the optimiser for the values of a minibatch alone."""
        batch = self.rollout_buffer.pick(chosen)
        _, values = self.judge(batch.observations)
        self._descend(self.vf_coef * (batch.returns - values).square().mean())

    def _descend(self, loss: Tensor) -> Tensor:
        """Make one step of the optimiser; return the length of the gradient before it is cut.

        Weights that the loss does not depend on have no gradient, and stay as they are.
        """
        self.policy.optimizer.zero_grad(set_to_none=True)
        loss.backward()
        norm = self.limit_gradients()
        self.policy.optimizer.step()
        return norm

    def measure_kl(self) -> float:
        """Return KL[π_old | π_θ]: how far the policy is from the one that made the rollout."""
        self.policy.set_training_mode(False)
        rollout = self.rollout_buffer
        apart = -(-rollout.transitions // KL_SAMPLE)
        chosen = torch.arange(0, rollout.transitions, apart, device=self.device)
        total = torch.zeros((), device=self.device)
        for part in chosen.split(AT_ONCE):
            batch = rollout.pick(part)
            new, _ = self.infer(batch.observations)
            total += categorical_kl(batch.log_probabilities, new).sum()
        return float(total) / len(chosen)

    def _log(self, means: list[float], kl: float) -> None:
        for name, value in zip(MEASURED, means, strict=True):
            self.logger.record(f"train/{name}", value)
        self.logger.record("train/kl_after", kl)
        self.logger.record("train/kl_coefficient", self.kl_coefficient)
        self.logger.record("train/entropy_coefficient", self.ent_coef)
        self.logger.record("train/explained_variance", self.rollout_buffer.explained_variance)
        self.logger.record("train/updates", self._n_updates)
        if self.return_scale is not None:
            self.logger.record("train/return_deviation", self.return_scale.deviation)


def penalised_objective(
    ratio: Tensor,
    advantages: Tensor,
    kl: Tensor,
    coefficient: float,
    clip: float | None = None,
) -> Tensor:
    """Return R of Algorithm 4, which the policy climbs."""
    return surrogate(ratio, advantages, clip) - coefficient * kl.mean()


def surrogate(ratio: Tensor, advantages: Tensor, clip: float | None = None) -> Tensor:
    """Return E[ratio · A]; with a clip, PPO's other objective: no gain beyond 1 ± clip."""
    gain = ratio * advantages
    if clip is not None:
        gain = gain.minimum(ratio.clamp(1 - clip, 1 + clip) * advantages)
    return gain.mean()


def categorical_kl(old: Tensor, new: Tensor) -> Tensor:
    """Return KL[old | new] of each row, from the logarithms of the probabilities of all actions.

    It is exact, not an estimate from the actions taken. An action that was impossible adds nothing.
    """
    return (old.exp() * (old - new)).sum(dim=-1)


def categorical_entropy(log_probabilities: Tensor) -> Tensor:
    """Return the entropy of each row, in nats."""
    return -(log_probabilities.exp() * log_probabilities).sum(dim=-1)
