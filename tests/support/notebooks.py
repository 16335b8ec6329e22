"""Running notebooks as Jupyter does: cells in one namespace, and what each shows."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import linecache
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass
class Shown:
    """What a cell printed, and the value of its last line in the forms it has."""

    printed: str
    value: dict[str, str]

    @classmethod
    def of_outputs(cls, outputs: list[dict[str, Any]]) -> Shown:
        """Return what a notebook has stored for a cell."""
        printed = "".join(
            "".join(each["text"]) for each in outputs if each["output_type"] == "stream"
        )
        values = [each["data"] for each in outputs if each["output_type"] == "execute_result"]
        value = {kind: "".join(text) for kind, text in (values[0] if values else {}).items()}
        return cls(printed, value)

    def as_outputs(self, number: int) -> list[dict[str, Any]]:
        """Return it as notebooks store it."""
        outputs: list[dict[str, Any]] = []
        if self.printed:
            lines = self.printed.splitlines(keepends=True)
            outputs.append({"name": "stdout", "output_type": "stream", "text": lines})
        if self.value:
            data = {kind: text.splitlines(keepends=True) for kind, text in self.value.items()}
            outputs.append(
                {
                    "data": data,
                    "execution_count": number,
                    "metadata": {},
                    "output_type": "execute_result",
                }
            )
        return outputs


def read_notebook(path: Path) -> dict[str, Any]:
    """Read a notebook."""
    notebook: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return notebook


def list_code(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the cells with code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run_cells(notebook: dict[str, Any]) -> Iterator[Shown]:
    """Run all cells, one after the other; yield what each shows. Raises what a cell raises."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    for number, cell in enumerate(list_code(notebook), start=1):
        yield _run("".join(cell["source"]), f"<cell {number}>", namespace)


def _run(source: str, name: str, namespace: dict[str, Any]) -> Shown:
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
    body = ast.parse(source, name).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    value: Any = None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(ast.Module(body, []), name, "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), name, "eval"), namespace)
    return Shown(printed.getvalue(), {} if value is None else _show(value))


def _show(value: Any) -> dict[str, str]:
    forms = {"text/plain": repr(value)}
    if hasattr(value, "_repr_html_"):
        forms["text/html"] = value._repr_html_()
    return forms
