"""Naming levels after what happens in their solutions.

A name is the simplest that is not taken: a deed, something on the way, both, two deeds, one of
them and the number of moves, or one of them and a place or a time of our own list. So in a set of
thousands each level has a name that a person can say, and the same level in the same set has the
same name.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
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
SCENES: Final = (
    "at Dawn", "at Dusk", "at Midnight", "at Noon", "at Sea", "at the Fair", "at the Market",
    "behind the Mill", "by Candlelight", "by Moonlight", "by the Brook", "by the Gate",
    "downstairs", "in a Hurry", "in April", "in the Attic", "in the Barn", "in the Cellar",
    "in the Desert", "in the Fog", "in the Garden", "in the Harbour", "in the Kitchen",
    "in the Library", "in the Orchard", "in the Rain", "in the Snow", "in the Sun", "in the Tower",
    "in the Valley", "in the Wind", "in the Woods", "in Winter", "near the Bridge",
    "on a Hill", "on an Island", "on Friday", "on Holiday", "on Monday", "on Sunday",
    "on the Beach", "on the Moor", "on the Roof", "under the Moon", "under the Stairs",
    "under the Stars", "upstairs", "with a Hat",
)  # fmt: skip
"""Where and when, for levels that have nothing else of their own. Any of them suits any name."""


LAST: Final = "Somewhere"
"""Of a level in which nothing happens."""


class NameGiver:
    """Gives names to the levels of a set, none twice.

    >>> level = Level.parse("______/_b..f_/_B12._/_F13._/______", solution="rrr")
    >>> giver = NameGiver()
    >>> giver.choose(level), giver.choose(level)
    ('To the Flag', 'To the Flag in 3')
    """

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._used: Counter[str] = Counter()

    def choose(self, level: Level) -> str:
        """Return a name that is not taken for a level with a solution, and take it."""
        name = next(name for name in self._propose(level) if name not in self._taken)
        self._taken.add(name)
        return name

    def _propose(self, level: Level) -> Iterator[str]:
        base = _Names(level)
        yield from base.proposals
        while True:  # there are more levels than names
            self._used[base.first] += 1
            yield f"{base.first} {self._used[base.first] + 1}"


def make_slug(name: str) -> str:
    """Turn a name into an id.

    >>> make_slug("Tame Skull, Flag to Win")
    'tame-skull-flag-to-win'
    """
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


class _Names:
    """The names that fit a level."""

    def __init__(self, level: Level) -> None:
        self._level = level
        self._deeds = list(dict.fromkeys(_name_deeds(level)))
        self._things = list(dict.fromkeys(_name_things(level)))
        self.first = (self._deeds or self._things or [LAST])[0]

    @property
    def proposals(self) -> Iterator[str]:
        """Yield all names that fit, the simplest and most telling first."""
        deeds, things = self._deeds, self._things
        yield from deeds
        yield from things
        yield from (f"{deed} {thing[0].lower()}{thing[1:]}" for deed in deeds for thing in things)
        yield from (f"{one}, {other}" for one, other in combinations(deeds, 2))
        short = deeds or things or [LAST]
        yield from (f"{deed} in {len(self._level.solution)}" for deed in short)
        yield from (f"{name} {scene}" for scene in _shuffle_scenes(self._level) for name in short)


def _shuffle_scenes(level: Level) -> list[str]:
    """Return the scenes in an order that depends on nothing but the map."""
    digest = hashlib.blake2b(level.line.encode(), digest_size=8).digest()
    first = int.from_bytes(digest, "big") % len(SCENES)
    return [*SCENES[first:], *SCENES[:first]]


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
