"""Printing what is wrong with files: what `levels validate` and `games check` share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from babalab.base.diagnostics import Diagnostic
from babalab.cli.ui.console import emit, emit_json, err
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.wording import counted


def print_diagnostics(
    diagnostics: Sequence[Diagnostic], looked_at: str, *, as_json: bool
) -> ExitCode:
    """Print all problems, and how many there are in what was looked at; no if any is an error."""
    errors = sum(diagnostic.is_error for diagnostic in diagnostics)
    if as_json:
        emit_json([_as_json(diagnostic) for diagnostic in diagnostics])
    else:
        for diagnostic in diagnostics:
            emit(f"{diagnostic}\n")
        warnings = len(diagnostics) - errors
        err.print(f"{looked_at}: {counted(errors, 'error')}, {counted(warnings, 'warning')}")
    return ExitCode.NO if errors else ExitCode.YES


def _as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "file": diagnostic.source,
        "line": diagnostic.line,
        "column": diagnostic.column,
        "severity": "error" if diagnostic.is_error else "warning",
        "kind": diagnostic.kind.value,
        "message": diagnostic.message,
    }
