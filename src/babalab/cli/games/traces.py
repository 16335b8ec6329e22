"""`babalab games check --traces`: verify recordings with several processes."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from babalab.base.errors import BabalabError
from babalab.base.sources import DESCRIPTION
from babalab.base.wording import pluralize
from babalab.cli.ui.console import complain, cut_list, warn
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.live import ProgressLine, show_live
from babalab.cli.ui.streams import emit, emit_json
from babalab.execution.call import call_each
from babalab.execution.executor import Executor
from babalab.execution.in_this_process import InThisProcess
from babalab.game.recordings import RecordingError, lines_of
from babalab.games import GameError, game_named
from babalab.games.finding import is_description
from babalab.games.vgdl import VgdlGame
from babalab.games.vgdl.traces import VgdlMismatch, check_recording, parse_recording

SUFFIXES: Final = (".jsonl", ".jsonl.gz")
FOLDER: Final = "games"
"""The folder of games beside that of the recordings."""
SHOWN_MISMATCHES = 3
PLAYS_AT_ONCE = 6
"""The number of plays handed to a process together: few, so that Ctrl-C takes effect soon."""


def is_recording(text: str) -> bool:
    """Tell whether a file of this name has recordings."""
    return text.endswith(SUFFIXES)


@dataclass(frozen=True)
class PlayBatch:
    """Some plays of one file, as text, and how to verify them."""

    file: str
    """The path as messages show it."""
    folder: Path
    """The absolute path of its folder."""
    lines: tuple[tuple[int, str], ...]
    sources: tuple[str, ...]
    """Absolute paths of descriptions and folders of games, and names."""
    twin: bool


@dataclass
class Verified:
    """The result of verifying some plays."""

    plays: int = 0
    ticks: int = 0
    mismatches: list[VgdlMismatch] = field(default_factory=list)

    def add(self, other: Verified) -> None:
        """Add the result of further plays."""
        self.plays += other.plays
        self.ticks += other.ticks
        self.mismatches += other.mismatches

    def __str__(self) -> str:
        """Return the counts in words."""
        return f"{self.plays} plays, {self.ticks} ticks, {len(self.mismatches)} mismatches"


def verify_traces(
    paths: Sequence[Path],
    sources: Sequence[str],
    executor: Executor,
    *,
    twin: bool,
    as_json: bool,
) -> ExitCode:
    """Verify all recordings, or those until Ctrl-C, and print the result."""
    files = [file for path in paths for file in _find_files(path)]
    whole = Verified()
    interrupted = False
    try:
        bar = ProgressLine("verifying", len(files))
        with (
            show_live(bar, quiet=as_json) as refresh,
            closing(_verify_all(_make_batches(files, sources, twin), executor)) as coming,
        ):
            for file, found in coming:
                whole.add(found)
                bar.update(str(whole), files.index(Path(file)))
                refresh()
    except KeyboardInterrupt:
        interrupted = True
    _print_result(whole, as_json)
    if interrupted:
        complain(f"interrupted; {pluralize(whole.plays, 'play')} had been verified")
        return ExitCode.INTERRUPTED
    return ExitCode.NO if whole.mismatches else ExitCode.YES


def verify(batch: PlayBatch) -> Verified:
    """Verify some plays in this process."""
    found = Verified()
    for number, line in batch.lines:
        recording = parse_recording(line, batch.file, number)
        try:
            game = _find_game(recording.game, batch.sources, batch.folder)
        except BabalabError as error:
            place = f"{batch.file}:{number}"
            raise RecordingError(f"{place}: the game is not there: {error}") from error
        mismatch = check_recording(recording, game, twin=batch.twin)
        found.add(Verified(1, recording.ticks, [] if mismatch is None else [mismatch]))
    return found


def _verify_all(
    batches: Iterator[PlayBatch], executor: Executor
) -> Generator[tuple[str, Verified], None, None]:
    """Verify batches and yield the file and the result of each, in their order."""
    first = list(islice(batches, 2))
    if len(first) < 2:
        executor = InThisProcess()  # one is not worth a process
    return call_each(executor, _verify_and_name, chain(first, batches))


def _verify_and_name(batch: PlayBatch) -> tuple[str, Verified]:
    return batch.file, verify(batch)


def _make_batches(files: Iterable[Path], sources: Sequence[str], twin: bool) -> Iterator[PlayBatch]:
    # On another machine the working directory is another one.
    found = tuple(str(Path(each).absolute()) if Path(each).exists() else each for each in sources)
    for file in files:
        lines = lines_of(file)
        while some := tuple(islice(lines, PLAYS_AT_ONCE)):
            yield PlayBatch(str(file), file.absolute().parent, some, found, twin)


def _find_files(path: Path) -> list[Path]:
    """Return a file of recordings, or all in a folder."""
    if not path.is_dir():
        return [path]
    named = [each for each in sorted(path.iterdir()) if is_recording(each.name)]
    found = [each for each in named if each.is_file()]
    for other in set(named) - set(found):
        warn(f"{other}: this is no plain file; skipped")
    if not found:
        raise GameError(f"{path}: there are no recordings, no {' or '.join(SUFFIXES)}")
    return found


@cache
def _find_game(name: str, sources: Sequence[str], folder: Path) -> type[VgdlGame]:
    """Return the game of this name: among those given, else in a folder near the recordings."""
    if not sources:
        beside = [folder.parent / FOLDER, folder]
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


def _print_result(whole: Verified, as_json: bool) -> None:
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
    shown, more = cut_list(whole.mismatches, SHOWN_MISMATCHES, "play")
    for mismatch in shown:
        emit(f"{mismatch}\n\n")
    if more:
        emit(f"{more} that differ\n\n")
    emit(f"{whole}\n")


def _as_json(mismatch: VgdlMismatch) -> dict[str, Any]:
    return {
        **asdict(mismatch),
        "differences": [each._asdict() for each in mismatch.differences],
    }
