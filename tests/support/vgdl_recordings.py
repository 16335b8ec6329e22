"""The games of VGDL beside the repository, and their recordings, which tests may read."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ARCADE = Path(__file__).parents[2].parent / "shared" / "arcade"
GAMES = sorted(
    file for file in (ARCADE / "games").glob("*.txt") if not re.search(r"_[0-9]+$", file.stem)
)
RECORDINGS = sorted((ARCADE / "traces").glob("*.jsonl.gz"))

needs_games = pytest.mark.skipif(not GAMES, reason="no ../shared/arcade/games here")
needs_recordings = pytest.mark.skipif(not RECORDINGS, reason="no ../shared/arcade/traces here")

LETTERS = {"N": "wait", "U": "up", "L": "left", "D": "down", "R": "right", "S": "use"}


def plays_in(file: Path) -> Iterator[dict[str, Any]]:
    """The plays of a file."""
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)
