"""Naming levels after what happens in their solutions.

A name is the simplest that is not taken: a deed, something on the way, both, two deeds, or one of
them and the number of moves.
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
from babalab.generation.baba.start_position import StartPosition

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


def choose_name(level: Level, taken: Collection[str]) -> str:
    """Return a name for the level that is not taken."""
    return next(name for name in _propose_names(level) if name not in taken)


def make_slug(name: str) -> str:
    """Turn a name into an id.

    >>> make_slug("Tame Skull, Flag to Win")
    'tame-skull-flag-to-win'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def _propose_names(level: Level) -> Iterator[str]:
    """Yield all names that fit, the simplest and most telling first."""
    deeds = list(dict.fromkeys(_name_deeds(level)))
    things = list(dict.fromkeys(_name_things(level)))
    yield from deeds
    yield from things
    yield from (f"{deed} {thing[0].lower()}{thing[1:]}" for deed in deeds for thing in things)
    yield from (f"{one}, {other}" for one, other in combinations(deeds, 2))
    yield from (f"{deed} in {len(level.solution)}" for deed in deeds or things)
    first = (deeds or things)[0]
    yield from (f"{first} {number}" for number in count(2))


def _name_deeds(level: Level) -> Iterator[str]:
    """Yield names of what is done, rare deeds first."""
    events = tell(level, level.solution).events
    yield from _name_losses(events)
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


def _name_losses(events: tuple[Event, ...] | list[Event]) -> Iterator[str]:
    """Yield names of what is transformed, sunk or molten."""
    for event in events:
        if isinstance(event, Transformed):
            yield f"{event.noun.title()} to {event.into.title()}"
    for cause, phrase in ((Cause.SINK, "Sunken {}"), (Cause.MELT, "Molten {}")):
        for event in events:
            if isinstance(event, Destroyed) and event.cause is cause:
                yield phrase.format(event.noun.title())


def _name_things(level: Level) -> Iterator[str]:
    """Yield names of what is on the way."""
    position = StartPosition(level)
    there = {thing.noun for thing in level.start().things}
    for word, phrase in AROUND.items():
        for noun in position.nouns(word):
            if noun in there:
                yield phrase.format(noun.title())
    for noun in position.nouns("win"):
        yield PLAIN.format(noun.title())
