"""Arguments that make the object for which they are read, or use it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from support.hostile.calling import Attempt, FaultError, use_everything
from support.hostile.case import Case
from support.hostile.core import CORE
from support.hostile.recipes import World
from support.hostile.stub import class_names, constructor


class Meddler:
    """A stand-in for a value, which does something whenever the value is asked for."""

    def __init__(self, value: Any, meddle: Callable[[], None]) -> None:
        self._value = value
        self._meddle = meddle

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ask(), name)

    def __len__(self) -> int:
        return len(self._ask())

    def __iter__(self) -> Iterator[Any]:
        return iter(self._ask())

    def __getitem__(self, place: Any) -> Any:
        return self._ask()[place]

    def __index__(self) -> int:
        return int(self._ask())

    __int__ = __index__

    def __float__(self) -> float:
        return float(self._ask())

    def _ask(self) -> Any:
        self._meddle()
        return self._value


def meddling_cases() -> Iterator[Case]:
    """Yield a case for every argument of every constructor."""
    for owner in class_names():
        member = constructor(owner)
        assert member
        for name in member.parameters:
            yield Case(
                f"{owner}/{name}/meddling",
                "life",
                lambda world, owner=owner, name=name: _meddle(world, owner, name),
            )


def _meddle(world: World, owner: str, name: str) -> None:
    member = constructor(owner)
    assert member
    target = getattr(CORE, owner).__new__(getattr(CORE, owner))
    made = False

    def meddle() -> None:
        nonlocal made
        use_everything(world, target)
        with Attempt() as attempt:
            target.__init__(**world.arguments(member, None))
        made = made or not attempt.raised
        use_everything(world, target)

    arguments = world.arguments(member, None)
    arguments[name] = Meddler(arguments[name], meddle)
    with Attempt() as attempt:
        target.__init__(**arguments)
    if made and not attempt.raised:
        raise FaultError("an object was made anew while it was in use")
    use_everything(world, target)
