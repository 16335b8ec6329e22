"""Files of weights and their metadata: safetensors, which can't run code when read.

Everything babalab learns is kept in such files: checkpoints of trainings, and policies. The
metadata say which kind it is, in which version of the format, and by which babalab.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import safetensors
import torch
from safetensors.torch import save_file

from babalab.base.version import __version__
from babalab.learning.errors import LearningError
from babalab.learning.training.facts import check_facts
from babalab.learning.training.recipe import Recipe

Kind = Literal["training", "policy"]
FORMAT = "babalab"
VERSION = 1
"""The version of the format; a file with a higher one is not read."""
_WORDS: dict[str, str] = {"training": "a checkpoint of a training", "policy": "a trained policy"}


class WeightsFileError(LearningError):
    """A file that is not what it should be; says why."""


@dataclass(frozen=True)
class WeightsFile:
    """The contents of a file."""

    kind: str
    path: Path
    tensors: Mapping[str, torch.Tensor]
    recipe: Recipe
    facts: Mapping[str, Any]
    """Everything else that was written: counters, scores, the command."""

    def select_tensors(self, prefix: str) -> dict[str, torch.Tensor]:
        """Return the tensors whose names begin with `prefix`, without it."""
        return {
            name.removeprefix(prefix): tensor
            for name, tensor in self.tensors.items()
            if name.startswith(prefix)
        }

    def get_tensor(self, name: str) -> torch.Tensor:
        """Return the tensor of this name. Raises `WeightsFileError` if there is none."""
        try:
            return self.tensors[name]
        except KeyError:
            raise WeightsFileError(f"{self.path}: it has no tensor {name!r}") from None


def write_weights(
    path: Path,
    kind: Kind,
    tensors: Mapping[str, torch.Tensor],
    recipe: Recipe,
    facts: Mapping[str, Any],
) -> None:
    """Write a file: all of it, or nothing if something goes wrong."""
    metadata = {
        "format": FORMAT,
        "format_version": str(VERSION),
        "kind": kind,
        "babalab": __version__,
        "recipe": recipe.as_json(),
        "facts": json.dumps(facts, ensure_ascii=False),
    }
    kept = {name: tensor.detach().cpu().contiguous() for name, tensor in tensors.items()}
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        unfinished.touch()
        usual = unfinished.stat().st_mode
        save_file(kept, unfinished, metadata=metadata)
        unfinished.chmod(usual)  # safetensors lets nobody else read it
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def read_weights(path: Path, kind: Kind | None = None) -> WeightsFile:
    """Read a file of this kind, or of any. Raises `WeightsFileError` if it is something else."""
    if not path.is_file():
        raise WeightsFileError(f"{path}: there is no such file")
    try:
        with safetensors.safe_open(path, framework="pt") as file:
            metadata = file.metadata() or {}
            _check(path, kind, metadata)
            tensors = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
    except safetensors.SafetensorError as error:
        raise WeightsFileError(
            f"{path}: it is no safetensors file, or it was cut off or damaged ({error})"
        ) from None
    try:
        recipe = Recipe.from_json(metadata["recipe"])
        facts = json.loads(metadata["facts"], parse_constant=_refuse_constant)
        check_facts(facts)
    except KeyError as error:
        raise WeightsFileError(f"{path}: its metadata are damaged: no {error}") from None
    except (ValueError, RecursionError) as error:
        raise WeightsFileError(f"{path}: its metadata are damaged: {error}") from None
    return WeightsFile(metadata["kind"], path, tensors, recipe, facts)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def _check(path: Path, kind: Kind | None, metadata: Mapping[str, str]) -> None:
    if metadata.get("format") != FORMAT:
        raise WeightsFileError(f"{path}: it is a safetensors file, but not one of babalab's")
    version = metadata.get("format_version", "")
    if not re.fullmatch("[0-9]{1,9}", version) or int(version) > VERSION:
        raise WeightsFileError(
            f"{path}: it was made by babalab {metadata.get('babalab', '?')} in version "
            f"{version or '?'} of the format, and this one reads up to {VERSION}; use a newer one"
        )
    found = _WORDS.get(metadata.get("kind", ""), "something else")
    if kind is None and metadata.get("kind") not in _WORDS:
        raise WeightsFileError(f"{path}: it is {found}, and neither of {', '.join(_WORDS)}")
    if kind is not None and metadata.get("kind") != kind:
        hint = "; 'babalab train export' makes one of it" if kind == "policy" else ""
        raise WeightsFileError(f"{path}: it is {found}, and not {_WORDS[kind]}{hint}")


def load_exactly(
    path: Path,
    module: torch.nn.Module,
    tensors: Mapping[str, torch.Tensor],
    *,
    but: str = "",
) -> None:
    """Give a network its weights, which must have the same names and shapes.

    Weights with the word `but` in their names may be missing. Raises `WeightsFileError`.
    """
    wanted = module.state_dict()
    missing = [each for each in wanted if each not in tensors and not (but and but in each)]
    unknown = [name for name in tensors if name not in wanted]
    if missing or unknown:
        what = f"it has no {missing[0]}" if missing else f"there is no place for {unknown[0]}"
        raise WeightsFileError(f"{path}: its weights are those of another network: {what}")
    for name, tensor in tensors.items():
        if tensor.shape != wanted[name].shape:
            raise WeightsFileError(
                f"{path}: {name} has the shape {tuple(tensor.shape)}, and the network of its "
                f"recipe has {tuple(wanted[name].shape)} there"
            )
    module.load_state_dict(dict(tensors), strict=False)
