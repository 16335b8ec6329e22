"""Mechanics: what a solution makes use of, under the names the levels of our packs are tagged with.

Some are deeds (``push``, ``transform``, ``break-rule``, ``make-rule``, ``become``), read off
what happens in the play; others are properties in force (``stop``, ``kill``, ``sink``,
``hot-melt``, ``move``, ``many-you``, ``self-reference``) of something that is there. A property
may be in force without being in anybody's way: `babalab.generation.baba.clutter` finds those.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from babalab.base.suggestions import unknown
from babalab.game.action import parse_moves
from babalab.game.chronicle import Chronicle
from babalab.game.events import Event, Pushed, RuleBroken, RuleMade, Transformed, is_effective
from babalab.game.level import Level
from babalab.generation.errors import GenerationError

MECHANICS: Final = (
    "walk", "push", "stop", "kill", "sink", "hot-melt", "move", "transform",
    "break-rule", "make-rule", "self-reference", "become", "many-you",
)  # fmt: skip
"""All there are, in the order in which they are listed."""


def mechanics_of(level: Level, solution: str) -> tuple[str, ...]:
    """The mechanics of a play up to its win, in the order of `MECHANICS`.

    >>> level = Level.parse("_______/_b...f_/_.F.13_/_B12.._/_______")
    >>> mechanics_of(level, "drurrr")
    ('push', 'make-rule')
    """
    play = Chronicle(level.line)
    used = set(_in_force(play))
    first = _you(play)
    for action in parse_moves(solution):
        pushable = _passive(play)
        used |= set(_done(play.turn(action), pushable)) | set(_in_force(play))
        first = first or _you(play)
        if _you(play) and _you(play) != first:
            used.add("become")
        if play.won:
            break
    if "push" not in used:
        used.add("walk")
    return in_order(used)


def in_order(mechanics: Iterable[str]) -> tuple[str, ...]:
    """The same mechanics in the usual order, none twice."""
    named = set(mechanics)
    return tuple(each for each in MECHANICS if each in named)


def parse_mechanics(text: str) -> tuple[str, ...]:
    """Mechanics written with a plus between; none for an empty text.

    Raises `GenerationError` for one there is not.

    >>> parse_mechanics("sink+kill")
    ('kill', 'sink')
    """
    named = [each.strip() for each in text.split("+")] if text.strip() else []
    for each in named:
        if each not in MECHANICS:
            raise GenerationError(unknown("mechanic", each, MECHANICS))
    return in_order(named)


def _done(events: list[Event], pushable: set[str]) -> Iterator[str]:
    """What was done in a turn. Who walks or moves by itself is not pushed even if it is PUSH."""
    for event in events:
        match event:
            case Pushed() if event.is_word or event.what in pushable:
                yield "push"
            case Transformed():
                yield "transform"
            case RuleBroken() if event.is_milestone:
                yield "break-rule"
            case RuleMade() if event.is_milestone:
                yield "make-rule"


def _in_force(play: Chronicle) -> Iterator[str]:
    """The properties that something there has."""
    effective = [
        (noun, what)
        for noun, _, what in (rule.split("-") for rule in play.rules if is_effective(rule))
        if play.kin.get(noun)
    ]
    properties = {what for _, what in effective}
    yield from properties & {"stop", "kill", "sink", "move"}
    if {"hot", "melt"} <= properties:
        yield "hot-melt"
    if len(play.you) > 1:
        yield "many-you"
    you = _you(play)
    if any(noun == what or (noun in you and what != "you") for noun, what in effective):
        yield "self-reference"


def _passive(play: Chronicle) -> set[str]:
    """The nouns of what is PUSH and nothing that moves."""
    active = {thing.noun for thing in (*play.you, *play.movers)}
    return {thing.noun for thing in play.pushes} - active


def _you(play: Chronicle) -> set[str]:
    return {thing.noun for thing in play.you}
