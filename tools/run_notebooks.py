"""Run the notebooks of docs/notebooks and store what their cells show.

    python tools/run_notebooks.py

A test does the same and compares.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from support.notebooks import list_code, read_notebook, run_cells  # noqa: E402


def main() -> None:
    """Run them all, each in an empty folder."""
    for path in sorted((ROOT / "docs" / "notebooks").glob("*.ipynb")):
        notebook = read_notebook(path)
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            shown = list(run_cells(notebook))
            os.chdir(ROOT)
        for number, (cell, each) in enumerate(
            zip(list_code(notebook), shown, strict=True), start=1
        ):
            cell["execution_count"] = number
            cell["outputs"] = each.as_outputs(number)
        text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True)
        path.write_text(f"{text}\n", encoding="utf-8")
        print(f"{path.name}: {len(shown)} cells")


if __name__ == "__main__":
    main()
