"""The alphabet is one, in Python and in the core."""

from __future__ import annotations

from babalab import _core
from babalab.game.vocabulary import CHARACTERS, THING_CHARACTERS, WORD_CHARACTERS, WORDS


def test_the_core_numbers_nouns_and_words_in_the_same_order() -> None:
    assert "".join(THING_CHARACTERS.values()) == _core.THING_CHARACTERS
    assert "".join(WORD_CHARACTERS[word] for word in WORDS) == _core.WORD_CHARACTERS


def test_every_character_means_one_thing() -> None:
    assert len(CHARACTERS) == 2 + len(THING_CHARACTERS) + len(WORD_CHARACTERS)
