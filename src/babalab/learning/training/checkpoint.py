"""Checkpoints: one file with everything that decides how a training goes on."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium.spaces import Dict

from babalab.learning.errors import LearningError
from babalab.learning.ppo.algorithm import AdaptiveKLPPO
from babalab.learning.training.recipe import Recipe
from babalab.learning.training.weights_file import (
    WeightsFile,
    WeightsFileError,
    load_exactly,
    read_weights,
    write_weights,
)

FOLDER = "checkpoints"
BEST = "best.safetensors"
KEPT = 3
"""The number of checkpoints to keep, the newest ones."""


def save_checkpoint(
    path: Path, model: AdaptiveKLPPO, recipe: Recipe, facts: Mapping[str, Any]
) -> None:
    """Write the whole state of a training between two updates.

    On the same kind of machine, a training that goes on from there takes the same course to the
    bit on a CPU; a GPU's sums may differ in their last digits.
    """
    tensors, counters = _collect_state(model)
    write_weights(path, "training", tensors, recipe, {**facts, **counters})


def remember(model: AdaptiveKLPPO, recipe: Recipe) -> WeightsFile:
    """Return the same in memory, for `restore_checkpoint`."""
    tensors, counters = _collect_state(model)
    kept = {name: tensor.clone() for name, tensor in tensors.items()}
    return WeightsFile("training", Path("memory"), kept, recipe, counters)


def restore_checkpoint(file: WeightsFile, model: AdaptiveKLPPO) -> None:
    """Restore the model from a checkpoint."""
    load_exactly(file.path, model.policy, file.select_tensors("policy."))
    _restore_optimizer(file, model)
    model.num_timesteps = int(file.facts["steps"])
    model._n_updates = int(file.facts["updates"])
    model.kl_coefficient = float(file.facts["kl_coefficient"])
    if model.return_scale is not None:
        arrays = {name: tensor.numpy() for name, tensor in file.select_tensors("scale.").items()}
        if {"returns", "moments"} - set(arrays):
            raise WeightsFileError(f"{file.path}: the normalisation of rewards is missing")
        model.return_scale.restore(arrays)
    _restore_environment(file, model)
    _restore_random(file, model)


def checkpoint_path(folder: Path, steps: int) -> Path:
    """Return the path of the checkpoint after `steps` steps."""
    return folder / FOLDER / f"steps-{steps:012}.safetensors"


def find_checkpoints(folder: Path) -> list[Path]:
    """Return the checkpoints of a training, from the oldest to the newest, without the best one."""
    return sorted((folder / FOLDER).glob("steps-*.safetensors"))


def delete_old_checkpoints(folder: Path, kept: int = KEPT) -> None:
    """Delete all checkpoints but the last few."""
    for path in find_checkpoints(folder)[: -max(1, kept)]:
        path.unlink(missing_ok=True)


def read_latest_checkpoint(folder: Path) -> WeightsFile:
    """Read the newest checkpoint that can be read; warn of newer ones that can't.

    Raises `LearningError` if there is none; if there are and none can be read, the reason for the
    newest.
    """
    found = find_checkpoints(folder)
    if not found:
        raise LearningError(
            f"{folder}: there is no training in this folder (checkpoints/ is missing or empty); "
            "'babalab train ppo --output FOLDER' begins one"
        )
    reason: WeightsFileError | None = None
    for path in reversed(found):
        try:
            file = read_weights(path, "training")
        except WeightsFileError as error:
            reason = reason or error
            continue
        if reason is not None:
            warnings.warn(f"{reason}; {path.name} is taken instead", stacklevel=2)
        return file
    assert reason is not None
    raise reason


def _collect_state(model: AdaptiveKLPPO) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
    counters = {
        "steps": int(model.num_timesteps),
        "updates": int(model._n_updates),
        "kl_coefficient": float(model.kl_coefficient),
    }
    tensors = {f"policy.{name}": value for name, value in model.policy.state_dict().items()}
    tensors |= _collect_optimizer(model)
    tensors |= _collect_random(model)
    tensors |= _collect_environment(model)
    if model.return_scale is not None:
        for name, array in model.return_scale.as_arrays().items():
            tensors[f"scale.{name}"] = torch.from_numpy(array)
    return tensors, counters


def _collect_optimizer(model: AdaptiveKLPPO) -> dict[str, torch.Tensor]:
    return {
        f"optimizer.{index}.{name}": torch.as_tensor(value)
        for index, state in model.policy.optimizer.state_dict()["state"].items()
        for name, value in state.items()
    }


def _restore_optimizer(file: WeightsFile, model: AdaptiveKLPPO) -> None:
    optimizer = model.policy.optimizer
    current = optimizer.state_dict()
    state: dict[int, dict[str, torch.Tensor]] = {}
    for name, tensor in file.select_tensors("optimizer.").items():
        place, _, what = name.partition(".")
        state.setdefault(int(place), {})[what] = tensor
    weights = list(model.policy.parameters())
    for index, values in state.items():
        shape = weights[index].shape if index < len(weights) else None
        right = {"step": torch.Size(), "exp_avg": shape, "exp_avg_sq": shape}
        if {name: tensor.shape for name, tensor in values.items()} != right:
            raise WeightsFileError(f"{file.path}: the optimiser's state is of another network")
        for name in ("exp_avg", "exp_avg_sq"):
            # In the memory layout of the weights, which files don't keep: sums and fused steps
            # depend on it.
            values[name] = torch.empty_like(weights[index], device="cpu").copy_(values[name])
    optimizer.load_state_dict({**current, "state": state})


def _collect_random(model: AdaptiveKLPPO) -> dict[str, torch.Tensor]:
    name, keys, position, has_gauss, gauss = np.random.get_state()
    assert name == "MT19937"
    state = {
        "random.chance": model.chance.get_state(),
        "random.torch": torch.get_rng_state(),
        "random.numpy": torch.from_numpy(np.asarray(keys, dtype=np.int64)),
        "random.numpy_position": torch.tensor([position, has_gauss], dtype=torch.int64),
        "random.numpy_gauss": torch.tensor([gauss], dtype=torch.float64),
    }
    if model.device.type == "cuda":
        state["random.cuda"] = torch.cuda.get_rng_state(model.device)
    return state


def _restore_random(file: WeightsFile, model: AdaptiveKLPPO) -> None:
    position, has_gauss = file.get_tensor("random.numpy_position").tolist()
    keys = file.get_tensor("random.numpy").numpy().astype(np.uint32)
    np.random.set_state(
        ("MT19937", keys, position, has_gauss, file.get_tensor("random.numpy_gauss")[0])
    )
    torch.set_rng_state(file.get_tensor("random.torch"))
    chance = file.get_tensor("random.chance")
    if len(chance) == len(model.chance.get_state()):  # a GPU's and a CPU's can't follow each other
        model.chance.set_state(chance)
    if model.device.type == "cuda" and "random.cuda" in file.tensors:
        torch.cuda.set_rng_state(file.get_tensor("random.cuda"), model.device)


def _collect_environment(model: AdaptiveKLPPO) -> dict[str, torch.Tensor]:
    seen = model._last_obs
    observations = seen if isinstance(seen, dict) else {"": seen}
    return {
        "environment": _to_tensor(model.env.environment.save()),
        "last_starts": torch.from_numpy(np.array(model._last_episode_starts, dtype=bool)),
        **{
            f"last_observation.{name}": torch.from_numpy(np.array(array))
            for name, array in observations.items()
        },
    }


def _restore_environment(file: WeightsFile, model: AdaptiveKLPPO) -> None:
    try:
        model.env.environment.restore(file.get_tensor("environment").numpy().tobytes())
    except (LearningError, ValueError) as error:
        raise WeightsFileError(
            f"{file.path}: its environments can't go on: {error}; were the levels changed?"
        ) from None
    observations = {
        name: tensor.numpy().copy()
        for name, tensor in file.select_tensors("last_observation.").items()
    }
    starts = file.get_tensor("last_starts").numpy().copy()
    space = model.observation_space
    spaces = space.spaces if isinstance(space, Dict) else {"": space}
    right = {name: (model.n_envs, *(each.shape or ())) for name, each in spaces.items()}
    found = {name: array.shape for name, array in observations.items()}
    if found != right or starts.shape != (model.n_envs,):
        raise WeightsFileError(f"{file.path}: its last observations are of another environment")
    model._last_obs = observations.get("", observations)
    model._last_episode_starts = starts


def _to_tensor(data: bytes) -> torch.Tensor:
    return torch.from_numpy(np.frombuffer(data, dtype=np.uint8).copy())
