"""Generation: solvable levels by the thousand, variants of levels, one form for all that are alike.

>>> level = make_levels(1, seed=1).levels[0]
>>> level.play(level.solution).won
True
"""

from babalab.generation.baba.canonical import canonical
from babalab.generation.baba.canonical import without as without_equivalents
from babalab.generation.baba.making import Made, make_levels, random_solvable_level
from babalab.generation.baba.mutations import mutated
from babalab.generation.baba.random_levels import random_level
from babalab.generation.baba.variants import (
    embedded,
    random_variant,
    renamed,
    transposed,
    winning_part,
)
from babalab.generation.dice import Dice
from babalab.generation.errors import GenerationError

__all__ = [
    "Dice",
    "GenerationError",
    "Made",
    "canonical",
    "embedded",
    "make_levels",
    "mutated",
    "random_level",
    "random_solvable_level",
    "random_variant",
    "renamed",
    "transposed",
    "winning_part",
    "without_equivalents",
]
