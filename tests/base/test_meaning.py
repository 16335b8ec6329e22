"""What a source means: the same for other prose, another for other code."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import babalab
from babalab.base.meaning import digest_statements

SOURCES = sorted(Path(babalab.__file__).parent.rglob("*.py"))
FUNCTION = """
import os
from a import b

X: int = 3
"Documented."


class C:
    \"\"\"Something.\"\"\"

    y: int = 1

    def f(self, z: int = 2) -> int:
        # why
        return self.y + z
"""


def digests(source: str) -> frozenset[bytes]:
    return digest_statements(textwrap.dedent(source).encode())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("import os\n", ""),
        ("from a import b", "from c.d import e\nimport f"),
        ('"Documented."', ""),
        ("Something.", "Something else."),
        ("# why", "# or why not"),
        ("z: int = 2) -> int", "z=2)"),
        ("X: int = 3", "__all__ = ['C']\nX: int = 3"),
        ("self.y + z", "(self.y\n                + z)"),
    ],
)
def test_prose_means_nothing(old: str, new: str) -> None:
    assert old in FUNCTION
    assert digests(FUNCTION.replace(old, new)) == digests(FUNCTION)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("= 3", "= 4"),
        ("= 3", "= 3.0"),
        ("= 3", "= '3'"),
        ("y: int = 1", "y: float = 1"),
        ("z: int = 2", "z: int = 1"),
        ("self.y + z", "self.y - z"),
        ("self.y + z", "z + self.y"),
        ("def f", "def g"),
        ("def f", "@property\n    def f"),
        ("return", "yield"),
        ("class C", "class C(D)"),
    ],
)
def test_code_means_something(old: str, new: str) -> None:
    assert old in FUNCTION
    assert digests(FUNCTION.replace(old, new)) != digests(FUNCTION)


def test_the_order_of_definitions_does_not_matter() -> None:
    assert digests("a = 1\nb = 2\n") == digests("b = 2\n\n\na = 1\n")
    assert digests("def f():\n  a = 1\n  b = 2\n") != digests("def f():\n  b = 2\n  a = 1\n")


@given(st.sampled_from(SOURCES))
def test_formatting_of_our_own_files_does_not_matter(path: Path) -> None:
    source = path.read_bytes()
    assert digest_statements(ast.unparse(ast.parse(source)).encode()) == digest_statements(source)


def _used_names(node: ast.AST) -> Iterator[ast.Name]:
    """Yield the names in a function but those in signatures, which are types."""
    if isinstance(node, ast.Name):
        yield node
    for field, value in ast.iter_fields(node):
        if (isinstance(node, ast.arg) and field == "annotation") or field == "returns":
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST):
                yield from _used_names(each)


@given(st.sampled_from(SOURCES), st.data())
def test_every_number_and_name_of_our_own_files_matters(path: Path, data: st.DataObject) -> None:
    tree = ast.parse(path.read_bytes())
    tree.body = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    for function in tree.body:
        function.args, function.returns = ast.arguments([], [], None, [], [], None, []), None
    names = [node for function in tree.body for node in _used_names(function)]
    if not names:
        return
    before = digest_statements(ast.unparse(tree).encode())
    data.draw(st.sampled_from(names)).id = "some_other_name"
    assert digest_statements(ast.unparse(tree).encode()) != before
