"""Trainings too small to learn anything, and the levels for them."""

from __future__ import annotations

from typing import Any

import pytest

from babalab import Level

WALKS = [
    Level.parse("______/_b..f_/_B12._/_F13._/______", id="walk", solution="rrr"),
    Level.parse("______/_..bf_/_B12._/_F13._/______", id="step", solution="r"),
    Level.parse("______/_bf.._/_B12._/_F13._/______", id="near", solution="r"),
]
STEPS_DOWN = Level.parse("______/_bB12_/_.F13_/_f..._/______", id="down", solution="dd")
FAR = Level.parse("________/_b....f_/_B12..._/_F13..._/________", id="far", solution="rrrrrrr"[:6])
"""Of class 2."""
TINY: dict[str, Any] = {
    "size": "8x8", "max_steps": 12, "envs": 4, "rollout": 16, "batch": 32, "epochs": 1,
    "network_options": "width=8,layers=1",
}  # fmt: skip
UPDATE = 64
"""Steps of an update of such a training."""


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """The presets of the paper, so small that a training takes a moment."""
    from babalab.learning.training.presets import PRESETS

    for name in ("paper", "paper-code", "paper-text"):
        monkeypatch.setitem(PRESETS.known, name, PRESETS[name].changed(TINY))
