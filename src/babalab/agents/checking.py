"""Faults in the code of an agent, told with file and line."""

from __future__ import annotations

import inspect
import linecache
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

from babalab.agents.result import Result, Verdict
from babalab.game.errors import MovesError
from babalab.game.metering import MeteredLevel
from babalab.game.state import State


def check_search(
    search: Any, function: Callable[..., Any], progress: type, findings: type
) -> Generator[Any, None, Any]:
    """Run a search, and raise `NonsenseError` if it yields or returns what searches don't."""
    from babalab.execution.faults import NonsenseError, format_value

    if not isinstance(search, Generator):
        raise NonsenseError(
            "search returned without a yield; let it yield Progress(spending, statistics) now and "
            f"then{tell_place(function)}"
        )
    while True:
        try:
            yielded = next(search)
        except StopIteration as end:
            found = end.value
            break
        if not isinstance(yielded, progress):
            raise NonsenseError(
                f"search yielded {format_value(yielded)}; let it yield "
                f"Progress(spending, statistics){tell_place(function)}"
            )
        yield yielded
    if not isinstance(found, findings):
        wanted = f"Findings({found!r})" if isinstance(found, str) else "Findings(moves)"
        raise NonsenseError(
            f"search returned {format_value(found)}; let it return {wanted[:60]}, or Findings() "
            f"if it found nothing{tell_place(function)}"
        )
    if not isinstance(found.solution, str | None):  # type: ignore[attr-defined]
        raise NonsenseError(
            f"search returned {format_value(found.solution)} as the solution; write moves as a "  # type: ignore[attr-defined]
            f"text, such as 'rrud'{tell_place(function)}"
        )
    return found


def check_solution(claim: Result, start: State, function: Callable[..., Any]) -> Result:
    """Return what is true of a claim: one whose solution does not win has failed.

    Raises `NonsenseError` for a solution that is no moves.
    """
    from babalab.execution.faults import NonsenseError, format_value

    claim = replace(claim, start=start)
    if claim.solution is None:
        return claim
    if isinstance(start.level, MeteredLevel):
        start = start.level.release(start)  # looking at an answer is no part of the search
    try:
        won = start.play(claim.solution).won
    except MovesError as error:
        raise NonsenseError(
            f"the solution {format_value(claim.solution)} is no moves: {error}"
            f"{tell_place(function)}"
        ) from error
    if won:
        return claim
    told = f"{claim.solution!r} does not win{tell_place(function)}"
    return replace(claim, verdict=Verdict.FAILED, solution=None, error=told, shortest=False)


def tell_place(function: Callable[..., Any]) -> str:
    """Return where a function is defined, for the end of a message; nothing for ours.

    In the form in which `execution.faults.describe` tells the place of an error.
    """
    code = getattr(inspect.unwrap(function), "__code__", None)
    if code is None or Path(code.co_filename).is_relative_to(Path(__file__).parents[1]):
        return ""
    line = linecache.getline(code.co_filename, code.co_firstlineno).strip()
    colon = ": " if line else ""
    return f" ({Path(code.co_filename).name}:{code.co_firstlineno}{colon}{line})"
