"""Mechanics that a solution uses, under the names that tag the levels of our packs.

Some are deeds (``push``, ``transform``, ``break-rule``, ``make-rule``, ``become``), read off the
events of the play; others are properties in force (``stop``, ``kill``, ``sink``, ``hot-melt``,
``move``, ``many-you``, ``self-reference``) of something that is there. A property may be in force
without getting in anybody's way: `babalab.generation.baba.clutter` finds those.
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
"""All mechanics, in the order in which they are listed."""


def find_mechanics(level: Level, solution: str) -> tuple[str, ...]:
    """Return the mechanics of a play up to its win, in the order of `MECHANICS`.

    >>> level = Level.parse("_______/_b...f_/_.F.13_/_B12.._/_______")
    >>> find_mechanics(level, "drurrr")
    ('push', 'make-rule')
    """
    play = Chronicle(level.line)
    used = set(_read_properties(play))
    first = _find_you(play)
    for action in parse_moves(solution):
        pushable = _find_passive(play)
        used |= set(_read_deeds(play.turn(action), pushable)) | set(_read_properties(play))
        first = first or _find_you(play)
        if _find_you(play) and _find_you(play) != first:
            used.add("become")
        if play.won:
            break
    if "push" not in used:
        used.add("walk")
    return sort_mechanics(used)


def sort_mechanics(mechanics: Iterable[str]) -> tuple[str, ...]:
    """Return mechanics in the usual order, none twice."""
    named = set(mechanics)
    return tuple(each for each in MECHANICS if each in named)


def parse_mechanics(text: str) -> tuple[str, ...]:
    """Read mechanics separated by plus signs; an empty text has none.

    Raise `GenerationError` for an unknown one.

    >>> parse_mechanics("sink+kill")
    ('kill', 'sink')
    """
    named = [each.strip() for each in text.split("+")] if text.strip() else []
    for each in named:
        if each not in MECHANICS:
            raise GenerationError(unknown("mechanic", each, MECHANICS))
    return sort_mechanics(named)


def _read_deeds(events: list[Event], pushable: set[str]) -> Iterator[str]:
    """Yield the deeds of a turn. Something that walks or moves by itself is not pushed."""
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


def _read_properties(play: Chronicle) -> Iterator[str]:
    """Yield the properties of things that are there."""
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
    you = _find_you(play)
    if any(noun == what or (noun in you and what != "you") for noun, what in effective):
        yield "self-reference"


def _find_passive(play: Chronicle) -> set[str]:
    """Return the nouns of things that are PUSH and don't move by themselves."""
    active = {thing.noun for thing in (*play.you, *play.movers)}
    return {thing.noun for thing in play.pushes} - active


def _find_you(play: Chronicle) -> set[str]:
    return {thing.noun for thing in play.you}
