"""Results of searches as plain data, which is how they come from processes that ran users' code.

A map is all that such a process is believed; this one lets the problem judge it once more.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from babalab.execution.faults import format_value
from babalab.generation.algorithms.archive import Archive
from babalab.generation.errors import GenerationError
from babalab.generation.problems.problem import Problem
from babalab.generation.problems.values import Maps
from babalab.generation.searching import SearchResult


def write_result(result: SearchResult) -> dict[str, Any]:
    """Return a result as plain data, without what follows from its maps."""
    archive = result.archive
    return {
        "map": result.map.tobytes(),
        "hint": result.hint,
        "evaluations": int(result.evaluations),
        "seconds": float(result.seconds),
        "depth": int(result.depth),
        "curve": [[int(evaluations), float(fitness)] for evaluations, fitness in result.curve],
        "archive": None
        if archive is None
        else {"maps": archive.maps.tobytes(), "cells": archive.cells.tolist()},
    }


def read_result(problem: Problem, seed: int, sent: Any) -> SearchResult:
    """Return the result that a search with this seed sent. Raises `GenerationError` if it is none.

    Statistics, fitness and the goal test are the problem's own word.
    """
    start = problem.measure(problem.random_maps(np.random.default_rng(seed), 1))[0]
    match sent:
        case {
            "map": bytes(packed), "hint": str(hint), "evaluations": int(evaluations),
            "seconds": float(seconds), "depth": int(depth), "curve": list(curve),
            "archive": None | dict() as kept,
        } if evaluations >= 1 and depth >= 0 and math.isfinite(seconds):  # fmt: skip
            map_ = _read_maps(problem, packed, 1)
            judged = problem.judge(map_, start, [hint])
            return SearchResult(
                map_[0],
                judged.statistics[0],
                float(judged.fitness[0]),
                bool(judged.reached[0]),
                hint,
                evaluations,
                seconds,
                depth,
                start,
                None if kept is None else _read_archive(problem, start, kept),
                [_read_point(point) for point in curve],
            )
    raise GenerationError(f"a search returned {format_value(sent)} instead of a result")


def _read_maps(problem: Problem, packed: bytes, count: int) -> Maps:
    maps = np.frombuffer(packed, np.uint8)
    if maps.size != count * problem.cells or (maps >= len(problem.tiles)).any():
        raise GenerationError(f"a search returned maps that are none of {problem.name}")
    return maps.reshape(count, problem.cells).copy()


def _read_archive(problem: Problem, start: Any, kept: dict[str, Any]) -> Archive:
    measures = problem.measures
    match kept:
        case {"maps": bytes(packed), "cells": list(cells)}:
            places = np.zeros((len(cells), len(measures)), np.int64)
            for row, cell in enumerate(cells):
                if not isinstance(cell, list) or len(cell) != len(measures):
                    raise GenerationError(f"a search returned {format_value(cell)} as a cell")
                places[row] = [
                    _read_bin(place, measure.bins)
                    for place, measure in zip(cell, measures, strict=True)
                ]
            maps = _read_maps(problem, packed, len(cells))
            judged = problem.judge(maps, start)
            return Archive(
                measures, maps, judged.fitness, judged.statistics, judged.reached, places
            )
    raise GenerationError("a search returned an archive that is none")


def _read_bin(place: Any, bins: int) -> int:
    if type(place) is not int or not 0 <= place < bins:
        raise GenerationError(f"a search returned {format_value(place)} as the cell of a map")
    return place


def _read_point(point: Any) -> tuple[int, float]:
    match point:
        case [int(evaluations), float(fitness)]:
            return evaluations, fitness
    raise GenerationError(f"a search returned {format_value(point)} as a step to a better map")
