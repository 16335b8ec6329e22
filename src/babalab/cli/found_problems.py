"""Printing what is wrong with files: what `levels validate` and `games check` share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from babalab.cli.console import emit, emit_json, err
from babalab.cli.exit_codes import ExitCode
from babalab.cli.wording import counted
from babalab.game.problems import Problem


def tell_problems(problems: Sequence[Problem], looked_at: str, *, as_json: bool) -> ExitCode:
    """Print all problems, and how many there are in what was looked at; no if any is an error."""
    errors = sum(problem.is_error for problem in problems)
    if as_json:
        emit_json([_as_json(problem) for problem in problems])
    else:
        for problem in problems:
            emit(f"{problem}\n")
        warnings = len(problems) - errors
        err.print(f"{looked_at}: {counted(errors, 'error')}, {counted(warnings, 'warning')}")
    return ExitCode.NO if errors else ExitCode.YES


def _as_json(problem: Problem) -> dict[str, Any]:
    return {
        "file": problem.source,
        "line": problem.line,
        "column": problem.column,
        "severity": "error" if problem.is_error else "warning",
        "kind": problem.kind.value,
        "message": problem.message,
    }
