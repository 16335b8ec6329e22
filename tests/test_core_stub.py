"""The stub of the native core is what nanobind's stubgen writes, and leaves nothing unsaid."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STUB = ROOT / "src/babalab/_core.pyi"
PATTERNS = ROOT / "native/python/stub_patterns.txt"


def test_the_stub_is_what_stubgen_writes(tmp_path: Path) -> None:
    nanobind = pytest.importorskip("nanobind", reason="nanobind builds the core; it is not here")
    written = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "--quiet", "--module", "babalab._core"]
    command += ["--pattern-file", str(PATTERNS), "--output-file", str(written)]
    subprocess.run(command, check=True, cwd=tmp_path)
    assert written.read_text("utf-8") == STUB.read_text("utf-8"), (
        "src/babalab/_core.pyi is not what the stubgen of nanobind "
        f"{nanobind.__version__} writes for the installed core. Run `make stub`, look at the "
        "difference and commit it. If nothing native changed, this version of nanobind writes "
        "stubs differently."
    )


def functions(node: ast.Module | ast.ClassDef) -> Iterator[tuple[str, ast.FunctionDef]]:
    for each in node.body:
        if isinstance(each, ast.ClassDef):
            yield from ((f"{each.name}.{name}", found) for name, found in functions(each))
        elif isinstance(each, ast.FunctionDef) and not any(
            isinstance(decorator, ast.Attribute) and decorator.attr == "setter"
            for decorator in each.decorator_list
        ):
            yield each.name, each


def test_everything_bound_has_a_docstring_and_names_of_arguments() -> None:
    module = ast.parse(STUB.read_text("utf-8"))
    found = dict(functions(module))
    assert len(found) > 100
    assert not [name for name, each in found.items() if not ast.get_docstring(each)]
    assert not [
        node.name
        for node in ast.walk(module)
        if isinstance(node, ast.ClassDef) and not ast.get_docstring(node)
    ]
    unnamed = [name for name, each in found.items() if each.args.posonlyargs]
    assert not unnamed
