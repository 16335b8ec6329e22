"""`babalab prove`: that a level can't be won, with a certificate others can check."""

from __future__ import annotations

import time
from typing import Annotated

import typer

from babalab.agents import BestFirst, Prover, Result, Verdict
from babalab.base.errors import BabalabError
from babalab.base.wording import pluralize
from babalab.cli.solve.results import choose_exit_code, make_headline, tabulate_statistics
from babalab.cli.solve.searching import search
from babalab.cli.ui.arguments import (
    AsJson,
    Iterations,
    Memory,
    Seconds,
    Threads,
    make_budget,
)
from babalab.cli.ui.completion import offer
from babalab.cli.ui.console import complain, err
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.finders import find_level
from babalab.cli.ui.live import ProgressLine, show_live
from babalab.cli.ui.options import argument, option
from babalab.cli.ui.streams import emit, emit_json
from babalab.cli.ui.tables import print_table
from babalab.cli.ui.text import Text
from babalab.game.certificate import Certificate, RefutedError, check
from babalab.game.state import State
from babalab.levels import load_state
from babalab.levels.files import read_bytes, write_bytes, write_text

GZIP_SUFFIX = ".gz"


def prove(
    level: Annotated[
        str,
        argument(
            "A level: pack/name, a file, file#id or a one-line map, also with @moves behind it; "
            "not needed with --check.",
            metavar="LEVEL",
            autocompletion=offer(find_level),
        ),
    ] = "",
    certificate: Annotated[
        str | None,
        option(
            "Write a certificate of the proof, compressed if FILE ends with .gz.", metavar="FILE"
        ),
    ] = None,
    checked: Annotated[
        str | None,
        option(
            "Check a certificate with the reference engine; with a LEVEL, also that it is about "
            "that level.",
            "--check",
            metavar="FILE",
        ),
    ] = None,
    seconds: Seconds = None,
    iterations: Iterations = None,
    memory: Memory = None,
    threads: Threads = 1,
    as_json: AsJson = False,
) -> None:
    """Prove that a level can't be won, by searching all states that can matter.

    Exit code 0 means proved, or that the certificate holds; 1 that the level can be won (the moves
    go to standard output), or that the certificate does not hold.
    """
    if checked is not None:
        if certificate is not None:
            raise BabalabError("--check reads a certificate and --certificate writes one: not both")
        raise typer.Exit(_check(checked, load_state(level) if level else None, seconds, as_json))
    if not level:
        raise typer.BadParameter("a level is missing, or --check and a certificate")
    start = load_state(level)
    budget = make_budget(seconds, iterations, memory)
    if certificate is None:
        result = search(BestFirst(lists="breadth", threads=threads), start, budget)
    else:
        # The reference engine knows nothing of what other searches leave out.
        prover = Prover(threads=threads, hash="exact")
        result = search(prover, start, budget)
        if result.verdict is Verdict.UNSOLVABLE:
            _write(certificate, Certificate(start.level.line, start.moves or "", prover.trees[-1]))
    proved = result.verdict is Verdict.UNSOLVABLE
    if as_json:
        emit_json(
            {
                "level": level,
                **result.as_json(),
                "states": result.statistics.get("visited", 0),
                "certificate": certificate if proved else None,
            }
        )
    else:
        _tell(start, result)
    raise typer.Exit(_answer(result))


def _answer(result: Result) -> ExitCode:
    """Return the exit code: the question is whether the level is unsolvable."""
    swapped = {Verdict.UNSOLVABLE: ExitCode.YES, Verdict.SOLVED: ExitCode.NO}
    return swapped.get(result.verdict, choose_exit_code(result))


def _tell(start: State, result: Result) -> None:
    if result.verdict is Verdict.UNSOLVABLE:
        emit(f"unsolvable: {pluralize(result.statistics.get('visited', 1), 'state')}\n")
    elif result.solution is not None:
        emit(result.solution + "\n")
    err.print(make_headline(start, result))
    print_table(tabulate_statistics(result), err)


def _write(path: str, certificate: Certificate) -> None:
    if path.endswith(GZIP_SUFFIX):
        write_bytes(path, certificate.pack())
    else:
        write_text(path, certificate.text())


def _check(path: str, start: State | None, seconds: float | None, as_json: bool) -> ExitCode:
    began = time.monotonic()
    certificate = Certificate.parse(read_bytes(path), path)
    reason: str | None = None
    code = ExitCode.YES
    done = 0
    try:
        if start is not None:
            _compare(certificate, start)
        bar = ProgressLine("checking", certificate.states)
        with show_live(bar, quiet=as_json) as refresh:
            for done in check(certificate):
                bar.update(f"{done:,} of {pluralize(certificate.states, 'state')} checked", done)
                refresh()
                if seconds is not None and time.monotonic() - began > seconds:
                    reason, code = "out of time; allow more with --seconds", ExitCode.UNDECIDED
                    break
    except RefutedError as refuted:
        reason, code = str(refuted), ExitCode.NO
    except KeyboardInterrupt:
        reason, code = "interrupted", ExitCode.INTERRUPTED
    if as_json:
        emit_json(
            {
                "certificate": path,
                "level": certificate.level,
                "moves": certificate.moves,
                "states": certificate.states,
                "checked": done,
                "valid": {ExitCode.YES: True, ExitCode.NO: False}.get(code),
                "reason": reason,
                "seconds": time.monotonic() - began,
            }
        )
    elif code is ExitCode.YES:
        about = certificate.level + (f"@{certificate.moves}" if certificate.moves else "")
        emit(f"valid: {about} can't be won\n")
        states = pluralize(certificate.states, "state")
        err.print(Text(f"all {states} checked with the reference engine", style="bold green"))
    else:
        word = "refuted" if code is ExitCode.NO else "not checked"
        complain(f"{word}: {reason} (after {pluralize(done, 'state')})")
    return code


def _compare(certificate: Certificate, start: State) -> None:
    claimed, wanted = (certificate.level, certificate.moves), (start.level.line, start.moves)
    if claimed[0] != wanted[0]:
        raise RefutedError(f"{certificate.source}:2: this is about another level")
    if claimed[1] != wanted[1]:
        raise RefutedError(f"{certificate.source}:3: this is about the state after other moves")
