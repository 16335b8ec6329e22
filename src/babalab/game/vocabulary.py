"""The alphabet of the game: nouns, properties, and the character each has on a map.

Everything else derives from these tables, the native core included: it numbers nouns and
words by their position here (a test compares both).
"""

from __future__ import annotations

from typing import Final

NOUNS: Final = (
    "baba", "skull", "flag", "floor", "grass", "love", "lava", "rock", "wall", "keke", "goop",
)  # fmt: skip
PROPERTIES: Final = ("you", "win", "kill", "push", "stop", "move", "hot", "melt", "sink")
IS: Final = "is"
WORDS: Final = (*NOUNS, IS, *PROPERTIES)

BORDER: Final = "_"
EMPTY: Final = "."

#: The character of each noun as a thing; its upper case is the noun as a word.
THING_CHARACTERS: Final = dict(zip(NOUNS, "bsfoavlrwkg", strict=True))
#: The character of each word: nouns in upper case, IS and the properties as digits.
WORD_CHARACTERS: Final = {
    **{noun: character.upper() for noun, character in THING_CHARACTERS.items()},
    IS: "1",
    **dict(zip(PROPERTIES, "234567890", strict=True)),
}

THING_OF: Final = {character: noun for noun, character in THING_CHARACTERS.items()}
WORD_OF: Final = {character: word for word, character in WORD_CHARACTERS.items()}
CHARACTERS: Final = frozenset({BORDER, EMPTY, *THING_OF, *WORD_OF})

MAX_SIDE: Final = 64
"""The longest side a map may have."""
