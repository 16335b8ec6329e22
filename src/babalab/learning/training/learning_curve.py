"""Learning curves: the measures of every update, in ``metrics.jsonl`` and for TensorBoard."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from babalab.levels.files import read_bytes

METRICS = "metrics.jsonl"
MOST_BYTES = 2**30
"""The largest file that is read; a curve of a million updates is smaller."""
LEARNED = (
    "objective", "value_loss", "entropy", "kl_after", "kl_coefficient", "explained_variance",
    "learning_rate", "entropy_coefficient", "gradient_norm", "clip_fraction",
)  # fmt: skip
"""The measures of every update that a curve has."""


class LearningCurve:
    """The curve of one training, which grows by a line of JSON for each update.

    `logger` is Stable-Baselines3's, which writes TensorBoard's event files.
    """

    def __init__(self, folder: Path, logger: Any, *, after: int) -> None:
        """Go on `after` this many steps, and drop what an earlier session wrote beyond them."""
        path = folder / METRICS
        kept = [row for row in read_curve(folder) if row["steps"] <= after]
        unfinished = path.with_suffix(".new")
        unfinished.write_text("".join(map(_format_row, kept)), encoding="utf-8")
        unfinished.replace(path)
        self._file = path.open("a", encoding="utf-8")
        self._logger = logger

    def add(self, row: dict[str, Any]) -> None:
        """Append a row, which others can read at once."""
        logger = self._logger
        for name in ("success_rate", "return", "length"):
            if row[name] is not None:
                logger.record(f"rollout/{name}", row[name])
        for name, rate in row["success_by_class"].items():
            logger.record(f"rollout/success_rate_class_{name}", rate)
        logger.record("time/fps", row["steps_per_second"])
        for name, value in row.get("evaluation", {}).items():
            if isinstance(value, float):
                logger.record(f"evaluation/{name}", value)
        logger.dump(row["steps"])
        self._file.write(_format_row(row))
        self._file.flush()

    def close(self) -> None:
        """Close the files."""
        self._logger.close()
        self._file.close()


def summarize_update(
    logged: Mapping[str, Any], counts: Mapping[str, tuple[int, int]], episodes: Any
) -> dict[str, Any]:
    """Return the row of an update, without steps and times.

    `logged` is what the algorithm recorded, `counts` has the episodes and wins of each length
    class, `episodes` the last episodes as Stable-Baselines3 keeps them.
    """
    played = sum(episodes for episodes, _ in counts.values())
    won = sum(wins for _, wins in counts.values())
    row: dict[str, Any] = {
        "episodes": played,
        "success_rate": round(won / played, 6) if played else None,
        "success_by_class": {
            name: round(wins / episodes, 6) for name, (episodes, wins) in counts.items()
        },
        "return": _average(episodes, "r"),
        "length": _average(episodes, "l"),
    }
    for name in LEARNED:
        value = float(logged[f"train/{name}"])
        row[name] = round(value, 8) if np.isfinite(value) else None
    for name in ("rollout_seconds", "update_seconds"):
        row[name] = round(float(logged[f"time/{name}"]), 4)
    return row


def read_curve(folder: Path) -> list[dict[str, Any]]:
    """Read the rows of a training's curve; lines that are damaged or cut off are left out."""
    path = folder / METRICS
    if not path.is_file():
        return []
    rows = []
    for line in read_bytes(path, MOST_BYTES).splitlines():
        try:
            row = json.loads(line)
        except (RecursionError, ValueError):
            continue
        if isinstance(row, dict) and isinstance(row.get("steps"), int):
            rows.append(row)
    return rows


def _format_row(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"


def _average(episodes: Any, name: str) -> float | None:
    return round(float(np.mean([each[name] for each in episodes])), 6) if episodes else None
