"""`babalab explain`: a play in words, and the difficulty of the level."""

from __future__ import annotations

from typing import Annotated

import typer

from babalab.agents import DEFAULT_AGENT, make_agent
from babalab.cli.solve.results import choose_exit_code, make_headline
from babalab.cli.solve.searching import search
from babalab.cli.solve.stories import print_story, tell_and_rate
from babalab.cli.ui.arguments import AsJson, LevelAddress, Memory, make_budget
from babalab.cli.ui.console import err, out
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.options import argument, option
from babalab.cli.ui.streams import emit_json
from babalab.levels import load_state


def explain(
    level: LevelAddress,
    moves: Annotated[
        str | None,
        argument(
            f"Moves to explain; without them, {DEFAULT_AGENT} searches for a solution.",
            metavar="MOVES",
        ),
    ] = None,
    seconds: Annotated[
        float, option("Seconds to search for a solution at most.", min=0, metavar="SECONDS")
    ] = 10,
    memory: Memory = None,
    as_json: AsJson = False,
) -> None:
    """Explain a solution in words: rules made and broken, what is pushed where, what wins.

    With LEVEL@MOVES the story begins in the middle of a play. Moves that don't win are told, too.
    """
    start = load_state(level)
    result = None
    if moves is None:
        result = search(make_agent(DEFAULT_AGENT), start, make_budget(seconds, None, memory))
        if result.solution is None:
            if as_json:
                emit_json({"level": level, **result.as_json(), "story": None, "rating": None})
            else:
                err.print(make_headline(start, result))
            raise typer.Exit(choose_exit_code(result))
        moves = result.solution
    told = tell_and_rate(start, moves, result)
    if as_json:
        emit_json({"level": level, **told.as_json()})
    else:
        print_story(told, out)
    raise typer.Exit(ExitCode.YES if told.story.won else ExitCode.NO)
