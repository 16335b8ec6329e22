"""All cases, or a part of them that takes seconds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from zlib import crc32

from support.hostile.argument_cases import argument_cases
from support.hostile.case import Case
from support.hostile.level_cases import level_cases
from support.hostile.meddling import meddling_cases
from support.hostile.object_cases import object_cases
from support.hostile.recipes import World
from support.hostile.thread_cases import thread_cases
from support.hostile.together_cases import together_cases

ONE_OF: Final[Mapping[str, int]] = {
    "table": 40,
    "state": 48,
    "type": 20,
    "walk": 10,
    "dtype": 12,
    "number": 10,
    "threads": 6,
    "together": 6,
    "level": 4,
    "values": 4,
    "object": 3,
    "order": 3,
    "stride": 3,
    "readonly": 2,
    "shape": 5,
}
"""The share of each kind that is in the part, 1 of so many; of other kinds all are."""


def generate_cases(world: World) -> Iterator[Case]:
    """Yield all cases, the same each time."""
    yield from argument_cases(world)
    yield from together_cases(world)
    yield from object_cases(world)
    yield from meddling_cases()
    yield from level_cases()
    yield from thread_cases(world)


def choose_part(cases: Iterable[Case]) -> Iterator[Case]:
    """Yield a part of the cases, the same each time and from everywhere."""
    for case in cases:
        if crc32(case.name.encode()) % ONE_OF.get(case.kind, 1) == 0:
            yield case
