"""The data beside the repository: level sets and recordings, which tests may read but not need."""

from __future__ import annotations

from pathlib import Path

import pytest

KEKE = Path(__file__).parents[2].parent / "shared" / "keke"
LEVELS = KEKE / "levels"
TRACES = sorted((KEKE / "traces").glob("*.jsonl.gz"))

needs_levels = pytest.mark.skipif(not LEVELS.is_dir(), reason="no ../shared/keke/levels here")
needs_traces = pytest.mark.skipif(not TRACES, reason="no ../shared/keke/traces here")

ARCADE = KEKE.parent / "arcade"
needs_arcade = pytest.mark.skipif(not ARCADE.is_dir(), reason="no ../shared/arcade here")
