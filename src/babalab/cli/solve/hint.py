"""`babalab hint`: what to do next in a play."""

from __future__ import annotations

from typing import Annotated

import typer

from babalab.agents import DEFAULT_AGENT, Hint, Verdict, hint, make_agent
from babalab.cli.ui.arguments import AsJson, LevelAddress, Memory, make_budget
from babalab.cli.ui.console import out
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.options import option
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.text import Text
from babalab.levels import load_state


def give_hint(
    level: LevelAddress,
    moves: Annotated[bool, option("Also tell the moves to the next milestone.", "--moves")] = False,
    full: Annotated[bool, option("Tell the whole solution.", "--full")] = False,
    seconds: Annotated[float, option("Seconds to think at most.", min=0, metavar="SECONDS")] = 10,
    memory: Memory = None,
    as_json: AsJson = False,
) -> None:
    """Say what to aim at next in the play LEVEL@MOVES, or how many moves to take back.

    A sentence about the next milestone, such as a rule to make or a goal to reach, and no more than
    is asked for.
    """
    state = load_state(level)
    found = hint(state, make_budget(seconds, None, memory), make_agent(DEFAULT_AGENT))
    if as_json:
        emit_json({**found.as_json(), "level": level})
    else:
        out.print(Text(found.sentence))
        if full and found.story is not None:
            for line in found.story.lines:
                out.print(Text(line))
            out.print(Text(f"moves  {found.solution}"))
        elif moves and found.moves:
            out.print(Text(f"moves  {found.moves}"))
    raise typer.Exit(_exit_code(found))


def _exit_code(found: Hint) -> ExitCode:
    if found.solution is not None:
        return ExitCode.YES
    if found.verdict is Verdict.INTERRUPTED:
        return ExitCode.INTERRUPTED
    return ExitCode.NO if found.verdict is Verdict.UNSOLVABLE else ExitCode.UNDECIDED
