"""What importing the room loads, and that general code knows no particular problem."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import babalab

PACKAGE = Path(babalab.__file__).parent
CONCRETE = {"baba", "binary", "sokoban", "zelda"}
GENERAL = [
    *(PACKAGE / "generation").glob("*.py"),
    PACKAGE / "generation/problems/problem.py",
    *(PACKAGE / "cli/generate").glob("*.py"),
    *(PACKAGE / "papers/map_generation").glob("*.py"),
    *(PACKAGE / "testing").glob("*.py"),
]


def test_generating_maps_needs_no_store() -> None:
    code = "import sys; from babalab.generation import generate_maps; print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "babalab.generation.searching" in done
    rooms = {name.split(".")[1] for name in done if name.startswith("babalab.")}
    assert not rooms & {"arena", "tuning", "learning", "papers", "bench", "cli"}
    assert "sqlalchemy" not in done


def imported_problems(source: str) -> Iterator[str]:
    """Yield the names of concrete problems that a module imports."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if module.startswith("babalab.generation.problems."):
                yield from {module.rpartition(".")[2]} & CONCRETE
            if module.startswith("babalab.generation"):
                yield from {
                    alias.name.removesuffix("Problem").lower() for alias in node.names
                } & CONCRETE


def test_general_code_knows_no_particular_problem() -> None:
    wrong = {
        str(path.relative_to(PACKAGE)): names
        for path in GENERAL
        if (names := list(imported_problems(path.read_text(encoding="utf-8"))))
    }
    assert len(GENERAL) > 25
    assert not wrong


def test_imports_of_problems_are_found() -> None:
    source = "def f():\n    from babalab.generation.problems.baba import BabaProblem\n"
    assert set(imported_problems(source)) == {"baba"}
    assert list(imported_problems("from babalab.generation import Problem, ZeldaProblem")) == [
        "zelda"
    ]
