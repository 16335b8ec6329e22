"""Print diagnostics of files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from babalab.base.diagnostics import Diagnostic
from babalab.base.wording import pluralize
from babalab.cli.ui.console import complain, cut_list, err
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.streams import emit, emit_json_list

SHOWN_DIAGNOSTICS = 20
"""The number of problems that are named one by one when they end a command."""


def print_diagnostics(
    diagnostics: Iterable[Diagnostic], looked_at: str, *, as_json: bool
) -> ExitCode:
    """Print all problems, and how many there are in what was looked at; no if any is an error.

    They are printed as they come: there may be very many.
    """
    errors = warnings = 0

    def count() -> Iterator[Diagnostic]:
        nonlocal errors, warnings
        for diagnostic in diagnostics:
            errors += diagnostic.is_error
            warnings += not diagnostic.is_error
            yield diagnostic

    if as_json:
        emit_json_list(map(_as_json, count()))
    else:
        for diagnostic in count():
            emit(f"{diagnostic}\n")
        err.print(f"{looked_at}: {pluralize(errors, 'error')}, {pluralize(warnings, 'warning')}")
    return ExitCode.NO if errors else ExitCode.YES


def complain_of(diagnostics: Sequence[Diagnostic], rest: str = "") -> None:
    """Report problems that end a command; `rest` says where to find those that are not shown."""
    shown, more = cut_list(diagnostics, SHOWN_DIAGNOSTICS, "problem")
    for diagnostic in shown:
        complain(str(diagnostic).replace("error: ", "", 1))
    if more:
        complain(f"{more}{rest}")


def _as_json(diagnostic: Diagnostic) -> dict[str, Any]:
    return {
        "file": diagnostic.source,
        "line": diagnostic.line,
        "column": diagnostic.column,
        "severity": "error" if diagnostic.is_error else "warning",
        "kind": diagnostic.kind.value,
        "message": diagnostic.message,
    }
