"""Names for levels, out of what happens in their solutions.

A name is the simplest that is not taken: something that happens there, two things, or one of
them with what the way is like.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from itertools import combinations, count
from typing import Final

from babalab.game.events import Cause, Destroyed, Event, RuleBroken, RuleMade, Transformed
from babalab.game.level import Level
from babalab.game.story import tell
from babalab.game.vocabulary import NOUNS
from babalab.generation.baba.sight import Sight

MADE: Final = {
    "you": "Being {}", "win": "{} to Win", "kill": "Deadly {}", "push": "Movable {}",
    "stop": "Solid {}", "move": "Walking {}", "hot": "Burning {}", "melt": "Thawing {}",
    "sink": "Deep {}",
}  # fmt: skip
BROKEN: Final = {
    "you": "Leaving {}", "win": "Not the {}", "kill": "Tame {}", "push": "Fixed {}",
    "stop": "Open {}", "move": "Resting {}", "hot": "Cold {}", "melt": "Hardy {}",
    "sink": "Shallow {}",
}  # fmt: skip
AROUND: Final = {
    "kill": "Past the {}", "sink": "Along the {}", "stop": "Around the {}", "hot": "By the {}",
    "move": "With the {}", "push": "Behind the {}",
}  # fmt: skip
PLAIN: Final = "To the {}"


def named(level: Level, taken: Collection[str]) -> str:
    """A name for the level that is not taken."""
    return next(name for name in _names(level) if name not in taken)


def slug(name: str) -> str:
    """The name as an id.

    >>> slug("Tame Skull, Flag to Win")
    'tame-skull-flag-to-win'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _names(level: Level) -> Iterator[str]:
    """All names that fit, the simplest and most telling first."""
    deeds = list(dict.fromkeys(_deeds(level)))
    sights = list(dict.fromkeys(_sights(level)))
    yield from deeds
    yield from sights
    yield from (f"{deed} {sight[0].lower()}{sight[1:]}" for deed in deeds for sight in sights)
    yield from (f"{one}, {other}" for one, other in combinations(deeds, 2))
    first = (deeds or sights)[0]
    yield from (f"{first} {number}" for number in count(2))


def _deeds(level: Level) -> Iterator[str]:
    """What is done, what is rare among levels first."""
    events = tell(level, level.solution).events
    yield from _turned_and_lost(events)
    broken = [event.rule for event in events if isinstance(event, RuleBroken)]
    made = [event.rule for event in events if isinstance(event, RuleMade)]
    for rules, phrases in ((broken, BROKEN), (made, MADE)):
        for rule in rules:
            noun, _, word = rule.split("-")
            if noun in NOUNS and word in phrases and (phrases, word) != (MADE, "win"):
                yield phrases[word].format(noun.title())
    for rule in made:
        noun, _, word = rule.split("-")
        if noun in NOUNS and word == "win":
            yield MADE["win"].format(noun.title())


def _turned_and_lost(events: tuple[Event, ...] | list[Event]) -> Iterator[str]:
    for event in events:
        if isinstance(event, Transformed):
            yield f"{event.noun.title()} to {event.into.title()}"
    for cause, phrase in ((Cause.SINK, "Sunken {}"), (Cause.MELT, "Molten {}")):
        for event in events:
            if isinstance(event, Destroyed) and event.cause is cause:
                yield phrase.format(event.noun.title())


def _sights(level: Level) -> Iterator[str]:
    """What there is on the way."""
    sight = Sight(level)
    there = {thing.noun for thing in level.start().things}
    for word, phrase in AROUND.items():
        for noun in sight.nouns(word):
            if noun in there:
                yield phrase.format(noun.title())
    for noun in sight.nouns("win"):
        yield PLAIN.format(noun.title())
