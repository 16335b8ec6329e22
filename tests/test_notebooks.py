"""The notebooks of docs/notebooks run as they stand, and show what is stored in them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support.notebooks import Shown, list_code, read_notebook, run_cells

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(path.name for path in FOLDER.glob("*.ipynb"))
PICTURE = re.compile(r"base64,[^\"]*")
"""Compressed by a library, whose next version may do better."""


def test_both_are_there() -> None:
    assert NOTEBOOKS == ["research.ipynb", "tour.ipynb"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_cells_show_what_is_stored(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    notebook = read_notebook(FOLDER / name)
    cells = list_code(notebook)
    shown = list(run_cells(notebook))
    for number, (cell, fresh) in enumerate(zip(cells, shown, strict=True), start=1):
        stored = Shown.of_outputs(cell["outputs"])
        advice = f"cell {number} of {name} shows something else: run tools/run_notebooks.py"
        assert fresh.printed == stored.printed, advice
        assert fresh.value.get("text/plain") == stored.value.get("text/plain"), advice
        pictures = (each.value.get("text/html", "") for each in (fresh, stored))
        assert len({PICTURE.sub("", each) for each in pictures}) == 1, advice
        assert cell["execution_count"] == number
    assert sum(bool(each.value or each.printed) for each in shown) >= 6


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_links_lead_somewhere(name: str) -> None:
    cells = read_notebook(FOLDER / name)["cells"]
    text = "".join("".join(each["source"]) for each in cells if each["cell_type"] == "markdown")
    links = re.findall(r"\]\(([^)]+)\)", text)
    assert links
    for link in links:
        assert (FOLDER / link).is_file(), link


def test_a_fault_in_a_cell_is_raised() -> None:
    notebook = {"cells": [{"cell_type": "code", "source": ["1 / 0"]}]}
    with pytest.raises(ZeroDivisionError):
        list(run_cells(notebook))
