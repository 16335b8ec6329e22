"""Making calls, and seeing that one that raised has changed nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, Self

import numpy as np

from support.hostile.core import CORE
from support.hostile.recipes import World
from support.hostile.stub import Member, class_names, usable_members

Arguments = Mapping[str, Any]

SHOWING: Final = {"VectorEnv": ("save",), "LayeredSearch": ("tree",)}
"""Methods without arguments that change nothing and show what properties don't."""
NOT_CONTENTS: Final = ("nbytes", "nbytes_for_next")
"""Properties that may change while what is kept is the same."""


class FaultError(Exception):
    """The core neither did what it was told nor left things as they were."""


def invoke(member: Member, receiver: Any, arguments: Arguments) -> Any:
    """Make a call and return what it returns."""
    if member.is_property:
        return getattr(receiver, member.name)
    if member.is_constructor:
        return getattr(CORE, member.owner)(**arguments)
    return getattr(receiver if member.owner else CORE, member.name)(**arguments)


class Attempt:
    """A context in which exceptions end, if a call may raise them: SystemError is none of these."""

    raised: Exception | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, raised: BaseException | None, trace: object) -> bool:
        if isinstance(raised, Exception) and not isinstance(raised, SystemError):
            self.raised = raised
        return self.raised is not None


def try_to(member: Member, receiver: Any, arguments: Arguments) -> None:
    """Make a call that may raise."""
    with Attempt():
        invoke(member, receiver, arguments)


def use_everything(world: World, target: Any) -> None:
    """Call every member of an object with arguments that would be valid."""
    owner = class_of(target)
    for member in usable_members(owner) if owner else ():
        try_with_recipe(world, member, target)


def try_with_recipe(world: World, member: Member, target: Any) -> None:
    """Call a member with valid arguments, unless the object can't be asked for them."""
    with Attempt():
        invoke(member, target, world.arguments(member, target))


def class_of(target: Any) -> str:
    """Return the name of an object's class in the core, empty for anything else."""
    return next((name for name in class_names() if type(target) is getattr(CORE, name)), "")


def contents(target: Any, arguments: Arguments) -> list[tuple[str, Any]]:
    """Return what can be seen of an object and of the caller's arrays."""
    seen = [(name, given) for name, given in arguments.items() if isinstance(given, np.ndarray)]
    seen += _shown_by(target)
    for name, given in arguments.items():
        seen += [(f"{name}.{shown}", value) for shown, value in _shown_by(given)]
    return [
        (name, value.tobytes() if isinstance(value, np.ndarray) else value) for name, value in seen
    ]


def _shown_by(target: Any) -> Iterator[tuple[str, Any]]:
    owner = class_of(target)
    if not owner:
        return
    if hasattr(target, "__len__"):
        yield "len", len(target)
    for name in SHOWING.get(owner, ()):
        yield name, getattr(target, name)()
    for member in usable_members(owner):
        if member.is_property and member.name not in NOT_CONTENTS:
            yield member.name, getattr(target, member.name)
    if owner == "VgdlBatch":
        yield "states", _states(target)


def _states(plays: Any) -> list[bytes]:
    """Return the states of all plays; how many there are, a batch does not say."""
    states: list[bytes] = []
    while True:
        try:
            states.append(plays.state(len(states)))
        except (IndexError, ValueError):
            return states
