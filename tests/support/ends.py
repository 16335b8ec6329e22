"""Ends of plays, made up."""

from __future__ import annotations

from typing import Any

import numpy as np

from babalab.games.game import Ends


def ends(*plays: tuple[float, int, str]) -> Ends[Any]:
    """Plays with a score, a length, and how they went: won, lost or nothing."""
    scores, lengths, how = zip(*plays, strict=True)
    return Ends(
        [None] * len(plays),
        np.array(scores, np.float64),
        np.array([each == "won" for each in how]),
        np.array([each == "lost" for each in how]),
        np.array(lengths),
        np.zeros((len(plays), max(lengths)), np.uint8),
    )
