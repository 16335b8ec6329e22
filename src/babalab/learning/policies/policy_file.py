"""Files of trained policies: the weights an agent needs, and how they were made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium import spaces

from babalab.game.action import Action
from babalab.learning.envs.observations import PAPER_SIZE, observation_named
from babalab.learning.ppo.policy import judge_observations
from babalab.learning.training.model import make_policy
from babalab.learning.training.recipe import Recipe
from babalab.learning.training.weights_file import (
    WeightsFile,
    WeightsFileError,
    load_exactly,
    read_weights,
    write_weights,
)

VALUES = "value"
"""Weights with this in their names only estimate values, which a player can do without."""
AT_ONCE = 1024
Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Policy:
    """A trained policy, which turns observations into probabilities of actions."""

    recipe: Recipe
    size: tuple[int, int]
    """(rows, columns) of the observations it was trained with."""
    facts: Mapping[str, Any]
    """Facts about its training, and its scores."""
    network: Any
    device: torch.device

    def logits(self, observations: Array | Mapping[str, Array]) -> Array:
        """Return the logarithms of the probabilities of all actions: (observations, 5), float32."""
        parts = []
        with torch.inference_mode():
            for first in range(0, _count(observations), AT_ONCE):
                part = _to_device(observations, slice(first, first + AT_ONCE), self.device)
                log_probabilities, _ = judge_observations(self.network, part)
                parts.append(log_probabilities.cpu().numpy())
        return np.concatenate(parts) if parts else np.zeros((0, len(Action)), dtype=np.float32)

    def action_probabilities(self, observations: Array | Mapping[str, Array]) -> Array:
        """Return the probabilities of all actions: (observations, 5)."""
        probabilities: Array = np.exp(self.logits(observations))
        return probabilities


def load_policy(path: Path | str, device: str = "cpu") -> Policy:
    """Load a file made by `export_policy`. Raises `WeightsFileError` for any other."""
    file = read_weights(Path(path), "policy")
    rows, columns = file.facts.get("size", PAPER_SIZE)
    size = (int(rows), int(columns))
    space = observation_named(file.recipe.observation).make_space(size)
    network = make_policy(file.recipe, space, spaces.Discrete(len(Action)))
    weights = {name: tensor.float() for name, tensor in file.select_tensors("policy.").items()}
    load_exactly(file.path, network, weights, but=VALUES)
    network.set_training_mode(False)
    network.requires_grad_(False)
    chosen = torch.device(device)
    return Policy(file.recipe, size, file.facts, network.to(chosen), chosen)


def export_policy(
    checkpoint: WeightsFile, path: Path, *, half: bool = False, values: bool = False
) -> None:
    """Write the policy of a checkpoint to a file: its weights, its recipe and how it was made.

    `half` rounds the weights to float16; `values` keeps those that only estimate values too.
    """
    weights = {
        f"policy.{name}": tensor.half() if half and tensor.is_floating_point() else tensor
        for name, tensor in checkpoint.select_tensors("policy.").items()
        if values or VALUES not in name
    }
    if not weights:
        raise WeightsFileError(f"{checkpoint.path}: it has no weights")
    kept = ("steps", "seconds", "size", "command", "evaluation", "device", "made")
    facts = {name: checkpoint.facts[name] for name in kept if name in checkpoint.facts}
    write_weights(path, "policy", weights, checkpoint.recipe, facts)


def _count(observations: Array | Mapping[str, Array]) -> int:
    some = next(iter(observations.values())) if isinstance(observations, Mapping) else observations
    return len(some)


def _to_device(observations: Array | Mapping[str, Array], part: slice, device: torch.device) -> Any:
    if isinstance(observations, Mapping):
        return {
            name: torch.from_numpy(np.ascontiguousarray(array[part])).to(device)
            for name, array in observations.items()
        }
    return torch.from_numpy(np.ascontiguousarray(observations[part])).to(device)
