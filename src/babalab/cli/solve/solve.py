"""`babalab solve`: find the moves that win."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer

from babalab.agents import (
    AGENTS,
    DEFAULT_AGENT,
    Agent,
    Verdict,
    make_agent,
    parameters_of,
    patient_champion,
)
from babalab.base.errors import BabalabError
from babalab.cli.solve.results import (
    OPTIMAL_AGENT,
    choose_exit_code,
    print_result,
    result_as_json,
)
from babalab.cli.solve.searching import can_animate, search
from babalab.cli.ui.arguments import (
    AsJson,
    Iterations,
    LevelAddress,
    Memory,
    Seconds,
    Seed,
    Threads,
    make_budget,
)
from babalab.cli.ui.blame import blame, blame_agent, is_ours
from babalab.cli.ui.completion import offer
from babalab.cli.ui.console import err
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.finders import find_agent
from babalab.cli.ui.help_texts import OUTPUT
from babalab.cli.ui.options import option
from babalab.cli.ui.streams import emit, emit_json
from babalab.cli.ui.terminal_graphics import Graphics, GraphicsMode, choose_graphics
from babalab.levels import load_state


def solve(
    level: LevelAddress,
    agent: Annotated[
        str | None,
        option(
            f"Agent that searches: {', '.join(AGENTS.names())}, or FILE.py, "
            "FILE.toml; parameters as in random:length=30.",
            "--agent",
            "-a",
            metavar="AGENT",
            usual=DEFAULT_AGENT,
            autocompletion=offer(find_agent),
        ),
    ] = None,
    optimal: Annotated[
        bool,
        option("Find a solution with the fewest moves, however long it takes.", "--optimal"),
    ] = False,
    seed: Seed = 0,
    seconds: Seconds = None,
    iterations: Iterations = None,
    memory: Memory = None,
    threads: Threads = 1,
    watch: Annotated[bool, option("Animate the solution.", "--watch", panel=OUTPUT)] = False,
    graphics: Graphics = GraphicsMode.AUTO,
    explain: Annotated[
        bool, option("Explain the solution, and rate the level.", "--explain", panel=OUTPUT)
    ] = False,
    statistics: Annotated[
        bool, option("Print everything that the search counted.", "--statistics")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Find the moves that win, or prove that there are none.

    The moves go to standard output, everything else to standard error.
    """
    start = load_state(level)
    agent = None if agent is None else AGENTS.expand(agent)
    with blame(agent or ""):
        searcher = _make_searcher(agent, optimal, seed, threads, seconds)
    with blame_agent(searcher, agent or searcher.name):
        result = search(searcher, start, make_budget(seconds, iterations, memory))
    told = None
    if explain and result.solution is not None:
        from babalab.cli.solve.stories import print_story, tell_and_rate

        told = tell_and_rate(start, result.solution)
    if as_json:
        nothing = {"story": None, "rating": None} if explain else {}
        emit_json(
            {
                "level": level,
                **result_as_json(start, result),
                **(told.as_json() if told else nothing),
            }
        )
    else:
        if result.solution is not None:
            if watch and can_animate():
                from babalab.cli.ui.animation import animate

                animate(start, result.solution, choose_graphics(graphics))
            emit(result.solution + "\n")
        if told is not None:
            print_story(told, err)
            err.print()
        print_result(err, start, result, statistics=statistics, rated=told is not None)
    if result.verdict is Verdict.FAILED and not is_ours(searcher):
        raise typer.Exit(ExitCode.NO)
    raise typer.Exit(choose_exit_code(result))


def _make_searcher(
    agent: str | None, optimal: bool, seed: int, threads: int, seconds: float | None
) -> Agent:
    """Return the agent that the options describe."""
    if optimal and agent is not None:
        raise BabalabError(f"--optimal searches with {OPTIMAL_AGENT}; leave out --agent")
    named = OPTIMAL_AGENT if optimal else agent
    searcher = (
        patient_champion(seconds, seed=seed) if named is None else make_agent(named, seed=seed)
    )
    if threads > 1:
        if "threads" not in {each.name for each in parameters_of(type(searcher))}:
            raise BabalabError(f"{searcher.name} searches with one thread; leave out --threads")
        threaded: dict[str, Any] = {"threads": threads}
        searcher = replace(searcher, **threaded)
    return searcher
