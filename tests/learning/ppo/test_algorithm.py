"""The algorithm, on environments whose best policy is plain."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")
pytest.importorskip("stable_baselines3", reason="the extra babalab[learn] is not installed")

import gymnasium  # noqa: E402
from gymnasium import spaces  # noqa: E402
from stable_baselines3.common.vec_env import DummyVecEnv  # noqa: E402

from babalab.learning.ppo.algorithm import AdaptiveKLPPO, categorical_kl  # noqa: E402
from babalab.learning.ppo.kl_penalty import KLPenalty  # noqa: E402
from babalab.learning.ppo.policy import IMPOSSIBLE, NetworkPolicy, judge_observations  # noqa: E402
from babalab.learning.ppo.return_scale import ReturnScale  # noqa: E402
from babalab.learning.ppo.rollout import DeviceRollout  # noqa: E402


class Signs(gymnasium.Env[Any, Any]):
    """Shows a number from 0 to 4; doing that is worth 1. It never ends but by the limit."""

    observation_space = spaces.Box(0, 4, (1, 3, 3), np.uint8)
    action_space = spaces.Discrete(5)

    def __init__(self, limit: int = 8) -> None:
        self.limit = limit

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed, options=options)
        self.steps = 0
        return self._show(), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        reward = float(int(action) == self.shown)
        self.steps += 1
        return self._show(), reward, False, self.steps == self.limit, {}

    def _show(self) -> Any:
        self.shown = int(self.np_random.integers(5))
        seen = np.zeros((1, 3, 3), np.uint8)
        seen.flat[self.shown] = 1
        return seen


class MaskedSigns(Signs):
    """The same as the observation `full` is made; two actions are ruled out, one of them right."""

    observation_space = spaces.Dict(
        cells=spaces.Box(0, 255, (1, 3, 3), np.uint8),
        rules=spaces.Box(0, 1, (2,), np.uint8),
        mask=spaces.Box(0, 1, (5,), np.uint8),
    )

    def _show(self) -> Any:
        cells = super()._show()
        mask = np.array([1, 1, 0, 1, 0], np.uint8)
        return {"cells": cells, "rules": np.zeros(2, np.uint8), "mask": mask}


class TinyNet(torch.nn.Module):  # type: ignore[misc,name-defined]
    def __init__(self, width: int = 16) -> None:
        super().__init__()
        self.body = torch.nn.Linear(9, width)
        self.policy = torch.nn.Linear(width, 5)
        self.value = torch.nn.Linear(width, 1)

    def forward(self, cells: Any, rules: Any) -> tuple[Any, Any]:
        assert cells.dtype == rules.dtype == torch.uint8
        hidden = torch.tanh(self.body(cells.flatten(1).float()))
        return self.policy(hidden), self.value(hidden).squeeze(-1)


def make(
    kind: type[Signs] = Signs, count: int = 4, policy: Any = "MlpPolicy", **settings: Any
) -> Any:
    torch.set_num_threads(1)
    settings = {
        "n_steps": 32,
        "batch_size": 32,
        "n_epochs": 4,
        "seed": 0,
        "device": "cpu",
    } | settings
    return AdaptiveKLPPO(policy, DummyVecEnv([kind for _ in range(count)]), **settings)


def test_it_learns_what_pays() -> None:
    model = make(learning_rate=3e-3, gamma=0.5)
    model.learn(6000)
    shown = np.zeros((5, 1, 3, 3), np.uint8)
    for number in range(5):
        shown[number].flat[number] = 1
    actions, _ = model.predict(shown, deterministic=True)
    assert actions.tolist() == [0, 1, 2, 3, 4]


def test_one_policy_for_both_and_masks() -> None:
    model = make(
        MaskedSigns,
        policy=NetworkPolicy,
        policy_kwargs={"network": TinyNet, "network_options": {"width": 24}},
        learning_rate=3e-3,
        gamma=0.5,
    )
    model.learn(4000)
    done = model.rollout_buffer.actions.unique().tolist()
    assert set(done) <= {0, 1, 3}
    shown = {
        "cells": np.zeros((5, 1, 3, 3), np.uint8),
        "rules": np.zeros((5, 2), np.uint8),
        "mask": np.tile(np.array([1, 1, 0, 1, 0], np.uint8), (5, 1)),
    }
    for number in range(5):
        shown["cells"][number].flat[number] = 1
    actions, _ = model.predict(shown, deterministic=True)
    assert actions[[0, 1, 3]].tolist() == [0, 1, 3]
    assert set(actions.tolist()) <= {0, 1, 3}
    tensors = {name: torch.from_numpy(array) for name, array in shown.items()}
    log_probabilities, _ = judge_observations(model.policy, tensors)
    assert (log_probabilities[:, [2, 4]] <= IMPOSSIBLE / 2).all()
    assert (log_probabilities.exp()[:, [2, 4]] == 0).all()


def test_rollouts_have_stable_baselines_advantages() -> None:
    from stable_baselines3.common.buffers import RolloutBuffer

    chance = np.random.default_rng(0)
    space, actions = spaces.Box(0, 1, (2,), np.uint8), spaces.Discrete(5)
    theirs = RolloutBuffer(7, space, actions, "cpu", gae_lambda=0.9, gamma=0.8, n_envs=3)
    ours = DeviceRollout(7, space, actions, "cpu", gae_lambda=0.9, gamma=0.8, n_envs=3)
    for _ in range(7):
        seen = chance.integers(2, size=(3, 2)).astype(np.uint8)
        rewards, values = chance.normal(size=(2, 3)).astype(np.float32)
        starts = chance.random(3) < 0.3
        theirs.add(
            seen, np.zeros((3, 1)), rewards, starts, torch.from_numpy(values), torch.zeros(3)
        )
        ours.add_observations(seen)
        ours.add_step(torch.zeros(3), torch.zeros(3, 5), torch.from_numpy(values), rewards, starts)
    last = torch.from_numpy(chance.normal(size=3).astype(np.float32))
    dones = np.array([True, False, False])
    theirs.compute_returns_and_advantage(last, dones)
    ours.finish(last, dones)
    np.testing.assert_allclose(ours.advantages.numpy(), theirs.advantages, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(ours.returns.numpy(), theirs.returns, rtol=1e-5, atol=1e-6)
    assert ours.full


def test_what_was_cut_off_goes_on_in_the_values() -> None:
    """The reward of a step that the limit ended has the value of the state after it."""
    model = make(gamma=0.5, n_steps=16)
    model._setup_learn(64)
    ends: list[tuple[int, int, Any, float]] = []
    stepping = model.env.step

    def step(actions: Any) -> Any:
        seen, rewards, dones, infos = stepping(actions)
        for slot in np.flatnonzero(dones):
            at = (model.rollout_buffer.pos, int(slot))
            ends.append((*at, infos[slot]["terminal_observation"], float(rewards[slot])))
        return seen, rewards, dones, infos

    model.env.step = step
    _, callback = model._setup_learn(64)
    model.collect_rollouts(model.env, callback, model.rollout_buffer, 16)
    assert len(ends) == 8  # four environments, two episodes of eight steps
    for step_number, slot, seen, reward in ends:
        with torch.no_grad():
            _, value = judge_observations(model.policy, torch.from_numpy(seen[None]))
        got = model.rollout_buffer.rewards[step_number, slot].item()
        assert got == pytest.approx(reward + 0.5 * value.item(), abs=1e-6)


def test_lambda_follows_the_measure_kl() -> None:
    penalty = KLPenalty(target=0.01, factor=2.0)
    fast = make(learning_rate=3e-2, penalty=penalty)
    fast.learn(128)
    assert fast.measure_kl() > 0.015
    assert fast.kl_coefficient == 2.0
    slow = make(learning_rate=1e-6, penalty=penalty)
    slow.learn(256)
    assert slow.measure_kl() < 0.01 / 1.5
    assert slow.kl_coefficient == 0.25


def test_measured_kl_is_that_of_the_whole_rollout() -> None:
    model = make(learning_rate=1e-2)
    model.learn(128)
    rollout = model.rollout_buffer
    with torch.no_grad():
        new, _ = judge_observations(model.policy, rollout.observations.flatten(0, 1))
    expected = categorical_kl(rollout.log_probabilities.flatten(0, 1), new).mean().item()
    assert model.measure_kl() == pytest.approx(expected, rel=1e-5)


def test_a_great_lambda_holds_the_policy_back() -> None:
    def moved(start: float) -> float:
        penalty = KLPenalty(target=0.01, start=start)
        model = make(learning_rate=1e-2, penalty=penalty, n_epochs=10)
        model.learn(128)
        return float(model.measure_kl())

    assert moved(100.0) < 0.2 * moved(1e-3)


def test_an_update_that_goes_too_far_ends_early() -> None:
    """Stable-Baselines3's `target_kl`, with the exact KL, after an epoch."""
    early = make(learning_rate=3e-2, target_kl=0.01, n_epochs=10)
    early.learn(128)
    assert early._n_updates < 10
    calm = make(learning_rate=1e-5, target_kl=0.01, n_epochs=10)
    calm.learn(128)
    assert calm._n_updates == 10


def test_half_precision_judges_nearly_the_same() -> None:
    whole, half = make(), make(precision="bfloat16")
    seen = torch.eye(9, dtype=torch.uint8).view(9, 1, 3, 3)
    with torch.no_grad():
        (logits, values), (rough, rough_values) = whole.judge(seen), half.judge(seen)
    assert rough.dtype == rough_values.dtype == torch.float32
    torch.testing.assert_close(logits, rough, atol=0.02, rtol=0)
    torch.testing.assert_close(values, rough_values, atol=0.05, rtol=0)
    half.learn(256)


def test_stable_baselines_own_files(tmp_path: Path) -> None:
    model = make(learning_rate=3e-3)
    model.learn(512)
    model.save(tmp_path / "model")
    again = AdaptiveKLPPO.load(tmp_path / "model", device="cpu")
    seen = np.eye(9, dtype=np.uint8).reshape(9, 1, 3, 3)
    expected, _ = model.predict(seen, deterministic=True)
    assert again.predict(seen, deterministic=True)[0].tolist() == expected.tolist()
    assert again.kl_coefficient == model.kl_coefficient


def test_policy_and_values_apart() -> None:
    """However wrong the values are: with their gradients apart, the policy learns the same."""

    def policy_weights(separate: bool, vf_coef: float) -> Any:
        model = make(separate_gradients=separate, vf_coef=vf_coef, max_grad_norm=0.01)
        model.learn(128)
        named = model.policy.named_parameters()
        return torch.cat([each.flatten() for name, each in named if "value" not in name])

    apart = policy_weights(True, 0.5)
    assert torch.equal(apart, policy_weights(True, 1e6))
    together = policy_weights(False, 0.5)
    assert not torch.allclose(together, policy_weights(False, 1e6), atol=1e-5)


def test_schedules_of_entropy() -> None:
    model = make(ent_coef=lambda remaining: 0.1 * remaining)
    model.learn(256)
    assert model.ent_coef == pytest.approx(0.0)
    assert model.entropy_schedule(1.0) == pytest.approx(0.1)


def test_drawn_actions_have_the_policys_probabilities() -> None:
    model = make()
    probabilities = torch.tensor([0.5, 0.25, 0.2, 0.05, 0.0])
    drawn = model.draw_actions(probabilities.log().clamp(min=IMPOSSIBLE).expand(100_000, 5))
    shares = torch.bincount(drawn, minlength=5) / 100_000
    torch.testing.assert_close(shares, probabilities, atol=0.01, rtol=0)
    assert shares[4] == 0


def test_same_seed_same_weights() -> None:
    def weights(seed: int) -> Any:
        model = make(seed=seed)
        model.learn(256)
        return torch.cat([each.flatten() for each in model.policy.parameters()])

    assert torch.equal(weights(3), weights(3))
    assert not torch.equal(weights(3), weights(4))


def test_rewards_are_scaled_as_vec_normalize_scales_them() -> None:
    from stable_baselines3.common.vec_env import VecNormalize

    theirs = VecNormalize(DummyVecEnv([Signs for _ in range(4)]), norm_obs=False, gamma=0.9)
    ours = ReturnScale(4, 0.9)
    theirs.reset()
    for number in range(50):
        _, scaled, dones, _ = theirs.step(np.full(4, number % 5))
        expected = ours.scale(theirs.get_original_reward(), dones)
        np.testing.assert_allclose(scaled, expected, rtol=1e-5)
    again = ReturnScale(4, 0.9)
    again.restore(ours.as_arrays())
    rewards, none = np.arange(4.0), np.zeros(4, bool)
    assert again.scale(rewards, none).tolist() == ours.scale(rewards, none).tolist()
