"""Plain English for what happens in a play: phrases for the moves of a chapter and for events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

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
MOST_LEGS = 6
"""A walk with more changes of direction than this is told by its length alone."""


# ---------------------------------------------------------------- small words


def listed(parts: Sequence[str]) -> str:
    """Join parts as people do.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def some(count: int, noun: str) -> str:
    """Mention `count` things of a noun for the first time.

    >>> some(1, "baba"), some(1, "rock"), some(3, "rock"), some(2, "lava")
    ('baba', 'a rock', '3 rocks', '2 pieces of lava')
    """
    if noun in _MASSES:
        return f"a piece of {noun}" if count == 1 else f"{count} pieces of {noun}"
    if count > 1:
        return f"{count} {noun}s"
    return noun if noun in _NAMES else f"a {noun}"


def those(counts: Iterable[tuple[str, int]]) -> str:
    """Return the things one controls: ``baba``, ``the 3 rocks and keke``."""
    parts = []
    for noun, count in counts:
        if count > 1:
            parts.append(f"the {some(count, noun)}")
        else:
            parts.append(noun if noun in _NAMES else f"the {noun}")
    return listed(parts)


def place(cell: Cell) -> str:
    """Return where a cell is, counted from 0 at the upper left corner, as everywhere in babalab."""
    return f"row {cell[0]}, column {cell[1]}"


def times(count: int, noun: str) -> str:
    """Return a number and its noun: ``1 cell``, ``2 cells``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def sentence(rule: str) -> str:
    """Return a rule as its words stand on the map: ``ROCK IS PUSH``."""
    return rule.replace("-", " ").upper()


# ---------------------------------------------------------------- the story's frame


def opening(rules: Sequence[str]) -> str:
    """Describe the rules that hold before the first move."""
    if not rules:
        return "At the start no rule is in force."
    return f"At the start {listed([sentence(rule) for rule in rules])}."


def ending(events: Sequence[Event], *, won: bool, lost: bool, unneeded: int) -> str:
    """Return how the play stands after the last move told."""
    if won:
        last = events[-1] if events else None
        how = f": {victory(last)}" if isinstance(last, Won) else " before the first move"
        rest = f" ({times(unneeded, 'move')} more not needed)" if unneeded else ""
        return f"Won{how}{rest}."
    if lost:
        return "Lost: nothing is YOU and nothing moves by itself."
    return "The play goes on."


def victory(event: Won) -> str:
    """Describe who wins and how."""
    if event.you == event.win:
        return f"{event.you} is YOU and WIN at once, at {place(event.cell)}"
    return f"{event.you} is YOU and {event.win} is WIN, and both are at {place(event.cell)}"


# ---------------------------------------------------------------- a chapter


def phrases(steps: Sequence[Step]) -> Iterator[str]:
    """Yield a chapter: what was done, what moved meanwhile, what came of it."""
    subject: str | None = None
    for _, phase in groupby(steps, _phase):
        phrase, subject = _told(list(phase), subject)
        yield phrase
    events = [event for step in steps for event in step.events]
    yield from _meanwhile(events)
    yield from consequences(events)


def _phase(step: Step) -> tuple[object, ...]:
    """Return the phase of a move; neighbouring moves with the same phase are told together."""
    pushed = tuple(event.entity for event in _own_pushes(step.events))
    if pushed:
        return ("push", step.action, pushed, step.controlled)
    for event in step.events:
        match event:
            case Blocked():
                return ("blocked", step.action, step.controlled)
            case Waited():
                return ("wait", step.controlled)
    return ("walk", step.controlled)


def _own_pushes(events: Iterable[Event]) -> list[Pushed]:
    return [event for event in events if isinstance(event, Pushed) and not event.by_itself]


def _told(phase: list[Step], before: str | None) -> tuple[str, str | None]:
    """Return the phrase of a phase, and its subject, which the next phrase need not repeat."""
    kind = _phase(phase[0])[0]
    controlled = phase[0].controlled
    subject = those(controlled)
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
        rest = _pushes(phase)
    elif kind == "walk":
        rest = _walk(phase)
    elif kind == "blocked":
        again = f" ({len(phase)} times)" if len(phase) > 1 else ""
        rest = f"{DIRECTIONS[phase[0].action]}{again}"
    else:
        rest = "a turn" if len(phase) == 1 else f"{len(phase)} turns"
    who = "" if subject == before else f"{subject} "
    return f"{who}{verb} {rest}", subject


def _walk(phase: list[Step]) -> str:
    legs = [(action, len(list(run))) for action, run in groupby(step.action for step in phase)]
    if len(legs) > MOST_LEGS:
        way = times(len(phase), "cell")
    else:
        way = listed([f"{count} {DIRECTIONS[action]}" for action, count in legs])
    last = [event for event in phase[-1].events if isinstance(event, Walked)]
    alone = sum(count for _, count in phase[0].controlled) == 1
    return f"{way}, to {place(last[-1].target)}" if alone and last else way


def _pushes(phase: list[Step]) -> str:
    last = _own_pushes(phase[-1].events)
    far = f"{times(len(phase), 'cell')} {DIRECTIONS[phase[0].action]}"
    return f"{pushed_things(last)} {far}{_arriving(last)}"


def _arriving(pushes: Sequence[Pushed]) -> str:
    return f", to {place(pushes[0].target)}" if len(pushes) == 1 else ""


def pushed_things(pushes: Sequence[Pushed]) -> str:
    """Name the things pushed: ``the word IS``, ``the words IS and YOU and 2 rocks``."""
    words = [push.what.upper() for push in sorted(pushes, key=lambda push: push.target)
             if push.is_word]  # fmt: skip
    nouns = Counter(push.what for push in pushes if not push.is_word)
    parts = [some(count, noun) for noun, count in nouns.items()]
    if words:
        parts.insert(0, f"the word{'s' if len(words) > 1 else ''} {listed(words)}")
    return listed(parts)


def _meanwhile(events: Sequence[Event]) -> Iterator[str]:
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
        there = f"there and back at {place(target)}"
        way = there if origin == target else f"from {place(origin)} to {place(target)}"
        yield f"meanwhile {those([(noun, 1)])} moves by itself, {way}"
    elif ways:
        nouns = Counter(noun for noun, _, _ in ways.values())
        yield f"meanwhile {listed([some(c, n) for n, c in nouns.items()])} move by themselves"
    for pushes in shoved.values():
        last = pushes[-1]
        yield f"{those([(last.by_noun, 1)])} pushes {pushed_things([last])}{_arriving([last])}"


# ---------------------------------------------------------------- what came of it


def consequences(events: Sequence[Event]) -> Iterator[str]:
    """Yield phrases about everything the events changed besides places."""
    broken = [e.rule for e in events if isinstance(e, RuleBroken) and is_effective(e.rule)]
    made = [e.rule for e in events if isinstance(e, RuleMade) and is_effective(e.rule)]
    yield from _destructions([event for event in events if isinstance(event, Destroyed)])
    if broken:
        yield f"this breaks {listed([sentence(rule) for rule in broken])}"
    if made:
        yield f"this makes {listed([sentence(rule) for rule in made])}"
    becoming = Counter((e.noun, e.into) for e in events if isinstance(e, Transformed))
    for (noun, into), count in becoming.items():
        yield f"{some(count, noun)} {'becomes' if count == 1 else 'become'} {some(count, into)}"
    for event in events:
        if isinstance(event, ControlChanged):
            yield control(event)
        elif isinstance(event, Won):
            yield "that wins"


def _destructions(events: Sequence[Destroyed]) -> Iterator[str]:
    for cause in Cause:
        nouns = Counter(event.noun for event in events if event.cause is cause)
        if not nouns:
            continue
        who, many = listed([some(c, n) for n, c in nouns.items()]), nouns.total() > 1
        match cause:
            case Cause.KILL:
                yield f"{who} {'are' if many else 'is'} destroyed"
            case Cause.SINK:
                yield f"{who} {'sink' if many else 'sinks'}"
            case Cause.MELT:
                yield f"{who} {'melt' if many else 'melts'} away"
            case Cause.INSTEAD:
                vanish = "vanish" if many else "vanishes"
                yield f"{who} elsewhere {vanish} too (a quirk of the engine)"


def control(event: ControlChanged) -> str:
    """Describe who is controlled now."""
    if not event.after:
        return "nothing is YOU any more"
    now, before, after = listed(event.after), set(event.before), set(event.after)
    if before and not before & after:
        return f"now you control {now} instead of {listed(event.before)}"
    return f"now you control {'only ' if after < before else ''}{now}"
