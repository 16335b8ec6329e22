"""``metrics.jsonl``: a line of JSON for each update, for learning curves."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

METRICS = "metrics.jsonl"


class LearningCurve:
    """The curve of one training, which grows."""

    def __init__(self, folder: Path, *, after: int) -> None:
        """Go on after so many steps: what an earlier session wrote beyond them is dropped."""
        path = folder / METRICS
        kept = [row for row in read_curve(folder) if row["steps"] <= after]
        unfinished = path.with_suffix(".new")
        unfinished.write_text("".join(map(_line, kept)), encoding="utf-8")
        unfinished.replace(path)
        self._file = path.open("a", encoding="utf-8")

    def add(self, row: dict[str, Any]) -> None:
        """Append a line, for others to read at once."""
        self._file.write(_line(row))
        self._file.flush()

    def close(self) -> None:
        """Nothing more will come."""
        self._file.close()


def read_curve(folder: Path) -> list[dict[str, Any]]:
    """The rows of a training's curve; a last line that was cut off is left out."""
    path = folder / METRICS
    if not path.is_file():
        return []
    rows = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            rows.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return rows


def _line(row: dict[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False) + "\n"
