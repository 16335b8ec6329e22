"""The alphabet with what everything in it means here: for people who design levels."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Final

from babalab.game.vocabulary import (
    BORDER,
    EMPTY,
    IS,
    NOUNS,
    PROPERTIES,
    THING_CHARACTERS,
    WORD_CHARACTERS,
)

MEANINGS: Final = {
    IS: "joins the words on both its sides into a rule, across and down",
    "you": "goes where you press; without anything YOU or MOVE the play is over",
    "win": "the turn is won when something YOU is in its cell, or is WIN itself",
    "kill": "destroys something YOU in its cell, and itself with it",
    "push": "gives way to whatever walks into it, if there is room behind it",
    "stop": "nothing enters its cell",
    "move": "takes a step each turn, to the right at first; blocked, it turns round",
    "hot": "destroys something MELT in its cell, and itself with it",
    "melt": "is destroyed with something HOT in its cell",
    "sink": "is destroyed with any other thing that comes into its cell",
}
"""The effects of IS and the properties; tests/game/test_dialect.py plays each."""
PLAIN_THING: Final = "a thing; means nothing by itself, and everything walks over it"


@dataclass(frozen=True, slots=True)
class Letter:
    """A character of maps."""

    character: str
    kind: str
    """border, empty, thing, noun, is or property."""
    name: str
    meaning: str

    def as_json(self) -> dict[str, str]:
        """Return everything, in types JSON knows."""
        return asdict(self)


def list_letters() -> list[Letter]:
    """Return every character that a map may have, each once.

    >>> [letter.character for letter in list_letters()][:4]
    ['_', '.', 'b', 's']
    """
    return [
        Letter(BORDER, "border", "border", "a wall that no rule moves; put it round the map"),
        Letter(EMPTY, "empty", "empty", "an empty cell; a blank means the same"),
        *(Letter(THING_CHARACTERS[noun], "thing", noun, PLAIN_THING) for noun in NOUNS),
        *(
            Letter(
                WORD_CHARACTERS[noun],
                "noun",
                noun.upper(),
                f"the word for {noun}; {noun.upper()} IS ... is about every {noun}",
            )
            for noun in NOUNS
        ),
        Letter(WORD_CHARACTERS[IS], "is", IS.upper(), MEANINGS[IS]),
        *(
            Letter(WORD_CHARACTERS[word], "property", word.upper(), MEANINGS[word])
            for word in PROPERTIES
        ),
    ]
