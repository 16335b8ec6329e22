"""Policies that have learned nothing, in files: enough to play by, made in a moment."""

from __future__ import annotations

from pathlib import Path
from typing import Any

SMALL_FRAME = "20x20"


def write_policy(
    path: Path, *, seed: int = 0, bias: tuple[float, ...] = (), **changes: Any
) -> Path:
    """Write a policy with random weights, of the preset `paper` but for the changes.

    `bias` is added to the logits of the actions of a network of plain layers.
    """
    import torch
    from gymnasium import spaces

    from babalab.learning.envs.observations import observation_named
    from babalab.learning.training.model import make_policy
    from babalab.learning.training.presets import preset_named
    from babalab.learning.training.weights_file import write_weights

    recipe = preset_named("paper").changed({"size": SMALL_FRAME, **changes})
    size = recipe.shape or (20, 20)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        space = observation_named(recipe.observation).make_space(size)
        network = make_policy(recipe, space, spaces.Discrete(5))
        for weights in network.parameters():  # so that it has opinions
            if recipe.network == "planes" and weights.ndim > 1:
                torch.nn.init.normal_(weights, std=0.1)
    tensors = {f"policy.{name}": value.clone() for name, value in network.state_dict().items()}
    if bias:
        tensors["policy.action_net.bias"] += torch.tensor(bias)
    write_weights(path, "policy", tensors, recipe, {"size": list(size)})
    return path
