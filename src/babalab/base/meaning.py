"""The meaning of Python code: the part of its text that can change what it does.

The same statements have the same meaning however they are formatted, commented and documented,
whatever they import things from, and in whichever of several modules they stand. What is left is
the syntax tree, written in a form that does not depend on Python's version.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

_PROSE = ("kind", "type_comment", "type_ignores")
"""Fields of nodes that mean nothing: the prefix of a text, comments about types."""


@lru_cache(maxsize=1024)
def digest_statements(source: bytes) -> frozenset[bytes]:
    r"""Return a digest for each top-level statement of a source that means something.

    >>> one = digest_statements(b"import os\ndef f(x):\n    'Double.'\n    return 2 * x  # why")
    >>> one == digest_statements(b"from a import b\n\ndef f(x: int) -> int:\n  return (2*x)")
    True
    >>> one == digest_statements(b"def f(x):\n    return 3 * x")
    False
    """
    return frozenset(
        hashlib.blake2b("".join(_write(node)).encode(), digest_size=16).digest()
        for node in ast.parse(source).body
        if not _is_prose(node)
    )


def _is_prose(node: ast.AST) -> bool:
    """Tell whether a statement is documentation, an import, or about types and exports only."""
    match node:
        case ast.Expr(value=ast.Constant(value=str())) | ast.Import() | ast.ImportFrom():
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=[]):
            return True
    return False


def _write(value: Any) -> Iterator[str]:
    """Write a node, or a list of them, leaving out whatever is empty or prose."""
    if isinstance(value, list):
        yield "["
        for each in value:
            if not _is_prose(each):
                yield from _write(each)
        yield "]"
    elif isinstance(value, ast.AST):
        yield f"({type(value).__name__}"
        for name, content in ast.iter_fields(value):
            if content in (None, []) or name in _PROSE or _is_signature_type(value, name):
                continue
            yield f" {name}="
            yield from _write(content)
        yield ")"
    else:
        yield f"{type(value).__name__}:{value!r}"


def _is_signature_type(node: ast.AST, field: str) -> bool:
    """Tell whether a field has the type of an argument or of a function's result."""
    return (isinstance(node, ast.arg) and field == "annotation") or (
        isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and field == "returns"
    )
