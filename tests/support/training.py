"""Small trainings: levels and recipes that are done with in seconds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from babalab.game.level import Level
from babalab.learning.training.presets import preset_named
from babalab.learning.training.recipe import Recipe
from babalab.levels import write_levels

LEVELS = [
    Level.parse("______/_b..f_/_B12._/_F13._/______", id="right", solution="rrr"),
    Level.parse("______/_f..b_/_B12._/_F13._/______", id="left", solution="lll"),
    Level.parse("______/_bB12_/_.F13_/_f..._/______", id="down", solution="dd"),
    Level.parse("______/_fB12_/_.F13_/_b..._/______", id="up", solution="uu"),
]
"""Four directions, four levels; no move solves two of them."""


def tiny_recipe(folder: Path, **changes: Any) -> Recipe:
    """The preset `paper`, made small; its levels are in a file of this folder."""
    path = folder / "tiny.json"
    if not path.exists():
        write_levels(LEVELS, path)
    small = {
        "levels": str(path),
        "reward": "sparse",
        "size": "",
        "max_steps": 12,
        "envs": 16,
        "rollout": 16,
        "batch": 64,
        "steps": 1024,
        "discount": 0.9,
        "learning_rate": 2e-3,
        "learning_rate_end": 2e-3,
        "network_options": "width=32",
    }
    return preset_named("paper").changed({**small, **changes})


def tiny_strong(folder: Path, **changes: Any) -> Recipe:
    """The preset `strong`, made small."""
    base = tiny_recipe(folder)
    small = {
        name: getattr(base, name)
        for name in ("levels", "size", "max_steps", "envs", "rollout", "batch", "steps")
    }
    options = {"network_options": "channels=8,blocks=1,hidden=16"}
    return preset_named("strong").changed({**small, **options, **changes})
