"""The result of a search: the exit code, a few lines for a player, and a table of everything."""

from __future__ import annotations

from typing import Any, Final

from rich.console import RenderableType

from babalab.agents import Result, Verdict
from babalab.base.wording import format_size, pluralize
from babalab.cli.ui.columns import numbers, texts
from babalab.cli.ui.console import Console
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.tables import Table, make_table, print_table
from babalab.cli.ui.text import Text
from babalab.game.difficulty import Difficulty, rate_level
from babalab.game.state import State

OPTIMAL_AGENT: Final = "shortest"
"""The agent of `solve --optimal`."""
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


def print_result(
    console: Console, start: State, result: Result, *, statistics: bool, rated: bool = False
) -> None:
    """Print what came out of a search: at most three lines, with `statistics` everything.

    `rated` says that the difficulty has been printed already.
    """
    console.print(make_headline(start, result))
    difficulty = None if rated else rate_found(start, result)
    if difficulty is not None and result.solution is not None:
        console.print(Text(str(difficulty)))
    if statistics:
        print_table(tabulate_statistics(result), console)
    else:
        console.print(Text(describe_cost(result), style="dim"))


def rate_found(start: State, result: Result) -> Difficulty | None:
    """Return the difficulty of the level that was searched; None as long as it is not known.

    A solution that begins in the middle of a play says nothing about the level as a whole.
    """
    return rate_level(start.level, None if start.moves else result.solution)


def result_as_json(start: State, result: Result) -> dict[str, Any]:
    """Return a result, with the difficulty of the level as all commands have it."""
    difficulty = rate_found(start, result)
    return {**result.as_json(), "difficulty": None if difficulty is None else difficulty.number}


def describe_cost(result: Result) -> str:
    """Return the cost of a search in a player's words, such as ``0.02 s, 14 states``."""
    states = result.statistics.get("visited", result.iterations)
    return f"{result.seconds:.2f} s, {pluralize(states, 'state')}"


def make_headline(start: State, result: Result) -> RenderableType:
    """Return the result in one line."""
    name = start.level.name or "this level"
    if result.solution is not None:
        quality = "a shortest solution" if result.shortest else "a solution"
        moves = pluralize(len(result.solution), "move")
        detail = f": {quality} of {name} has {moves}"
        if not result.shortest:
            searched_for_it = result.agent.partition(":")[0] == OPTIMAL_AGENT
            detail += (
                "; the search ended before it was known to be shortest"
                if searched_for_it
                else "; solve --optimal may find fewer"
            )
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
