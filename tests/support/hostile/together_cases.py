"""Valid calls in which two numbers are replaced at once: products of sizes may overflow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final

from support.hostile.calling import try_to, use_everything
from support.hostile.case import Case
from support.hostile.recipes import World
from support.hostile.stub import Member, all_members, concrete_classes

NUMBERS: Final = {
    "0": 0,
    "-1": -1,
    "2**16": 2**16,
    "2**31-1": 2**31 - 1,
    "2**32-1": 2**32 - 1,
    "2**32": 2**32,
    "2**33": 2**33,
    "2**63": 2**63,
    "2**64-1": 2**64 - 1,
}


def together_cases(world: World) -> Iterator[Case]:
    """Yield cases for every two numbers that a member takes."""
    for member in all_members():
        for owner in concrete_classes(member.owner) if member.needs_receiver else ("",):
            receiver = world.receiver(owner) if owner else None
            arguments = world.arguments(member, receiver)
            whole = [name for name, value in arguments.items() if type(value) is int]
            for pair in combinations(whole, 2):
                for label, number in NUMBERS.items():
                    yield Case(
                        f"{member.label}/{'+'.join(pair)}/{owner}{label}",
                        "together",
                        lambda world, member=member, owner=owner, pair=pair, number=number: _call(
                            world, member, owner, dict.fromkeys(pair, number)
                        ),
                    )


def _call(world: World, member: Member, owner: str, numbers: dict[str, int]) -> None:
    receiver = world.receiver(owner) if owner else None
    try_to(member, receiver, world.arguments(member, receiver) | numbers)
    use_everything(world, receiver)
