"""Making the device, the policy and the algorithm of a recipe."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

import torch
from gymnasium import spaces
from stable_baselines3.common.policies import ActorCriticPolicy

from babalab.learning.errors import LearningError
from babalab.learning.ppo.algorithm import AdaptiveKLPPO
from babalab.learning.ppo.policy import NetworkPolicy
from babalab.learning.training.recipe import MlpOptions, Recipe

ADAM_EPSILON = 1e-5
"""Stable-Baselines3's for actor-critic policies."""
FIELDS = {
    "n_steps": "rollout", "batch_size": "batch", "n_epochs": "epochs", "gamma": "discount",
    "gae_lambda": "gae", "normalize_advantage": "normalise_advantages",
    "normalize_reward": "normalise_rewards", "vf_coef": "value_coefficient",
    "max_grad_norm": "gradient_norm", "separate_gradients": "separate_gradients", "seed": "seed",
    "bootstrap": "bootstrap", "value_epochs": "value_epochs",
}  # fmt: skip
"""The fields of a recipe that the algorithm takes as they are, by its names for them."""


def choose_device(name: str) -> torch.device:
    """Return the device of this name; for ``auto`` a GPU if there is one.

    Raises `LearningError` if there is no such device here.
    """
    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError:
        raise LearningError(f"there is no device {name!r}; use auto, cpu or cuda") from None
    if device.type == "cuda" and not torch.cuda.is_available():
        raise LearningError("there is no GPU that torch can use; leave --device out, or use cpu")
    try:
        torch.zeros(1, device=device)
    except (RuntimeError, AssertionError):
        raise LearningError(f"torch can't use {name!r} here; use auto, cpu or cuda") from None
    return device


def describe_policy(recipe: Recipe) -> tuple[type, dict[str, Any]]:
    """Return the class of a recipe's policy, and the arguments to make it with."""
    options = recipe.options
    if isinstance(options, MlpOptions):
        layers = [options.width] * options.layers
        return ActorCriticPolicy, {"net_arch": layers} if recipe.network_options else {}
    from babalab.learning.ppo.networks import PlanesNet

    return NetworkPolicy, {
        "network": PlanesNet,
        "network_options": asdict(options),
        "masks": recipe.masks,
    }


def make_policy(
    recipe: Recipe, observation_space: spaces.Space[Any], action_space: spaces.Space[Any]
) -> Any:
    """Make a recipe's policy alone, untrained and without an optimiser."""
    kind, arguments = describe_policy(recipe)
    return kind(
        observation_space,
        action_space,
        lambda _: recipe.learning_rate,
        optimizer_class=_NoOptimizer,
        **arguments,
    )


class _NoOptimizer:
    """Stands in for torch's optimisers, the first of which loads its compiler for seconds."""

    def __init__(self, *_: Any, **__: Any) -> None: ...


def make_model(
    recipe: Recipe, env: Any, device: torch.device, *, compiled: bool = False
) -> AdaptiveKLPPO:
    """Make the algorithm of a recipe, ready to learn in this environment.

    `compiled` compiles the network by `torch.compile`, if it is one that gains by it.
    """
    kind, arguments = describe_policy(recipe)
    optimizer = {"eps": ADAM_EPSILON, "fused": True}  # one pass over the weights, not ten
    with warnings.catch_warnings():  # about small networks on a GPU and odd sizes of minibatches
        warnings.simplefilter("ignore", UserWarning)
        model = AdaptiveKLPPO(
            kind,
            env,
            penalty=recipe.penalty,
            clip_range=recipe.clip or None,
            ent_coef=_schedule(recipe.entropy, recipe.entropy_end),
            learning_rate=_schedule(recipe.learning_rate, recipe.learning_rate_end),
            **{name: getattr(recipe, field) for name, field in FIELDS.items()},
            precision=recipe.precision if device.type == "cuda" else "float32",
            policy_kwargs={**arguments, "optimizer_kwargs": optimizer},
            stats_window_size=max(100, recipe.envs),
            device=device,
        )
    if compiled and isinstance(model.policy, NetworkPolicy):
        model.policy.compile_for(recipe.envs, recipe.batch)
    return model


def _schedule(start: float, end: float) -> Callable[[float], float]:
    return partial(_interpolate, start, end)


def _interpolate(start: float, end: float, remaining: float) -> float:
    return end + (start - end) * max(remaining, 0.0)
