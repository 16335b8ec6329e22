"""Valid calls in which one argument is replaced."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from support.hostile.calling import Attempt, FaultError, contents, invoke, use_everything
from support.hostile.case import Case
from support.hostile.recipes import World
from support.hostile.replacing import Replacement, replacements
from support.hostile.stub import Member, all_members, concrete_classes


def argument_cases(world: World) -> Iterator[Case]:
    """Yield a valid call of every member, and one for every replacement of every argument."""
    for member in all_members():
        for owner in concrete_classes(member.owner) if member.needs_receiver else ("",):
            yield from _cases_of(member, owner, world)


def _cases_of(member: Member, owner: str, world: World) -> Iterator[Case]:
    receiver = world.receiver(owner) if owner else None
    prefix = member.label if owner == member.owner or not owner else f"{owner}.{member.name}"
    yield Case(f"{prefix}/valid", "valid", lambda world: _call_as_meant(member, owner, world))
    for name, value in world.arguments(member, receiver).items():
        missing = Replacement("type", "missing", lambda: _MISSING)
        for each in chain((missing,), replacements(value, world)):
            yield Case(
                f"{prefix}/{name}/{each.label}",
                each.kind,
                lambda world, name=name, each=each: _call(member, owner, name, each, world),
            )


_MISSING = object()


def _call_as_meant(member: Member, owner: str, world: World) -> None:
    """Make the call that others differ from; if it fails, so do they, for the wrong reason."""
    receiver = world.receiver(owner) if owner else None
    invoke(member, receiver, world.arguments(member, receiver))


def _call(member: Member, owner: str, name: str, replacement: Replacement, world: World) -> None:
    receiver = world.receiver(owner) if owner else None
    arguments = world.arguments(member, receiver)
    arguments[name] = replacement.make()
    if arguments[name] is _MISSING:
        del arguments[name]
    others = {each: value for each, value in arguments.items() if each != name}
    before = contents(receiver, others)
    made = receiver
    with Attempt() as attempt:
        returned = invoke(member, receiver, arguments)
        made = returned if member.is_constructor else receiver
    # Where memory ends is no fault of the arguments, and work may have been half done.
    if attempt.raised and not isinstance(attempt.raised, MemoryError):
        _expect_untouched(before, contents(receiver, others), attempt.raised)
        invoke(member, receiver, world.arguments(member, receiver))
    use_everything(world, made)


def _expect_untouched(before: Any, after: Any, raised: Exception) -> None:
    changed = [name for (name, was), (_, now) in zip(before, after, strict=True) if was != now]
    if changed:
        raise FaultError(f"raised {raised!r}, but changed {', '.join(changed)}")
