"""The result of a search: the exit code, one line, and a table."""

from __future__ import annotations

from rich.console import RenderableType

from babalab.agents import Result, Verdict
from babalab.base.wording import format_size, pluralize
from babalab.cli.ui.columns import numbers, texts
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.tables import Table, make_table
from babalab.cli.ui.text import Text
from babalab.game.state import State

_EXIT_CODES = {
    Verdict.SOLVED: ExitCode.YES,
    Verdict.UNSOLVABLE: ExitCode.NO,
    Verdict.INTERRUPTED: ExitCode.INTERRUPTED,
    Verdict.FAILED: ExitCode.FAULT,
}
"""The exit codes of verdicts; all others leave the question undecided."""


def choose_exit_code(result: Result) -> ExitCode:
    """Return the exit code of a command that depends on this search."""
    return _EXIT_CODES.get(result.verdict, ExitCode.UNDECIDED)


def make_headline(start: State, result: Result) -> RenderableType:
    """Return the result in one line."""
    name = start.level.name or "this level"
    if result.solution is not None:
        quality = "a shortest solution" if result.shortest else "a solution"
        moves = pluralize(len(result.solution), "move")
        detail = f": {quality} of {name} has {moves} (class {result.difficulty})"
        if not result.shortest:
            detail += "; there may be shorter ones: allow more --seconds, or --optimal"
        return Text.assemble(("solved", "bold green"), detail)
    if result.verdict is Verdict.UNSOLVABLE:
        detail = f": {name} can't be won, {_describe_proof(result)}"
        return Text.assemble(("proved unsolvable", "bold yellow"), detail)
    if result.verdict is Verdict.FAILED and result.error:
        return Text.assemble((result.verdict.value, "bold red"), f": {result.error}")
    hint = {
        Verdict.OUT_OF_MEMORY: "; allow more with --memory",
        Verdict.OUT_OF_TIME: "; allow more with --seconds",
        Verdict.OUT_OF_ITERATIONS: "; allow more with --iterations",
    }.get(result.verdict, "")
    detail = f": no answer about {name} yet{hint}"
    return Text.assemble((result.verdict.value, "bold red"), detail)


def _describe_proof(result: Result) -> str:
    dead_ends = result.statistics.get("dead_ends", 0)
    searched = result.statistics.get("visited", 0) - dead_ends
    if not searched:
        return "it is a dead end from the start"
    aside = ", walks aside," if result.statistics.get("walks") else ""
    proof = f"all its {searched:,} states{aside} were searched"
    if searched == 1:
        proof = f"its only state{aside} was searched"
    return f"{proof} but {pluralize(dead_ends, 'dead end')}" if dead_ends else proof


def tabulate_statistics(result: Result) -> Table:
    """Tabulate the cost and the statistics of a search."""
    rate = result.steps / result.seconds if result.seconds else 0
    rows = {
        "seconds": f"{result.seconds:.3f}",
        "iterations": f"{result.iterations:,}",
        "engine steps": f"{result.steps:,}",
        "steps per second": f"{rate:,.0f}",
        "memory": format_size(result.peak_memory),
        **{name: f"{count:,}" for name, count in result.statistics.items() if count},
    }
    return make_table(texts(style="dim"), numbers(), rows=rows.items(), header=False)
