"""Measuring how fast maps are judged, natively and in plain Python."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

import numpy as np

from babalab.bench.report import Note, Report
from babalab.generation.problems import Maps, Problem, make_problem
from babalab.generation.problems.plain import (
    measure_binary,
    measure_sokoban,
    measure_zelda,
)

BATCH = 1000
"""Maps that are judged at once."""
CLIMBS, STEPS, NEIGHBOURS = 20, 50, 20
"""Hill climbs that make the maps on the way, their steps, and the neighbours judged at a step."""

PlainStatistics = Callable[[Sequence[int], int], tuple[int, ...]]
TWINS: dict[str, PlainStatistics] = {
    "binary": measure_binary,
    "zelda": measure_zelda,
    "sokoban": measure_sokoban,
}


def measure_generation(report: Report, seconds: float, note: Note) -> None:
    """Add all figures, each measured for about this many seconds, in one thread.

    Seconds are processor time, so other programs don't count. The ratio is the time of plain
    Python to ours for the same maps.
    """
    for name in TWINS:
        problem = make_problem(name)
        for kind, maps in _make_maps(problem).items():
            note(f"{name}, {kind}")
            _measure_maps(report, problem, kind, maps, seconds)


def _measure_maps(report: Report, problem: Problem, kind: str, maps: Maps, seconds: float) -> None:
    start = problem.measure(maps[:1])[0]

    def judge(some: Maps) -> None:
        problem.judge(some, start)

    def judge_each(some: Maps) -> None:
        for i in range(len(some)):
            problem.judge(some[i : i + 1], start)

    slow, count = _time_plain(problem, maps, seconds)
    fast = _time_maps(problem.measure, maps[:count], seconds)
    key, title = f"{problem.name}_{kind.replace(' ', '_')}", f"{problem.name}, {kind}"
    for name, words, way in (
        ("maps_per_second", f"judged {BATCH:,} at a time", judge),
        ("single_maps_per_second", "judged one at a time", judge_each),
    ):
        rate = 1 / _time_maps(way, maps, seconds)
        report.add(f"{key}_{name}", f"{title}: {words}", rate, "maps/s")
    report.add(f"{key}_plain_maps_per_second", f"{title}: plain", 1 / slow, "maps/s")
    report.add(f"{key}_ratio", f"{title}: times as fast as plain", slow / fast, "x")


def _make_maps(problem: Problem) -> dict[str, Maps]:
    """Make maps such as a search judges: start maps, later ones, and ones that need solving."""
    chance = np.random.default_rng(0)
    kinds = {
        "start maps": problem.random_maps(chance, BATCH),
        "maps on the way": _climb(problem, chance),
    }
    if problem.name == "sokoban":
        kinds["maps to solve"] = _draw_levels(problem, chance)
    return kinds


def _climb(problem: Problem, chance: np.random.Generator) -> Maps:
    """Return some of the neighbours that hill climbs judge."""
    met = []
    for _ in range(CLIMBS):
        (map_,) = problem.random_maps(chance, 1)
        start = problem.measure(map_[None])[0]
        for _ in range(STEPS):
            neighbours = np.repeat(map_[None], NEIGHBOURS, axis=0)
            where = chance.integers(problem.cells, size=NEIGHBOURS)
            what = chance.integers(len(problem.tiles), size=NEIGHBOURS)
            neighbours[np.arange(NEIGHBOURS), where] = what
            met.append(neighbours)
            map_ = neighbours[np.argmax(problem.judge(neighbours, start).fitness)]
    return chance.permutation(np.concatenate(met))[:BATCH]


def _draw_levels(problem: Problem, chance: np.random.Generator) -> Maps:
    """Draw maps with one player, one region and as many crates as targets: one in 80 is such."""
    found: list[Maps] = []
    while sum(map(len, found)) < BATCH:
        maps = problem.random_maps(chance, 10 * BATCH)
        players, crates, targets, regions = problem.measure(maps)[:, :4].T
        found.append(maps[(players == 1) & (regions == 1) & (crates == targets) & (crates > 0)])
    return np.concatenate(found)[:BATCH]


def _time_maps(judge: Callable[[Maps], object], maps: Maps, seconds: float) -> float:
    """Measure the processor time of one map, in seconds."""
    judge(maps[:1])  # the first call also prepares what is needed once
    rounds = 0
    began = time.process_time()
    while not rounds or time.process_time() - began < seconds:
        judge(maps)
        rounds += 1
    return max(time.process_time() - began, 1e-9) / (rounds * len(maps))


def _time_plain(problem: Problem, maps: Maps, seconds: float) -> tuple[float, int]:
    """Measure the same in plain Python; return it with the number of maps there was time for."""
    twin = TWINS[problem.name]
    began = time.process_time()
    count = 0
    for map_ in maps.tolist():
        twin(map_, problem.width)
        count += 1
        if time.process_time() - began >= seconds:
            break
    return max(time.process_time() - began, 1e-9) / count, count
