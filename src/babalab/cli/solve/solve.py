"""`babalab solve`: find the moves that win."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.text import Text

from babalab.agents import (
    AGENTS,
    DEFAULT_AGENT,
    Agent,
    Champion,
    Result,
    Shortest,
    Verdict,
    make_agent,
    parameters_of,
)
from babalab.base.errors import BabalabError
from babalab.cli.solve.searching import can_animate, exit_code, search, statistics_table
from babalab.cli.solve.telling import print_story, rating_of, told_as_json
from babalab.cli.ui.animation import animate
from babalab.cli.ui.arguments import (
    AsJson,
    Iterations,
    LevelAddress,
    Memory,
    Seconds,
    Threads,
    load_state,
    make_budget,
)
from babalab.cli.ui.console import emit, emit_json, err
from babalab.cli.ui.wording import counted
from babalab.game.state import State
from babalab.game.story import tell

PATIENT_STEPS = 3_000_000
"""For making a solution shorter when nobody says how long it may take: a second or so."""
UNTIL_TIME_IS_UP = 10**15


def solve(
    level: LevelAddress,
    agent: Annotated[
        str | None,
        typer.Option(
            help=f"Who searches: {', '.join(AGENTS.names())}, or FILE.py:CLASS; "
            "with parameters as in random:length=30.",
            show_default=DEFAULT_AGENT,
        ),
    ] = None,
    optimal: Annotated[
        bool,
        typer.Option(
            "--optimal", help="Find a solution with the fewest moves there can be, however long."
        ),
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="What random choices come from.")] = 0,
    seconds: Seconds = None,
    iterations: Iterations = None,
    memory: Memory = None,
    threads: Threads = 1,
    watch: Annotated[bool, typer.Option("--watch", help="Animate the solution.")] = False,
    explain: Annotated[
        bool, typer.Option("--explain", help="Tell the solution in words, and how hard it is.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Find the moves that win, or prove that there are none.

    The moves go to standard output, everything else to standard error.
    """
    start = load_state(level)
    searcher = _searcher(agent, optimal, seed, threads, seconds)
    result = search(searcher, start, make_budget(seconds, iterations, memory))
    story = tell(start, result.solution) if explain and result.solution is not None else None
    if as_json:
        told = {"story": None, "rating": None} if explain else {}
        if story is not None:
            told = told_as_json(story, rating_of(story, result))
        emit_json({"level": level, **result.as_json(), **told})
    else:
        if result.solution is not None:
            if watch and can_animate():
                animate(start, result.solution)
            emit(result.solution + "\n")
        err.print(headline(start, result))
        if story is not None:
            print_story(story, rating_of(story, result), err)
        err.print(statistics_table(result))
    raise typer.Exit(exit_code(result))


def _searcher(
    agent: str | None, optimal: bool, seed: int, threads: int, seconds: float | None
) -> Agent:
    """Whoever is asked for, with all that was said about it."""
    if optimal and agent is not None:
        raise BabalabError(f"--optimal searches with {Shortest.name}; leave out --agent")
    searcher = make_agent(agent or (Shortest.name if optimal else DEFAULT_AGENT), seed=seed)
    if threads > 1:
        if "threads" not in {each.name for each in parameters_of(type(searcher))}:
            raise BabalabError(f"{searcher.name} searches with one thread; leave out --threads")
        threaded: dict[str, Any] = {"threads": threads}
        searcher = replace(searcher, **threaded)
    if agent is None and isinstance(searcher, Champion):
        searcher = replace(searcher, shorten=PATIENT_STEPS if seconds is None else UNTIL_TIME_IS_UP)
    return searcher


def _proof(result: Result) -> str:
    dead_ends = result.statistics.get("dead_ends", 0)
    searched = result.statistics.get("visited", 0) - dead_ends
    if not searched:
        return "it is a dead end from the start"
    aside = ", walks aside," if result.statistics.get("walks") else ""
    proof = f"all its {counted(searched, 'state')}{aside} were searched"
    return f"{proof} but {counted(dead_ends, 'dead end')}" if dead_ends else proof


def headline(start: State, result: Result) -> Text:
    """What was found, in one line."""
    name = start.level.name or "this level"
    if result.solution is not None:
        quality = "a shortest solution" if result.shortest else "a solution"
        moves = counted(len(result.solution), "move")
        detail = f": {quality} of {name} has {moves} (class {result.difficulty})"
        if not result.shortest:
            detail += "; there may be shorter ones: allow more --seconds, or --optimal"
        return Text.assemble(("solved", "bold green"), detail)
    if result.verdict is Verdict.UNSOLVABLE:
        detail = f": {name} can't be won, {_proof(result)}"
        return Text.assemble(("proved unsolvable", "bold yellow"), detail)
    hint = {
        Verdict.OUT_OF_MEMORY: "; allow more with --memory",
        Verdict.OUT_OF_TIME: "; allow more with --seconds",
        Verdict.OUT_OF_ITERATIONS: "; allow more with --iterations",
    }.get(result.verdict, "")
    detail = f": no answer about {name} yet{hint}"
    if result.error:
        detail += f" ({result.error})"
    return Text.assemble((result.verdict.value, "bold red"), detail)
