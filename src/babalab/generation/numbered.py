"""Searches by their numbers, in this process or in others, with what they see on the way.

Search number *n* of a seed depends on nothing but the two. A worker is a process started afresh,
with a pipe of its own: it is sent a number, and sends back what it sees and what came of it.
"""

from __future__ import annotations

import importlib.util
import multiprocessing
import pickle
import signal
import sys
import time
import traceback
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Final, NamedTuple, cast

import numpy as np

from babalab.base.errors import BabalabError
from babalab.base.registry import USER_MODULE
from babalab.generation.algorithms.algorithm import Algorithm
from babalab.generation.errors import GenerationError
from babalab.generation.problems.problem import GeneratedMap as MadeMap
from babalab.generation.problems.problem import Problem
from babalab.generation.representations.representation import Representation
from babalab.generation.searching import Limits, collect_maps, search
from babalab.generation.searching import SearchResult as Found

SECONDS_BETWEEN_SIGHTS: Final = 0.2
"""Of what a worker has so far."""

Watch = Callable[[int, Found], None]
"""Told the number of a search and what it has so far."""


class Sight(NamedTuple):
    """What a search has so far."""

    number: int
    found: Found


class Searched(NamedTuple):
    """What came of a search."""

    number: int
    found: Found
    maps: list[MadeMap]
    """Those that pass the goal test, ready to be used."""


@dataclass(frozen=True)
class Searches:
    """Searches for maps of one problem, by their numbers. It travels to the workers."""

    problem: Problem
    algorithm: Algorithm
    representation: type[Representation]
    seed: int = 0
    limits: Limits = Limits()  # noqa: RUF009 - it can't be changed

    def seed_of(self, number: int) -> int:
        """The seed of one search. Nothing drawn in another changes what comes of it."""
        mixed = np.random.SeedSequence([self.seed, number]).generate_state(1, np.uint64)
        return int(mixed[0]) >> 11  # so that every reader of JSON gets it right

    def search(self, number: int, watch: Callable[[Found], None] | None = None) -> Found:
        """One of them."""
        return search(
            self.problem,
            self.algorithm,
            self.representation,
            seed=self.seed_of(number),
            limits=self.limits,
            watch=watch,
        )

    def ended(self, number: int, found: Found) -> Searched:
        """One of them that is over."""
        maps = collect_maps(self.problem, found, number, self.seed_of(number))
        return Searched(number, found, list(maps))


def searched(
    searches: Searches, most: int, *, workers: int = 1, watch: Watch | None = None
) -> Generator[Searched, None, None]:
    """Carry searches out, from number 0 on; each comes when it is over.

    A limit of evaluations makes them come in the order of their numbers, so that whoever stops
    after some of them has the same ones for any number of workers.
    """
    if workers == 1:
        return _here(searches, most, watch)
    elsewhere = _elsewhere(searches, most, min(workers, most), watch)
    return elsewhere if searches.limits.evaluations is None else _in_order(elsewhere)


def _here(searches: Searches, most: int, watch: Watch | None) -> Generator[Searched, None, None]:
    for number in range(most):

        def see(found: Found, number: int = number) -> None:
            if watch is not None:
                watch(number, found)

        yield searches.ended(number, searches.search(number, see))


def _in_order(coming: Iterator[Searched]) -> Generator[Searched, None, None]:
    early: dict[int, Searched] = {}
    due = 0
    for each in coming:
        early[each.number] = each
        while due in early:
            yield early.pop(due)
            due += 1


def _elsewhere(
    searches: Searches, most: int, workers: int, watch: Watch | None
) -> Generator[Searched, None, None]:
    numbers = iter(range(most))
    crew: dict[Connection, SpawnProcess] = {}
    try:
        for _ in range(workers):
            connection, process = _started(searches)
            crew[connection] = process
            connection.send(next(numbers))
        while crew:
            for ready in wait(list(crew)):
                connection = cast("Connection", ready)
                received = _received(connection, crew[connection])
                if isinstance(received, Sight):
                    if watch is not None:
                        watch(*received)
                    continue
                if watch is not None:
                    # The last sight may be old, and others that come first may keep it waiting.
                    watch(received.number, received.found)
                following = next(numbers, None)
                connection.send(following)
                if following is None:
                    crew.pop(connection).join()
                    connection.close()
                yield received
    finally:
        for process in crew.values():
            process.terminate()
        for connection, process in crew.items():
            process.join()
            connection.close()


def _started(searches: Searches) -> tuple[Connection, SpawnProcess]:
    # A process started afresh has no threads or locks of this one.
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    payload = pickle.dumps(searches)
    process = context.Process(
        target=_work, args=(theirs, _modules_of_files(searches), payload), daemon=True
    )
    process.start()
    theirs.close()
    return ours, process


def _received(connection: Connection, process: SpawnProcess) -> Sight | Searched:
    try:
        received: Sight | Searched | GenerationError = connection.recv()
    except (EOFError, ConnectionResetError):
        process.join()
        raise GenerationError(
            f"a worker ended with exit code {process.exitcode} in the middle of a search; "
            "is there enough memory? Use fewer workers"
        ) from None
    if isinstance(received, GenerationError):
        raise received
    return received


def _modules_of_files(searches: Searches) -> list[tuple[str, str]]:
    """The modules that were loaded from files of the user's, which a new process does not know."""
    kinds = (type(searches.problem), type(searches.algorithm), searches.representation)
    names = {kind.__module__ for kind in kinds if kind.__module__.startswith(USER_MODULE)}
    return [(name, str(sys.modules[name].__file__)) for name in sorted(names)]


def _work(connection: Connection, modules: list[tuple[str, str]], payload: bytes) -> None:
    """What a worker does: search by numbers until there are no more."""
    # Ctrl-C is for the process that waits for this one, which then ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name, file in modules:
        spec = importlib.util.spec_from_file_location(name, file)
        assert spec is not None
        assert spec.loader is not None
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    searches: Searches = pickle.loads(payload)
    # Making the algorithm once more prepares it here too, before any clock runs.
    replace(searches.algorithm)
    with suppress(BrokenPipeError, EOFError):
        while (number := connection.recv()) is not None:
            connection.send(_attempted(searches, number, connection))


def _attempted(
    searches: Searches, number: int, connection: Connection
) -> Searched | GenerationError:
    due = 0.0

    def see(found: Found) -> None:
        nonlocal due
        if time.perf_counter() >= due:
            connection.send(Sight(number, found))
            due = time.perf_counter() + SECONDS_BETWEEN_SIGHTS

    try:
        return searches.ended(number, searches.search(number, see))
    except BabalabError as error:
        return GenerationError(str(error))  # not every error can be sent
    except Exception as error:
        # Its traceback does not travel, so its kind and place are told.
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(last.filename).name}:{last.lineno}"
        return GenerationError(f"{type(error).__name__}: {error} ({place})")
