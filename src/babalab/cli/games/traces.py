"""`babalab games check --traces`: recordings verified, by several processes."""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from babalab.base.errors import BabalabError
from babalab.cli.ui.console import complain
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.live import Bar, show_live
from babalab.cli.ui.numbers import counted
from babalab.cli.ui.streams import emit, emit_json
from babalab.game.recordings import RecordingError, lines_of
from babalab.games import GameError, game_named
from babalab.games.registry import DESCRIPTION, is_description
from babalab.games.vgdl import VgdlGame
from babalab.games.vgdl.traces import Mismatch, check_recording, parse_recording

SUFFIXES: Final = (".jsonl", ".jsonl.gz")
FOLDER: Final = "games"
"""Beside the folder of the recordings."""
SHOWN_MISMATCHES = 3
PLAYS_AT_ONCE = 6
"""Handed to a process together: a few, so that Ctrl-C has an answer soon."""
AHEAD = 3
"""Batches handed out per process."""


def is_recording(text: str) -> bool:
    """Whether a file of this name has recordings."""
    return text.endswith(SUFFIXES)


@dataclass(frozen=True)
class Batch:
    """Some plays of one file, as text, and how to verify them."""

    file: str
    lines: tuple[tuple[int, str], ...]
    sources: tuple[str, ...]
    """Descriptions, names and folders of games."""
    twin: bool


@dataclass
class Verified:
    """What came of some plays."""

    plays: int = 0
    ticks: int = 0
    mismatches: list[Mismatch] = field(default_factory=list)

    def add(self, other: Verified) -> None:
        """What came of some more."""
        self.plays += other.plays
        self.ticks += other.ticks
        self.mismatches += other.mismatches

    def __str__(self) -> str:
        """The count."""
        return f"{self.plays} plays, {self.ticks} ticks, {len(self.mismatches)} mismatches"


def check_traces(
    paths: Sequence[Path], sources: Sequence[str], workers: int, *, twin: bool, as_json: bool
) -> ExitCode:
    """Verify all recordings, and print what came of it; after Ctrl-C, of those until then."""
    files = [file for path in paths for file in _files(path)]
    whole = Verified()
    interrupted = False
    try:
        bar = Bar("verifying", len(files))
        with (
            show_live(bar, quiet=as_json) as refresh,
            closing(_verified(_batches(files, sources, twin), workers)) as coming,
        ):
            for file, found in coming:
                whole.add(found)
                bar.update(str(whole), files.index(Path(file)))
                refresh()
    except KeyboardInterrupt:
        interrupted = True
    _tell(whole, as_json)
    if interrupted:
        complain(f"interrupted; {counted(whole.plays, 'play')} had been verified")
        return ExitCode.INTERRUPTED
    return ExitCode.NO if whole.mismatches else ExitCode.YES


def verify(batch: Batch) -> Verified:
    """Verify some plays in this process."""
    found = Verified()
    for number, line in batch.lines:
        recording = parse_recording(line, batch.file, number)
        try:
            game = _game(recording.game, batch.sources, Path(batch.file).parent)
        except BabalabError as error:
            place = f"{batch.file}:{number}"
            raise RecordingError(f"{place}: the game is not there: {error}") from error
        mismatch = check_recording(recording, game, twin=batch.twin)
        found.add(Verified(1, recording.ticks, [] if mismatch is None else [mismatch]))
    return found


def _verified(
    batches: Iterator[Batch], workers: int
) -> Generator[tuple[str, Verified], None, None]:
    """What comes of batches, in their order."""
    first = list(islice(batches, 2))
    waiting = chain(first, batches)
    if workers == 1 or len(first) < 2:
        yield from ((batch.file, verify(batch)) for batch in waiting)
        return
    # A process started afresh has no threads or locks of this one.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _leave_ctrl_c)
    handed_out: deque[tuple[str, Future[Verified]]] = deque()
    try:
        while True:
            for batch in islice(waiting, AHEAD * workers - len(handed_out)):
                with _ctrl_c_ignored():
                    handed_out.append((batch.file, pool.submit(verify, batch)))
            if not handed_out:
                return
            file, coming = handed_out.popleft()
            yield file, coming.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _leave_ctrl_c() -> None:
    """Let the process that started this one answer Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _ctrl_c_ignored() -> Iterator[None]:
    """Processes started in here ignore Ctrl-C from the very first."""
    usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)


def _batches(files: Iterable[Path], sources: Sequence[str], twin: bool) -> Iterator[Batch]:
    for file in files:
        lines = lines_of(file)
        while some := tuple(islice(lines, PLAYS_AT_ONCE)):
            yield Batch(str(file), some, tuple(sources), twin)


def _files(path: Path) -> list[Path]:
    """A file of recordings, or all in a folder."""
    if not path.is_dir():
        return [path]
    found = [each for each in sorted(path.iterdir()) if is_recording(each.name)]
    if not found:
        raise GameError(f"{path}: there are no recordings, no {' or '.join(SUFFIXES)}")
    return found


@cache
def _game(name: str, sources: Sequence[str], folder: Path) -> type[VgdlGame]:
    """The game of this name: among those given, else in a folder near the recordings."""
    if not sources:
        beside = [folder.absolute().parent / FOLDER, folder]
        sources = [str(each) for each in beside if (each / f"{name}{DESCRIPTION}").is_file()]
        sources = [*sources, name]
    for source in sources:
        found = source
        if Path(source).is_dir():
            found = str(Path(source) / f"{name}{DESCRIPTION}")
            if not Path(found).is_file():
                continue
        if (Path(found).stem if is_description(found) else found) != name:
            continue
        game = game_named(found)
        if not issubclass(game, VgdlGame):
            raise GameError(f"{name} is no game of VGDL")
        return game
    raise GameError(f"there is no {name!r} in {', '.join(sources)}")


def _tell(whole: Verified, as_json: bool) -> None:
    if as_json:
        emit_json(
            {
                "plays": whole.plays,
                "ticks": whole.ticks,
                "mismatches": len(whole.mismatches),
                "first": [_as_json(each) for each in whole.mismatches[:SHOWN_MISMATCHES]],
            }
        )
        return
    for mismatch in whole.mismatches[:SHOWN_MISMATCHES]:
        emit(f"{mismatch}\n\n")
    hidden = len(whole.mismatches) - SHOWN_MISMATCHES
    if hidden > 0:
        emit(f"and {counted(hidden, 'play')} more that differ\n\n")
    emit(f"{whole}\n")


def _as_json(mismatch: Mismatch) -> dict[str, Any]:
    return {
        "source": mismatch.source,
        "line": mismatch.line,
        "game": mismatch.game,
        "level": mismatch.level,
        "seed": mismatch.seed,
        "tick": mismatch.tick,
        "action": mismatch.action,
        "differences": [
            {"what": each.what, "recorded": each.recorded, "ours": each.ours}
            for each in mismatch.differences
        ],
    }
