"""The presets of the paper: `paper-code` beside Stable-Baselines3, `paper-text` by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")
pytest.importorskip("stable_baselines3", reason="the extra babalab[learn] is not installed")

from stable_baselines3 import PPO  # noqa: E402

from babalab.game.action import Action  # noqa: E402
from babalab.learning.envs.stable_environment import StableEnv  # noqa: E402
from babalab.learning.ppo.policy import judge_observations  # noqa: E402
from babalab.learning.training.course import make_course, make_environment  # noqa: E402
from babalab.learning.training.model import make_model  # noqa: E402
from babalab.learning.training.presets import preset_named  # noqa: E402
from babalab.levels import write_levels  # noqa: E402
from support.training import LEVELS  # noqa: E402

FIGURES = {"gamma": 0.999, "gae_lambda": 0.98, "n_epochs": 4, "batch_size": 64, "ent_coef": 0.01}
"""What the authors' program sets; all else is as Stable-Baselines3 has it."""
ROLLOUT = 192


def make_env(reward: str = "distance") -> StableEnv:
    torch.set_num_threads(1)
    return StableEnv(LEVELS, 1, reward=reward, size=(8, 8), max_steps=12)


def make_ours(preset: str, **changes: Any) -> Any:
    recipe = preset_named(preset).changed({"rollout": ROLLOUT, **changes})
    return make_model(recipe, make_env(recipe.reward), torch.device("cpu"))


def collect(model: Any) -> Any:
    """Fill the rollout of a model, and return it."""
    _, callback = model._setup_learn(ROLLOUT)
    model.collect_rollouts(model.env, callback, model.rollout_buffer, ROLLOUT)
    return model.rollout_buffer


def test_the_program_sets_five_figures_and_no_more() -> None:
    theirs = PPO("MlpPolicy", make_env(), device="cpu", **FIGURES)
    recipe = preset_named("paper-code")
    assert (recipe.envs, recipe.steps, recipe.max_steps) == (1, 10_000, 10_000)
    ours = make_ours("paper-code", rollout=recipe.rollout)
    same = ("n_steps", "vf_coef", "max_grad_norm", "normalize_advantage", "target_kl", *FIGURES)
    assert {name: getattr(ours, name) for name in same} == {
        name: getattr(theirs, name) for name in same
    }
    for progress in (1.0, 0.5, 0.0):
        assert ours.clip_range(progress) == theirs.clip_range(progress)
        assert ours.lr_schedule(progress) == theirs.lr_schedule(progress)
        assert ours.entropy_schedule(progress) == theirs.ent_coef
    assert ours.penalty is None
    for name in ("lr", "eps", "betas", "weight_decay"):
        assert ours.policy.optimizer.defaults[name] == theirs.policy.optimizer.defaults[name]
    assert {name: each.shape for name, each in ours.policy.state_dict().items()} == {
        name: each.shape for name, each in theirs.policy.state_dict().items()
    }


def test_only_a_win_or_a_death_ends_an_episode_of_the_program(tmp_path: Path) -> None:
    write_levels(LEVELS, tmp_path / "levels.json")
    changes = {"levels": str(tmp_path / "levels.json"), "size": "8x8"}
    for preset, ends in (("paper-code", []), ("paper", [100, 200])):
        recipe = preset_named(preset).changed({**changes, "envs": 1})
        env = make_environment(recipe, make_course(recipe), threads=1)
        env.reset()
        waits = np.full(1, Action.WAIT)
        assert [step for step in range(1, 300) if env.step(waits)[2][0]] == ends


def test_an_update_of_the_program_is_stable_baselines(monkeypatch: pytest.MonkeyPatch) -> None:
    """All epochs over the same rollout leave the same weights, with ratios that are clipped."""
    fast = {"learning_rate": 0.01, "learning_rate_end": 0.01}
    ours = make_ours("paper-code", **fast)
    theirs = PPO(
        "MlpPolicy", make_env(), n_steps=ROLLOUT, learning_rate=0.01, device="cpu", **FIGURES
    )
    theirs.policy.load_state_dict(ours.policy.state_dict())
    rollout, buffer = collect(ours), theirs.rollout_buffer
    theirs._setup_learn(ROLLOUT)
    buffer.reset()
    buffer.observations[:] = rollout.observations.numpy()
    buffer.actions[:] = rollout.actions.unsqueeze(-1).numpy()
    chosen = rollout.log_probabilities.gather(-1, rollout.actions.unsqueeze(-1)).squeeze(-1)
    buffer.log_probs[:], buffer.values[:] = chosen.numpy(), rollout.values.numpy()
    buffer.advantages[:], buffer.returns[:] = rollout.advantages.numpy(), rollout.returns.numpy()
    buffer.pos, buffer.full = ROLLOUT, True
    monkeypatch.setattr(
        ours, "permute", lambda count: torch.from_numpy(np.random.permutation(count))
    )
    for model in (ours, theirs):
        np.random.seed(3)  # their minibatches are drawn from this one
        model.train()
    assert ours.logger.name_to_value["train/clip_fraction"] > 0.01
    found = ours.policy.state_dict()
    for name, weights in theirs.policy.state_dict().items():
        torch.testing.assert_close(found[name], weights, rtol=1e-3, atol=1e-5, msg=name)


def test_the_texts_advantages_are_what_was_met_less_the_values() -> None:
    model = make_ours("paper-text", reward="knowledge")
    rollout = collect(model)
    rewards, starts = rollout.rewards[:, 0].tolist(), rollout.starts[:, 0].tolist()
    assert sum(starts) > ROLLOUT / 12
    returns, after = [0.0] * ROLLOUT, 0.0
    for step in reversed(range(ROLLOUT)):
        returns[step] = after = rewards[step] + 0.999 * after
        if starts[step]:
            after = 0.0
    wanted = np.array(returns) - rollout.values[:, 0].numpy()
    np.testing.assert_allclose(rollout.returns[:, 0].numpy(), returns, rtol=1e-4, atol=1e-3)
    np.testing.assert_allclose(rollout.advantages[:, 0].numpy(), wanted, rtol=1e-4, atol=1e-3)


def test_an_update_of_the_text_is_algorithm_4(monkeypatch: pytest.MonkeyPatch) -> None:
    """M epochs of the policy, then B of the values, each with an optimiser of its own."""
    model = make_ours("paper-text", value_epochs=3)
    rollout = collect(model)
    orders = [torch.randperm(ROLLOUT) for _ in range(4 + 3)]
    drawn = iter(orders)
    monkeypatch.setattr(model, "permute", lambda _: next(drawn))
    twin = make_ours("paper-text").policy
    twin.load_state_dict(model.policy.state_dict())
    _climb(twin, rollout, orders[:4], coefficient=1.0)
    _fit_values(twin, rollout, orders[4:])
    model.train()
    found = model.policy.state_dict()
    for name, weights in twin.state_dict().items():
        torch.testing.assert_close(found[name], weights, rtol=1e-3, atol=1e-5, msg=name)


def _climb(policy: Any, rollout: Any, orders: list[Any], coefficient: float) -> None:
    """Climb R(θ), as Algorithm 4 has it."""
    weights = [each for name, each in policy.named_parameters() if "value" not in name]
    optimiser = torch.optim.Adam(weights, lr=3e-4, eps=1e-5)
    for batch in (part for order in orders for part in order.split(64)):
        new, _ = judge_observations(policy, rollout.observations[batch, 0])
        old, actions = rollout.log_probabilities[batch, 0], rollout.actions[batch, 0]
        rows = torch.arange(len(batch))
        ratio = new[rows, actions].exp() / old[rows, actions].exp()
        kl = torch.nn.functional.kl_div(new, old, log_target=True, reduction="batchmean")
        objective = (ratio * rollout.advantages[batch, 0]).mean() - coefficient * kl
        _step(optimiser, weights, -objective)


def _fit_values(policy: Any, rollout: Any, orders: list[Any]) -> None:
    """Descend L(φ)."""
    weights = [each for name, each in policy.named_parameters() if "value" in name]
    optimiser = torch.optim.Adam(weights, lr=3e-4, eps=1e-5)
    for batch in (part for order in orders for part in order.split(64)):
        _, values = judge_observations(policy, rollout.observations[batch, 0])
        loss = torch.nn.functional.mse_loss(values, rollout.returns[batch, 0])
        _step(optimiser, weights, 0.5 * loss)


def _step(optimiser: Any, weights: list[Any], loss: Any) -> None:
    optimiser.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(weights, 0.5)
    optimiser.step()
