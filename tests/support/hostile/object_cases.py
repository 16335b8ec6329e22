"""Objects that are used in the wrong order, twice made, half made, copied, or outlive others."""

from __future__ import annotations

import copy
import gc
import pickle
import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from support.hostile.calling import Attempt, invoke, try_with_recipe, use_everything
from support.hostile.case import Case
from support.hostile.core import CORE
from support.hostile.recipes import World
from support.hostile.replacing import replacements
from support.hostile.stub import class_names, constructor, usable_members

WALKS: Final = 40
"""How many random walks there are over the members of each class."""
STEPS: Final = 60


def object_cases(world: World) -> Iterator[Case]:
    """Yield cases for every class."""
    for owner in class_names():
        yield from _order_cases(owner)
        yield from _life_cases(owner)
        for number in range(WALKS):
            yield Case(
                f"{owner}/walk-{number}",
                "walk",
                lambda world, owner=owner, number=number: _walk(world, owner, number),
            )
        yield from _view_cases(owner, world)


def _order_cases(owner: str) -> Iterator[Case]:
    """Call a member before any other, on an object that is new, spent or was never made."""
    makers: dict[str, Callable[[World], Any]] = {
        "new": lambda world: world.make(owner),
        "spent": lambda world: _spent(world, owner),
        "unmade": lambda _: getattr(CORE, owner).__new__(getattr(CORE, owner)),
    }
    for label, make in makers.items():
        for member in usable_members(owner):

            def run(world: World, make: Any = make, member: Any = member) -> None:
                target = make(world)
                for _ in range(2):
                    try_with_recipe(world, member, target)
                use_everything(world, target)

            yield Case(f"{owner}.{member.name}/on-{label}", "order", run)


def _spent(world: World, owner: str) -> Any:
    """Return an object with which everything was done for long."""
    target = world.receiver(owner)
    for _ in range(40):
        use_everything(world, target)
    return target


def _life_cases(owner: str) -> Iterator[Case]:
    for label, run in (
        ("made-twice", _make_twice),
        ("remade-badly", _remake_badly),
        ("outliving", _outlive),
        ("copied", _copy),
        ("subclassed", _subclass),
    ):
        yield Case(f"{owner}/{label}", "life", lambda world, run=run: run(world, owner))


def _make_twice(world: World, owner: str) -> None:
    target = world.receiver(owner)
    views = arrays_of(target)
    member = constructor(owner)
    assert member
    for _ in range(3):
        with Attempt():
            target.__init__(**world.arguments(member, None))
        use_everything(world, target)
    _scribble(views)
    use_everything(world, target)


def _remake_badly(world: World, owner: str) -> None:
    target = world.receiver(owner)
    with Attempt():
        target.__init__(object(), object())
    use_everything(world, target)


def _outlive(world: World, owner: str) -> None:
    """Use an object, then its arrays, after all that it was made of is gone."""
    member = constructor(owner)
    assert member
    arguments = World(world.count).arguments(member, None)
    target = getattr(CORE, owner)(**arguments)
    arguments.clear()
    gc.collect()
    trash = [np.full(size, 0xFF, np.uint8) for size in range(1, 4000, 7)]
    use_everything(world, target)
    views = arrays_of(target)
    del target, trash
    gc.collect()
    _scribble(views)


def _copy(world: World, owner: str) -> None:
    target = world.receiver(owner)
    for way in (copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))):
        with Attempt():
            use_everything(world, way(target))
    use_everything(world, target)


def _subclass(world: World, owner: str) -> None:
    kind = type("Sub", (getattr(CORE, owner),), {"__init__": lambda _: None})
    target = kind()
    for member in usable_members(owner):
        with Attempt():
            invoke(member, target, world.arguments(member, world.receiver(owner)))


def _walk(world: World, owner: str, number: int) -> None:
    """Call members at random, now and then with an argument that is replaced."""
    dice = random.Random(f"{owner} {number}")
    target = world.make(owner)
    members = usable_members(owner)
    kept: list[NDArray[Any]] = []
    for _ in range(STEPS if members else 0):
        member = dice.choice(members)
        with Attempt():
            arguments = world.arguments(member, target)
            if arguments and dice.random() < 0.3:
                name = dice.choice(list(arguments))
                others = [
                    each
                    for each in replacements(arguments[name], world)
                    if each.label not in ("huge", "many")
                ]
                arguments[name] = dice.choice(others).make()
            invoke(member, target, arguments)
        if dice.random() < 0.1:
            kept += arrays_of(target)
            _scribble(dice.sample(kept, min(3, len(kept))))


def arrays_of(target: Any) -> list[NDArray[Any]]:
    """Return every array that the properties of an object hand out."""
    owner = type(target).__name__
    found = []
    for member in usable_members(owner):
        if member.is_property:
            with Attempt():
                value = getattr(target, member.name)
                if isinstance(value, np.ndarray):
                    found.append(value)
    return found


def _view_cases(owner: str, world: World) -> Iterator[Case]:
    """Write into the arrays that an object hands out, and use it."""
    target = world.receiver(owner)
    for member in usable_members(owner):
        if not member.is_property or not isinstance(getattr(target, member.name), np.ndarray):
            continue
        for label, value in (("ones", -1), ("billion", 10**9), ("one", 1)):

            def run(world: World, name: str = member.name, value: int = value) -> None:
                target = world.receiver(owner)
                for _ in range(3):
                    _write(getattr(target, name), value)
                    use_everything(world, target)

            yield Case(f"{owner}.{member.name}/filled-{label}", "view", run)

        def keep(world: World, name: str = member.name) -> None:
            target = world.receiver(owner)
            views = []
            for _ in range(3):
                views.append(getattr(target, name))
                use_everything(world, target)
                _scribble(views)

        yield Case(f"{owner}.{member.name}/kept", "view", keep)


def _write(array: NDArray[Any], value: int) -> None:
    with suppress(ValueError):
        array.flags.writeable = True
    with suppress(ValueError):
        array[...] = np.array(value).astype(array.dtype)


def _scribble(arrays: list[NDArray[Any]]) -> None:
    """Read arrays, and write what was read there again."""
    for array in arrays:
        with suppress(ValueError):
            array[...] = array.copy()
