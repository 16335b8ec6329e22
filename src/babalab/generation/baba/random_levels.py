"""Random levels that imitate those made by people: ingredients combined in many ways.

Sizes and proportions follow our packs and those levels of the community that learning may see (the
training and demo sets). Most drafts can't be solved; `babalab.generation.baba.making` drops those.
"""

from __future__ import annotations

from typing import Final

from babalab.game.level import Level
from babalab.game.vocabulary import NOUNS, THING_CHARACTERS, WORD_CHARACTERS
from babalab.generation.baba.canvas import Canvas, spell_rule
from babalab.generation.baba.dice import Dice
from babalab.generation.baba.ingredients import LevelDraft

USUAL_SIZE: Final = (8, 8)
"""Columns and rows inside the border of three of four community levels."""
MOST_INSIDE: Final = 18
"""The largest of them have 20 with the border, as many as the papers' observation."""


def random_level(dice: Dice, size: tuple[int, int] | None = None) -> Level:
    """Make a random level, solvable or not, of this size inside the border or of a usual size."""
    width, height = size or _draw_size(dice)
    if dice.coin(0.03):
        return _make_noise(dice, width, height)
    draft = LevelDraft(Canvas(width, height), dice, usual=dice.coin(0.7))
    draft.add_barriers(dice.pick_weighted({0: 0.15, 1: 0.4, 2: 0.3, 3: 0.15}))
    draft.add_player()
    draft.add_goal()
    if dice.coin(0.3):
        draft.add_pushables()
    if dice.coin(0.15):
        draft.add_movers()
    draft.add_rules()
    if dice.coin(0.12):
        draft.add_transformation()
    if dice.coin(0.35):
        draft.add_words()
    if dice.coin(0.3):
        draft.add_decoration()
    return Level(draft.canvas.rows)


def _draw_size(dice: Dice) -> tuple[int, int]:
    """Draw the columns and rows inside the border."""
    if dice.coin(0.7):
        return USUAL_SIZE
    if dice.coin(0.5):
        return dice.integer(4, 11), dice.integer(4, 11)
    return dice.integer(6, MOST_INSIDE), dice.integer(6, MOST_INSIDE)


def _make_noise(dice: Dice, width: int, height: int) -> Level:
    """Make a level with things and words all over the map, as some people do."""
    canvas = Canvas(width, height)
    nouns = dice.sample(NOUNS, dice.integer(2, 7))
    things = [THING_CHARACTERS[noun] for noun in nouns]
    words = [WORD_CHARACTERS[noun] for noun in nouns] + list("1112345678902233")
    share = dice.integer(20, 75) / 100
    for cell in canvas.cells():
        if dice.coin(share):
            canvas.put(cell, dice.pick(things) if dice.coin(0.6) else dice.pick(words))
    canvas.put(dice.pick(canvas.cells()), things[0])
    for noun, property_ in ((nouns[0], "you"), (dice.pick(nouns), "win")):
        y, x = dice.integer(0, height - 1), dice.integer(0, width - 3)
        for i, word in enumerate(spell_rule(noun, property_)):
            canvas.put((y, x + i), word)
    return Level(canvas.rows)
