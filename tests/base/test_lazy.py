"""Packages that import their names when they are first used: complete, and true to their types."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import sys
from pathlib import Path

import pytest

import babalab
from babalab.base.errors import MissingExtraError
from babalab.base.lazy import import_lazily

PACKAGE = Path(babalab.__file__).parent
LAZY = [
    ".".join(("babalab", *file.parent.relative_to(PACKAGE).parts))
    for file in sorted(PACKAGE.rglob("__init__.py"))
    if "import_lazily" in file.read_text(encoding="utf-8")
]


def names_for_type_checkers(package: str) -> dict[str, str]:
    """Where the exported names come from, as type checkers are told."""
    module = importlib.import_module(package)
    tree = ast.parse(Path(module.__file__ or "").read_text("utf-8"))
    return {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if (alias.asname or alias.name) in module.__all__
    }


def test_there_are_such_packages() -> None:
    assert {"babalab", "babalab.agents", "babalab.levels"} <= {*LAZY}


@pytest.mark.parametrize("package", LAZY)
def test_names_are_what_type_checkers_are_told(package: str) -> None:
    if package == "babalab.learning":
        pytest.importorskip("torch", reason="the extra babalab[learn] is not installed")
    module = importlib.import_module(package)
    told = names_for_type_checkers(package)
    assert sorted(module.__all__) == sorted(told) == dir(module)
    for name, source in told.items():
        home, _, original = source.rpartition(".")
        assert getattr(module, name) is getattr(importlib.import_module(home), original)


@pytest.mark.parametrize("package", LAZY)
def test_no_name_is_hidden_by_a_module(package: str) -> None:
    """Importing a module sets it in its package, in place of anything of the same name."""
    module = importlib.import_module(package)
    assert not {each.name for each in pkgutil.iter_modules(module.__path__)} & {*module.__all__}


def test_what_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = babalab.nonsense  # type: ignore[attr-defined]
    with pytest.raises(ImportError, match="nonsense"):
        from babalab.levels import nonsense  # type: ignore[attr-defined]  # noqa: F401


def test_a_missing_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lazy_sample").mkdir()
    (tmp_path / "lazy_sample" / "__init__.py").write_text("")
    (tmp_path / "lazy_sample" / "inner.py").write_text("import not_installed_anywhere\nName = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    for module in ("lazy_sample", "lazy_sample.inner"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    load, _ = import_lazily("lazy_sample", {".inner": ["Name"]}, extra="learn")
    with pytest.raises(MissingExtraError, match=r"babalab\[learn\]"):
        load("Name")
    load, _ = import_lazily("lazy_sample", {".inner": ["Name"]})
    with pytest.raises(ModuleNotFoundError):
        load("Name")
