"""Judging states of a level by a policy, each of them once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from babalab import _core
from babalab.base.parameters import ParameterError
from babalab.game.batch import Batch, States
from babalab.game.level import Level
from babalab.game.state import HashKind
from babalab.learning.envs.observations import number_of

if TYPE_CHECKING:
    from babalab.learning.policies.policy_file import Policy

Logits = NDArray[np.float32]
KNOWN_STATES = 200_000
"""The largest number of states whose logits are kept."""
HASH_KINDS: dict[str, HashKind] = {"paper": "picture", "ascii": "picture", "full": "exact"}
"""For each observation, the hash that tells apart states that look different."""


class StateJudge:
    """A policy's logits for states of one level; it is asked once about what looks the same."""

    def __init__(self, level: Level, policy: Policy) -> None:
        self.judged = 0
        self._policy = policy
        self._core = level.core
        self._batch = Batch(level)
        self._known: dict[int, Logits] = {}
        self._kind = policy.recipe.observation
        # A network over planes of any size is quickest without border; others want theirs.
        self._any_size = policy.recipe.network == "planes"
        self._size = (level.height, level.width) if self._any_size else policy.size
        self._inside = (slice(None), slice(None))
        if level.height > self._size[0] or level.width > self._size[1]:
            raise ParameterError(
                f"the policy sees {self._size[0]} x {self._size[1]} cells, and the level has "
                f"{level.height} x {level.width}"
            )
        if self._any_size:
            start = self._batch.pack([level.start()])
            cells, _ = _core.observe(self._core, start, number_of("full"), *self._size)
            rows, columns = np.nonzero(cells[0, 0])
            if len(rows):
                self._inside = (
                    slice(rows.min(), rows.max() + 1),
                    slice(columns.min(), columns.max() + 1),
                )

    def __call__(self, rows: States, changing: NDArray[np.bool_]) -> Logits:
        """Return the logits of these states, (states, 5).

        `changing` says which moves change something there.
        """
        if len(self._known) > KNOWN_STATES:
            self._known.clear()
        keys = self._batch.hashes(rows, HASH_KINDS[self._kind])[:, 0].tolist()
        fresh: dict[int, int] = {}
        for index, key in enumerate(keys):
            if key not in self._known:
                fresh.setdefault(key, index)
        if fresh:
            which = list(fresh.values())
            with use_one_thread():
                logits = self._policy.logits(self._observe(rows[which], changing[which]))
            self.judged += len(which)
            self._known.update(zip(fresh, logits, strict=True))
        return np.array([self._known[key] for key in keys])

    def _observe(
        self, rows: States, changing: NDArray[np.bool_]
    ) -> NDArray[np.uint8] | dict[str, NDArray[np.uint8]]:
        seen = _core.observe(self._core, rows, number_of(self._kind), *self._size)
        if not isinstance(seen, tuple):
            return seen
        cells, rules = seen
        mask = changing | ~changing.any(axis=1, keepdims=True)
        return {
            "cells": np.ascontiguousarray(cells[:, :, *self._inside]),
            "rules": rules,
            "mask": mask.astype(np.uint8),
        }


@contextmanager
def use_one_thread() -> Iterator[None]:
    """Let the network use one thread: agents are compared on a core each, side by side.

    With more, workers get in each other's way, and sums may depend on how many there are.
    """
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def load_current_policy(file: Path) -> Policy:
    """Load the policy of a file as it is now; it is kept until the file changes."""
    return _load(str(file), file.stat().st_mtime_ns)


@lru_cache(maxsize=4)
def _load(path: str, _changed: int) -> Policy:
    from babalab.learning.policies.policy_file import load_policy

    return load_policy(path)
