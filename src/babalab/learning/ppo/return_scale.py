"""Normalise rewards by how much returns vary, so that one learning rate fits every reward."""

from __future__ import annotations

from typing import Any

import numpy as np

CLIP = 10.0
"""Normalised rewards stay within this."""
_SMALL = 1e-8


class ReturnScale:
    """The running standard deviation of discounted returns, as SB3's VecNormalize keeps it.

    Rewards are divided by it, never shifted: a shift would change what is worth doing.
    """

    def __init__(self, environments: int, discount: float) -> None:
        self.discount = discount
        self.returns = np.zeros(environments, dtype=np.float64)
        self.count, self.mean, self.variance = 1e-4, 0.0, 1.0

    @property
    def deviation(self) -> float:
        """The number that rewards are divided by."""
        return float(np.sqrt(self.variance + _SMALL))

    def scale(
        self, rewards: np.ndarray[Any, Any], dones: np.ndarray[Any, Any]
    ) -> np.ndarray[Any, Any]:
        """Take note of the rewards of one step of all environments; return them normalised."""
        self.returns = self.returns * self.discount + rewards
        self._note(self.returns)
        self.returns[dones] = 0.0
        return np.clip(rewards / self.deviation, -CLIP, CLIP).astype(np.float32)

    def _note(self, values: np.ndarray[Any, Any]) -> None:
        """Merge the moments of these values with those so far (Chan et al.)."""
        count = len(values)
        shift, total = float(values.mean()) - self.mean, self.count + count
        squares = self.variance * self.count + float(values.var()) * count
        squares += shift**2 * self.count * count / total
        self.mean += shift * count / total
        self.variance, self.count = squares / total, total

    def as_arrays(self) -> dict[str, np.ndarray[Any, Any]]:
        """Return everything that a checkpoint needs."""
        moments = np.array([self.count, self.mean, self.variance], dtype=np.float64)
        return {"returns": self.returns.copy(), "moments": moments}

    def restore(self, arrays: dict[str, np.ndarray[Any, Any]]) -> None:
        """Go on from what `as_arrays` returned."""
        self.returns = np.array(arrays["returns"], dtype=np.float64)
        self.count, self.mean, self.variance = (float(each) for each in arrays["moments"])
