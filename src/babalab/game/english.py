"""Plain English for what happens in a play: phrases for the moves of a chapter and for events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from babalab.base.wording import pluralize
from babalab.game.action import Action
from babalab.game.events import (
    Blocked,
    Cause,
    Cell,
    ControlChanged,
    Destroyed,
    Event,
    Pushed,
    RuleBroken,
    RuleMade,
    Transformed,
    Waited,
    Walked,
    Wandered,
    Won,
    is_effective,
)

if TYPE_CHECKING:
    from babalab.game.story import Step

DIRECTIONS: Final = {
    Action.UP: "up",
    Action.DOWN: "down",
    Action.LEFT: "left",
    Action.RIGHT: "right",
}
_NAMES: Final = ("baba", "keke")
_MASSES: Final = ("grass", "lava", "goop", "floor")
_FATES: Final = {
    Cause.KILL: ("is destroyed", "are destroyed"),
    Cause.SINK: ("sinks", "sink"),
    Cause.MELT: ("melts away", "melt away"),
    Cause.INSTEAD: (
        "elsewhere vanishes too (a quirk of the engine)",
        "elsewhere vanish too (a quirk of the engine)",
    ),
}
"""Verb phrases about one thing that was destroyed, and about several."""
MOST_LEGS = 6
"""A walk with more changes of direction than this is told by its length alone."""


# ---------------------------------------------------------------- small words


def join_words(parts: Sequence[str]) -> str:
    """Join words with commas and "and".

    >>> join_words(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def mention(count: int, noun: str) -> str:
    """Mention things of a noun for the first time, with an indefinite article.

    >>> mention(1, "baba"), mention(1, "rock"), mention(3, "rock"), mention(2, "lava")
    ('baba', 'a rock', '3 rocks', '2 pieces of lava')
    """
    if noun in _MASSES:
        return f"a piece of {noun}" if count == 1 else f"{count} pieces of {noun}"
    if count > 1:
        return f"{count} {noun}s"
    return noun if noun in _NAMES else f"a {noun}"


def mention_all(counts: Mapping[str, int]) -> str:
    """Mention things of several nouns for the first time, given how many of each there are."""
    return join_words([mention(count, noun) for noun, count in counts.items()])


def mention_again(counts: Iterable[tuple[str, int]]) -> str:
    """Mention known things, with a definite article: ``baba``, ``the 3 rocks and keke``."""
    parts = []
    for noun, count in counts:
        if count > 1:
            parts.append(f"the {mention(count, noun)}")
        else:
            parts.append(noun if noun in _NAMES else f"the {noun}")
    return join_words(parts)


def describe_cell(cell: Cell) -> str:
    """Return the place of a cell, counted from 0 at the upper left corner, as everywhere."""
    return f"row {cell[0]}, column {cell[1]}"


def spell_rule(rule: str) -> str:
    """Return a rule as its words stand on the map: ``ROCK IS PUSH``."""
    return rule.replace("-", " ").upper()


# ---------------------------------------------------------------- the story's frame


def describe_opening(rules: Sequence[str]) -> str:
    """Describe the rules that hold before the first move."""
    if not rules:
        return "At the start no rule is in force."
    return f"At the start {join_words([spell_rule(rule) for rule in rules])}."


def describe_ending(events: Sequence[Event], *, won: bool, lost: bool, unneeded: int) -> str:
    """Describe the end of the play, after its last move."""
    if won:
        last = events[-1] if events else None
        how = f": {describe_victory(last)}" if isinstance(last, Won) else " before the first move"
        rest = f" ({pluralize(unneeded, 'move')} more not needed)" if unneeded else ""
        return f"Won{how}{rest}."
    if lost:
        return "Lost: nothing is YOU and nothing moves by itself."
    return "The play goes on."


def describe_victory(event: Won) -> str:
    """Describe who wins and how."""
    if event.you == event.win:
        return f"{event.you} is YOU and WIN at once, at {describe_cell(event.cell)}"
    return f"{event.you} is YOU and {event.win} is WIN, and both are at {describe_cell(event.cell)}"


# ---------------------------------------------------------------- a chapter


def describe_chapter(steps: Sequence[Step]) -> Iterator[str]:
    """Yield phrases about a chapter: what the player did, what moved by itself, what changed."""
    subject: str | None = None
    for _, phase in groupby(steps, _phase_of):
        phrase, subject = _describe_phase(list(phase), subject)
        yield phrase
    events = [event for step in steps for event in step.events]
    yield from _describe_meanwhile(events)
    yield from describe_consequences(events)


def _phase_of(step: Step) -> tuple[object, ...]:
    """Return the phase of a move; consecutive moves of one phase share a phrase."""
    pushed = tuple(event.entity for event in _find_own_pushes(step.events))
    if pushed:
        return ("push", step.action, pushed, step.controlled)
    for event in step.events:
        match event:
            case Blocked():
                return ("blocked", step.action, step.controlled)
            case Waited():
                return ("wait", step.controlled)
    return ("walk", step.controlled)


def _find_own_pushes(events: Iterable[Event]) -> list[Pushed]:
    return [event for event in events if isinstance(event, Pushed) and not event.by_itself]


def _describe_phase(phase: list[Step], before: str | None) -> tuple[str, str | None]:
    """Return the phrase of a phase, and its subject, which the next phrase need not repeat."""
    kind = _phase_of(phase[0])[0]
    controlled = phase[0].controlled
    subject = mention_again(controlled)
    many = sum(count for _, count in controlled) > 1
    if kind == "wait" and not controlled:
        moves = "a move passes" if len(phase) == 1 else f"{len(phase)} moves pass"
        return f"{moves}, nothing being YOU", None
    verb = {
        "push": ("pushes", "push"),
        "walk": ("walks", "walk"),
        "wait": ("waits", "wait"),
        "blocked": ("can't go", "can't go"),
    }[str(kind)][many]
    if kind == "push":
        rest = _describe_pushes(phase)
    elif kind == "walk":
        rest = _describe_walk(phase)
    elif kind == "blocked":
        again = f" ({len(phase)} times)" if len(phase) > 1 else ""
        rest = f"{DIRECTIONS[phase[0].action]}{again}"
    else:
        rest = "a turn" if len(phase) == 1 else f"{len(phase)} turns"
    who = "" if subject == before else f"{subject} "
    return f"{who}{verb} {rest}", subject


def _describe_walk(phase: list[Step]) -> str:
    legs = [(action, len(list(run))) for action, run in groupby(step.action for step in phase)]
    if len(legs) > MOST_LEGS:
        way = pluralize(len(phase), "cell")
    else:
        way = join_words([f"{count} {DIRECTIONS[action]}" for action, count in legs])
    last = [event for event in phase[-1].events if isinstance(event, Walked)]
    alone = sum(count for _, count in phase[0].controlled) == 1
    return f"{way}, to {describe_cell(last[-1].target)}" if alone and last else way


def _describe_pushes(phase: list[Step]) -> str:
    last = _find_own_pushes(phase[-1].events)
    far = f"{pluralize(len(phase), 'cell')} {DIRECTIONS[phase[0].action]}"
    return f"{mention_pushed(last)} {far}{_describe_arrival(last)}"


def _describe_arrival(pushes: Sequence[Pushed]) -> str:
    return f", to {describe_cell(pushes[0].target)}" if len(pushes) == 1 else ""


def mention_pushed(pushes: Sequence[Pushed]) -> str:
    """Mention what was pushed: ``the word IS``, ``the words IS and YOU and 2 rocks``."""
    words = [push.what.upper() for push in sorted(pushes, key=lambda push: push.target)
             if push.is_word]  # fmt: skip
    nouns = Counter(push.what for push in pushes if not push.is_word)
    parts = [mention(count, noun) for noun, count in nouns.items()]
    if words:
        parts.insert(0, f"the word{'s' if len(words) > 1 else ''} {join_words(words)}")
    return join_words(parts)


def _describe_meanwhile(events: Sequence[Event]) -> Iterator[str]:
    """Yield phrases about things that moved by themselves, and about what they pushed."""
    ways: dict[int, tuple[str, Cell, Cell]] = {}
    shoved: dict[int, list[Pushed]] = {}
    for event in events:
        if isinstance(event, Wandered):
            _, origin, _ = ways.get(event.entity, ("", event.origin, event.target))
            ways[event.entity] = (event.noun, origin, event.target)
        elif isinstance(event, Pushed) and event.by_itself:
            shoved.setdefault(event.entity, []).append(event)
    if len(ways) == 1:
        ((noun, origin, target),) = ways.values()
        way = f"from {describe_cell(origin)} to {describe_cell(target)}"
        if origin == target:
            way = f"there and back at {describe_cell(target)}"
        yield f"meanwhile {mention_again([(noun, 1)])} moves by itself, {way}"
    elif ways:
        nouns = Counter(noun for noun, _, _ in ways.values())
        yield f"meanwhile {mention_all(nouns)} move by themselves"
    for pushes in shoved.values():
        last = pushes[-1:]
        who = mention_again([(last[0].by_noun, 1)])
        yield f"{who} pushes {mention_pushed(last)}{_describe_arrival(last)}"


# ---------------------------------------------------------------- what came of it


def describe_consequences(events: Sequence[Event]) -> Iterator[str]:
    """Yield phrases about everything the events changed besides places."""
    broken = [e.rule for e in events if isinstance(e, RuleBroken) and is_effective(e.rule)]
    made = [e.rule for e in events if isinstance(e, RuleMade) and is_effective(e.rule)]
    yield from _describe_destructions([event for event in events if isinstance(event, Destroyed)])
    if broken:
        yield f"this breaks {join_words([spell_rule(rule) for rule in broken])}"
    if made:
        yield f"this makes {join_words([spell_rule(rule) for rule in made])}"
    becoming = Counter((e.noun, e.into) for e in events if isinstance(e, Transformed))
    for (noun, into), count in becoming.items():
        become = "becomes" if count == 1 else "become"
        yield f"{mention(count, noun)} {become} {mention(count, into)}"
    for event in events:
        if isinstance(event, ControlChanged):
            yield describe_control(event)
        elif isinstance(event, Won):
            yield "that wins"


def _describe_destructions(events: Sequence[Destroyed]) -> Iterator[str]:
    for cause, fates in _FATES.items():
        nouns = Counter(event.noun for event in events if event.cause is cause)
        if nouns:
            yield f"{mention_all(nouns)} {fates[nouns.total() > 1]}"


def describe_control(event: ControlChanged) -> str:
    """Describe what the player controls now."""
    if not event.after:
        return "nothing is YOU any more"
    now, before, after = join_words(event.after), set(event.before), set(event.after)
    if before and not before & after:
        return f"now you control {now} instead of {join_words(event.before)}"
    return f"now you control {'only ' if after < before else ''}{now}"
