"""Small letters and digits for text in pictures: five pixels high, three wide."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from babalab.game.drawing.sheets import cut_sheet

HEIGHT: Final = 5
GAP: Final = 1
"""Empty columns between two signs."""
SIGNS: Final = cut_sheet("""
A   B   C   D   E   F   G   H   I   J   K   L   M
.#. ##. .## ##. ### ### .## #.# ### ..# #.# #.. #.#
#.# #.# #.. #.# #.. #.. #.. #.# .#. ..# #.# #.. ###
### ##. #.. #.# ##. ##. #.# ### .#. ..# ##. #.. ###
#.# #.# #.. #.# #.. #.. #.# #.# .#. #.# #.# #.. #.#
#.# ##. .## ##. ### #.. .## #.# ### .#. #.# ### #.#

N   O   P   Q   R   S   T   U   V   W   X   Y   Z
##. .#. ##. .#. ##. .## ### #.# #.# #.# #.# #.# ###
#.# #.# #.# #.# #.# #.. .#. #.# #.# #.# #.# #.# ..#
#.# #.# ##. #.# ##. .#. .#. #.# #.# ### .#. .#. .#.
#.# #.# #.. ### #.# ..# .#. #.# #.# ### #.# .#. #..
#.# .#. #.. .## #.# ##. .#. ### .#. #.# #.# .#. ###

0   1   2   3   4   5   6   7   8   9   -   /   :
### .#. ##. ##. #.# ### .## ### ### ### ... ..# ...
#.# ##. ..# ..# #.# #.. #.. ..# #.# #.# ... ..# .#.
#.# .#. .#. .#. ### ##. ### ..# ### ### ### .#. ...
#.# .#. #.. ..# ..# ..# #.# .#. #.# ..# ... #.. .#.
### ### ### ##. ..# ##. ### .#. ### ##. ... #.. ...
""")
BLANK: Final = ("...",) * HEIGHT
"""A blank, also for characters without a sign."""


def ink_of(text: str) -> NDArray[np.bool_]:
    """Return which pixels of a line of text have ink; small letters are written as capitals.

    >>> ink_of("i1").shape
    (5, 7)
    """
    signs = [SIGNS.get(sign, BLANK) for sign in text.upper()]
    rows = [("." * GAP).join(sign[row] for sign in signs) for row in range(HEIGHT)]
    return np.array([[pixel == "#" for pixel in row] for row in rows], np.bool_)
