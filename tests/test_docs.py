"""The Python code of the tutorials and of the pages runs as it stands there."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pymoo", reason="the extra babalab[tune] is not installed")

DOCS = Path(__file__).parents[1] / "docs"
PAGES = (
    "index.md",
    *(f"tutorials/{page.name}" for page in sorted((DOCS / "tutorials").glob("*.md"))),
    "arena.md",
    "games.md",
    "vgdl.md",
    "generation.md",
    "heuristics.md",
    "tuning.md",
    "papers/evolutionary-optimization.md",
    "papers/map-generation.md",
    "reproducing.md",
    "tuners.md",
    "learning-rewards.md",
    "learning-environments.md",
)
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHORTER = {"evaluations=100)": "evaluations=2)", "model.learn(8192)": "model.learn(1)"}
"""What would take too long for a test."""


def blocks() -> list[tuple[str, str]]:
    """The code of all pages, with a name for each piece."""
    return [
        (f"{page} {number}", code)
        for page in PAGES
        for number, code in enumerate(
            BLOCK.findall((DOCS / page).read_text(encoding="utf-8")), start=1
        )
    ]


@pytest.mark.parametrize(("name", "code"), blocks(), ids=[name for name, _ in blocks()])
def test_code_on_pages(name: str, code: str, tmp_path: Path) -> None:
    if name.startswith(("learning-environments", "tutorials/7")):
        pytest.importorskip("stable_baselines3", reason="the extra babalab[learn] is not installed")
    for long, short in SHORTER.items():
        code = code.replace(long, short)
    # A file, as people have it: workers load it again.
    script = tmp_path / "script.py"
    script.write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script.name], cwd=tmp_path, capture_output=True, text=True, timeout=120,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{name}: {done.stderr}"


def test_what_is_shortened_is_there() -> None:
    code = "".join(text for _, text in blocks())
    assert all(code.count(long) == 1 for long in SHORTER)
