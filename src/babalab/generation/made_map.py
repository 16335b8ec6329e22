"""The maps of a search that is over: those that pass the goal test, in an order to take them in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from babalab.generation.archive import Archive
from babalab.generation.baba.finishing import ITERATIONS, Finished, finished
from babalab.generation.problems.baba import Baba
from babalab.generation.problems.problem import Maps, Statistics
from babalab.generation.searching import Found


@dataclass(frozen=True, slots=True)
class MadeMap:
    """A map that passes the goal test, and what it took."""

    map: Maps
    statistics: Statistics
    fitness: float
    hint: str
    """What the algorithm knew of it; see `Candidates`."""
    number: int
    """Of the search that found it."""
    seed: int
    """Of that search: `search` finds it again with it."""
    evaluations: int
    """Of the whole search, also where an archive has more maps of it."""
    seconds: float
    finished: Finished | None = None
    """Of a map of Baba: the level, with a solution that was verified."""


def maps_of(found: Found, number: int, seed: int) -> Iterator[MadeMap]:
    """The maps of a search that pass the goal test: at most one, or those of its archive.

    What was found last is in no archive yet; it counts if there is nothing else.
    """
    archive = found.archive
    elites = [] if archive is None else spread(archive)
    if archive is not None and elites:
        for elite in elites:
            yield MadeMap(
                archive.maps[elite],
                archive.statistics[elite],
                float(archive.fitness[elite]),
                "",
                number,
                seed,
                found.evaluations,
                found.seconds,
            )
    elif found.reached:
        yield MadeMap(
            found.map,
            found.statistics,
            found.fitness,
            found.hint,
            number,
            seed,
            found.evaluations,
            found.seconds,
        )


def finished_maps(problem: Baba, maps: Iterable[MadeMap]) -> Iterator[MadeMap]:
    """The same maps as levels of Baba; one whose solution turns out not to be as wanted is gone.

    For the champion may look further here than in the search, and find a shorter one.
    """
    iterations = max(problem.iterations, ITERATIONS)
    for made in maps:
        done = finished(problem.level(made.map), known=made.hint, iterations=iterations)
        if done is not None and problem.is_as_wanted(done.level):
            yield replace(made, finished=done)


def spread(archive: Archive) -> list[int]:
    """The elites that pass the goal test, each as far from those before it as there is one.

    So however few are taken, they are as different as can be.
    """
    places = np.flatnonzero(archive.reached)
    if not len(places):
        return []
    cells = archive.cells[places].astype(np.float64)
    cells /= [max(1, measure.bins - 1) for measure in archive.measures]
    order = [int(np.argmax(archive.fitness[places]))]
    distances = _distances(cells, order[0])
    while len(order) < len(places):
        distances[order[-1]] = -1.0
        order.append(int(np.argmax(distances)))
        distances = np.minimum(distances, _distances(cells, order[-1]))
    return [int(places[each]) for each in order]


def _distances(cells: NDArray[np.float64], one: int) -> NDArray[np.float64]:
    squares: NDArray[np.float64] = ((cells - cells[one]) ** 2).sum(axis=1)
    return squares
