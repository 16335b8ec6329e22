"""Objects and arrays that several of Python's threads use at once."""

from __future__ import annotations

import random
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from support.hostile.calling import Attempt, invoke, try_to, try_with_recipe, use_everything
from support.hostile.case import Case
from support.hostile.recipes import World
from support.hostile.stub import (
    Member,
    all_members,
    class_names,
    concrete_classes,
    constructor,
    usable_members,
)

THREADS: Final = 4
SECONDS: Final = 0.1
"""How long threads work on the same thing."""
MANY: Final = 2500
"""Enough states for every one of the core's threads to get some."""
CROWD: Final = 40_000
"""Enough for more threads than there can be."""


def thread_cases(world: World) -> Iterator[Case]:
    """Yield cases for every object and for every array that is passed."""
    for owner in class_names():
        members = [each for each in usable_members(owner) if not each.is_property]
        if not members:
            continue
        yield Case(
            f"{owner}/threads",
            "threads",
            lambda _, owner=owner: _share(owner, usable_members(owner), 2 * SECONDS),
        )
        for member in members:
            yield Case(
                f"{owner}.{member.name}/threads",
                "threads",
                lambda _, owner=owner, member=member: _share(owner, (member,), SECONDS),
            )
        yield Case(
            f"{owner}/remade-by-threads",
            "threads",
            lambda _, owner=owner: _share(
                owner, (*usable_members(owner), constructor(owner)), SECONDS
            ),
        )
    yield from _array_cases(world)
    yield from _crowd_cases()


def _at_once(calls: list[Callable[[], None]], seconds: float) -> None:
    """Repeat every call in a thread of its own until the time is over."""
    sys.setswitchinterval(1e-5)
    until = time.monotonic() + seconds
    faults: list[BaseException] = []

    def repeat(call: Callable[[], None]) -> None:
        try:
            while time.monotonic() < until and not faults:
                call()
        except BaseException as fault:
            faults.append(fault)

    threads = [threading.Thread(target=repeat, args=(call,), daemon=True) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if faults:
        raise faults[0]


def _share(owner: str, members: tuple[Member | None, ...], seconds: float) -> None:
    """Call members of one object in several threads."""
    world = World(count=300, threads=3)
    target = world.receiver(owner)
    prepared = [(each, world.arguments(each, target)) for each in members if each]

    def calls(number: int) -> Callable[[], None]:
        dice = random.Random(number)

        def call() -> None:
            member, arguments = dice.choice(prepared)
            with Attempt():
                if member.is_constructor:
                    target.__init__(**arguments)
                else:
                    invoke(member, target, arguments)

        return call

    _at_once([calls(number) for number in range(THREADS)], seconds)


def _array_cases(world: World) -> Iterator[Case]:
    """Yield cases in which an array changes while a call works on it."""
    for member in all_members():
        for owner in concrete_classes(member.owner) if member.needs_receiver else ("",):
            receiver = world.receiver(owner) if owner else None
            for name, value in world.arguments(member, receiver).items():
                if isinstance(value, np.ndarray):
                    yield Case(
                        f"{member.label}/{name}/written-meanwhile",
                        "threads",
                        lambda _, member=member, owner=owner, name=name: _write_meanwhile(
                            member, owner, name
                        ),
                    )


def _write_meanwhile(member: Member, owner: str, name: str) -> None:
    world = World(count=MANY, threads=3)
    receiver = world.receiver(owner) if owner else None
    arguments = world.arguments(member, receiver)
    array: NDArray[Any] = arguments[name]
    good = array.copy()
    bad = np.frombuffer(b"\xff" * good.nbytes, np.uint8).view(good.dtype).reshape(good.shape)
    dice = np.random.default_rng(1)

    def spoil() -> None:
        some = dice.integers(0, len(good), 8)
        array[some] = bad[some]
        array[some] = good[some]

    _at_once([spoil, lambda: try_to(member, receiver, arguments)], SECONDS)


def _crowd_cases() -> Iterator[Case]:
    """Yield cases that ask for more threads than a process can have."""
    for member in all_members():
        if "threads" in member.parameters:
            yield Case(
                f"{member.label}/threads/crowd",
                "threads",
                lambda _, member=member: _ask_for_a_crowd(member),
            )


def _ask_for_a_crowd(member: Member) -> None:
    world = World(count=CROWD, threads=2**32 - 1)
    for _ in range(2):  # what was begun and failed must not be relied on
        with Attempt():
            receiver = world.receiver(member.owner) if member.owner else None
            try_with_recipe(world, member, receiver)
            use_everything(world, receiver)
