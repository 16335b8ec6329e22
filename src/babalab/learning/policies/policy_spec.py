"""Files of policies as specs: ``policy.safetensors`` is an agent that plays by it.

Only the metadata are read, which needs neither torch nor safetensors.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from babalab.agents import AgentError
from babalab.learning.policies.agents import PolicyAgent, Rl, Rl0, RlD, RlStrong

KINDS: Final = (Rl, RlD, Rl0, RlStrong)
LONGEST_HEADER: Final = 1 << 24


def read_policy_spec(path: Path) -> str:
    """Return the spec of the agent for which a policy was trained; `rl` for any other training.

    Raises `AgentError` if the file is no policy.
    """
    metadata = _read_metadata(path)
    kind = metadata.get("kind")
    if metadata.get("format") != "babalab" or kind not in ("policy", "training"):
        raise AgentError(f"{path}: it is no policy of babalab's")
    if kind == "training":
        raise AgentError(
            f"{path}: it is a checkpoint of a training, and not a trained policy; "
            "'babalab train export' makes one of it"
        )
    try:
        recipe = json.loads(metadata["recipe"])
        trained = (recipe["preset"], str(recipe["reward"]).partition(":")[0])
    except (KeyError, TypeError, ValueError, RecursionError) as error:
        raise AgentError(f"{path}: its metadata are damaged: {error}") from error
    found = next((each for each in KINDS if _is_trained_so(each, *trained)), Rl)
    return f"{found.name}:policy={path}"


def _is_trained_so(kind: type[PolicyAgent], preset: object, reward: str) -> bool:
    """Return whether these are in the options by which the policy of an agent is trained."""
    wanted = dict(_pair(kind.training.split()))
    return wanted["--preset"] == preset and wanted.get("--reward", reward) == reward


def _pair(words: list[str]) -> Iterator[tuple[str, str]]:
    yield from zip(words[::2], words[1::2], strict=True)


def _read_metadata(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            (length,) = struct.unpack("<Q", file.read(8))
            if length > LONGEST_HEADER:
                raise ValueError(f"a header of {length} bytes")
            header = json.loads(file.read(length))
        metadata = header.get("__metadata__", {})
        if not isinstance(metadata, dict):
            raise ValueError("its metadata are no table")
    except OSError as error:
        raise AgentError(f"{path}: can't be read: {error.strerror or error}") from error
    except (struct.error, ValueError, AttributeError, RecursionError) as error:
        raise AgentError(
            f"{path}: it is no safetensors file, or it was cut off or damaged ({error})"
        ) from error
    return metadata
