"""Random levels that look like people's: ingredients put together in many ways.

The sizes and the mix follow the community's levels that learning may see (the training and demo
sets) and our packs. Most drafts can't be solved; `babalab.generation.baba.making` keeps the others.
"""

from __future__ import annotations

from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import NOUNS, THING_CHARACTERS, WORD_CHARACTERS
from babalab.generation.baba.canvas import Canvas
from babalab.generation.baba.ingredients import Draft
from babalab.generation.dice import Dice

USUAL_SIZE: Final = (8, 8)
"""Columns and rows inside the border of three of four community levels."""
MOST_INSIDE: Final = 18
"""The largest of them have 20 with the border, and so has the papers' observation."""


def random_level(dice: Dice, size: tuple[int, int] | None = None) -> Level:
    """A random level, solvable or not, of this size inside the border or of any usual one."""
    width, height = size or _size(dice)
    if dice.coin(0.03):
        return _noise(dice, width, height)
    draft = Draft(Canvas(width, height), dice, usual=dice.coin(0.7))
    draft.add_barriers(dice.weighed({0: 0.15, 1: 0.4, 2: 0.3, 3: 0.15}))
    draft.add_player()
    draft.add_goal()
    if dice.coin(0.3):
        draft.add_pushables()
    if dice.coin(0.15):
        draft.add_movers()
    draft.add_rules()
    if dice.coin(0.12):
        draft.add_change()
    if dice.coin(0.35):
        draft.add_words()
    if dice.coin(0.3):
        draft.add_decoration()
    return Level(draft.canvas.rows)


def _size(dice: Dice) -> tuple[int, int]:
    """Columns and rows inside the border."""
    if dice.coin(0.7):
        return USUAL_SIZE
    if dice.coin(0.5):
        return dice.whole(4, 11), dice.whole(4, 11)
    return dice.whole(6, MOST_INSIDE), dice.whole(6, MOST_INSIDE)


def _noise(dice: Dice, width: int, height: int) -> Level:
    """Things and words all over the map, as some people make them."""
    canvas = Canvas(width, height)
    nouns = dice.sample(NOUNS, dice.whole(2, 7))
    things = [THING_CHARACTERS[noun] for noun in nouns]
    words = [WORD_CHARACTERS[noun] for noun in nouns] + list("1112345678902233")
    share = dice.whole(20, 75) / 100
    for cell in canvas.cells():
        if dice.coin(share):
            canvas.put(cell, dice.pick(things) if dice.coin(0.6) else dice.pick(words))
    canvas.put(dice.pick(canvas.cells()), things[0])
    for noun, property_ in ((nouns[0], "you"), (dice.pick(nouns), "win")):
        sentence = [WORD_CHARACTERS[word] for word in (noun, "is", property_)]
        y, x = dice.whole(0, height - 1), dice.whole(0, width - 3)
        for i, word in enumerate(sentence):
            canvas.put((y, x + i), word)
    return Level(canvas.rows)
