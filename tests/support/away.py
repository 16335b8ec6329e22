"""A working directory far from everything: nothing was fetched, and nothing lies beside."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from babalab.game.level import Level
from babalab.levels import write_levels


def go_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, levels: Iterable[Level]) -> Path:
    """Go to a new folder that has these levels in set.json; the store is beside it."""
    below = tmp_path / "below"
    below.mkdir()
    monkeypatch.chdir(below)
    monkeypatch.setenv("BABALAB_STORE", str(tmp_path / "results.db"))
    monkeypatch.setattr("babalab.levels.fetched.data_folder", lambda: tmp_path / "data")
    write_levels(list(levels), below / "set.json")
    return below
