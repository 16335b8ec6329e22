"""`babalab check`: whether moves win, and whether the engine agrees with recordings."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from babalab.base.errors import BabalabError
from babalab.base.wording import pluralize
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.boards import print_board
from babalab.cli.ui.completion import offer
from babalab.cli.ui.console import out
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.finders import find_level
from babalab.cli.ui.live import ProgressLine, show_live
from babalab.cli.ui.options import argument, option
from babalab.cli.ui.streams import emit, emit_json
from babalab.cli.ui.text import Text
from babalab.game.action import parse_moves
from babalab.game.recordings import Mismatch, read_recordings, verify
from babalab.game.replay import replay
from babalab.levels import load_level, load_state, split_moves

SHOWN_MISMATCHES = 3


def check(
    arguments: Annotated[
        list[str],
        argument(
            "A level and moves (without them, its recorded solution); "
            "or with --traces, recordings.",
            metavar="LEVEL [MOVES] or FILE",
            autocompletion=offer(find_level),
        ),
    ],
    traces: Annotated[
        bool, option("Verify recordings of plays, plain or gzip.", "--traces")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Replay moves and say where they win or die; or verify recordings.

    Moves may also stand behind the level, as in LEVEL@rrud.
    """
    if traces:
        raise typer.Exit(_check_recordings([Path(path) for path in arguments], as_json))
    if len(arguments) > 2:
        raise BabalabError(
            "these are more arguments than a level and its moves; "
            "put moves with blanks in quotes, and --traces before recordings"
        )
    level, *moves = arguments
    raise typer.Exit(_check_moves(level, moves[0] if moves else None, as_json))


def _check_moves(address: str, moves: str | None, as_json: bool) -> ExitCode:
    if moves is None:
        level, moves = split_moves(address)
        start = load_level(level).start()
        moves = moves or start.level.solution
        if not moves:
            raise BabalabError("this level has no recorded solution; give the moves after it")
    else:
        start = load_state(address)
    played = replay(start, parse_moves(moves))
    if as_json:
        emit_json({"level": address, **played.as_json()})
    else:
        print_board(played.last)
        style = "bold green" if played.wins else "bold red"
        out.print(Text(played.summary, style=style))
    return ExitCode.YES if played.wins else ExitCode.NO


def _check_recordings(paths: list[Path], as_json: bool) -> ExitCode:
    recordings = chain.from_iterable(map(read_recordings, paths))
    count, steps, mismatches, first = 0, 0, 0, list[Mismatch]()
    bar = ProgressLine("replaying")
    with show_live(bar, quiet=as_json) as refresh:
        for count, recording in enumerate(recordings, start=1):
            steps += len(recording.actions)
            mismatch = verify(recording)
            if mismatch is not None:
                mismatches += 1
                first += [mismatch] if len(first) < SHOWN_MISMATCHES else []
            bar.update(f"{pluralize(count, 'recording')} replayed")
            refresh()
    if as_json:
        emit_json(
            {
                "traces": count,
                "steps": steps,
                "mismatches": mismatches,
                "first": list(map(_as_json, first)),
            }
        )
    else:
        emit(f"{count} traces, {steps} steps, {mismatches} mismatches\n")
        for mismatch in first:
            emit(f"\n{mismatch}\n")
    return ExitCode.NO if mismatches else ExitCode.YES


def _as_json(mismatch: Mismatch) -> dict[str, Any]:
    return {
        "source": mismatch.recording.source,
        "line": mismatch.recording.line,
        "id": mismatch.recording.id,
        "step": mismatch.step,
        "differs": list(mismatch.differences),
    }
