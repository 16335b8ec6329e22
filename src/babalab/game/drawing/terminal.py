"""Scenes as text for the terminal: two columns a cell, readable without colour and in ASCII.

Things are small signs, the creatures their letter with a mark on the side they face; words are
two letters, both in capitals when they are part of a rule in force. Colour only adds to that.
"""

from __future__ import annotations

from itertools import zip_longest
from typing import Final

from rich.table import Table
from rich.text import Text

from babalab.game.action import Action
from babalab.game.drawing.palette import INDEX_OF, dimmed_index, to_css
from babalab.game.drawing.sprites import IDLE_TILE, WORD_COLOURS, look_of
from babalab.game.scene import Piece, Scene
from babalab.game.vocabulary import BORDER, THING_CHARACTERS, THING_OF, WORD_CHARACTERS, WORD_OF

#: The signs of the characters of the map that are not words, and the keys of their colours.
SIGNS: Final[dict[str, tuple[str, str]]] = {
    BORDER: ("[]", "s"),
    **{
        THING_CHARACTERS[noun]: sign
        for noun, sign in {
            "baba": ("b>", "w"),
            "skull": ("s>", "u"),
            "flag": ("|>", "y"),
            "floor": ("::", "b"),
            "grass": (",;", "g"),
            "love": ("<3", "i"),
            "lava": ("%%", "o"),
            "rock": ("()", "t"),
            "wall": ("##", "z"),
            "keke": ("k>", "r"),
            "goop": ("~~", "q"),
        }.items()
    },
}
#: The creatures' signs when they do not face right.
TURNED_SIGNS: Final = {Action.LEFT: "<{}", Action.UP: "{}^", Action.DOWN: "{}v"}
#: The words whose first two letters are another's too.
ABBREVIATIONS: Final = {"floor": "FO"}
EMPTY_CELL: Final = "  "


def draw_text(scene: Scene, *, colour: bool = True) -> Text:
    """Draw a scene as lines of text; of each cell the topmost piece is shown.

    Lines are not to be wrapped. Rich forgets this when it prints texts by themselves, so boards
    wider than the terminal want `console.print(text, soft_wrap=True)`.
    """
    text = Text(no_wrap=True, overflow="ignore")
    for y, row in enumerate(scene.cells):
        if y > 0:
            text.append("\n")
        for pieces in row:
            top = pieces[-1] if pieces else None
            text.append(_sign_of(top), _style_of(top) if colour else None)
    return text


def draw_legend(*, colour: bool = True) -> Table:
    """Return a table of what every sign and abbreviation of `draw_text` stands for."""

    def draw(character: str, *, active: bool = False) -> Text:
        return draw_text(Scene((((Piece(character, active=active),),),)), colour=colour)

    table = Table("", "thing", "active", "idle", "word", box=None)
    things = [
        (draw(character), THING_OF.get(character, "border"))
        for character in (*THING_CHARACTERS.values(), BORDER)
    ]
    words = [
        (draw(character, active=True), draw(character), word)
        for word, character in WORD_CHARACTERS.items()
    ]
    for thing, word in zip_longest(things, words, fillvalue=("", "")):
        table.add_row(*thing, *word)
    return table


def _sign_of(piece: Piece | None) -> str:
    """Return the two characters a piece is written with, `None` being an empty cell."""
    if piece is None:
        return EMPTY_CELL
    look = look_of(piece)
    if look.character in WORD_OF:
        word = WORD_OF[look.character]
        abbreviation = ABBREVIATIONS.get(word, word[:2].upper())
        return abbreviation if look.active else abbreviation.capitalize()
    if look.facing is not None:
        return TURNED_SIGNS[look.facing].format(look.character)
    return SIGNS[look.character][0]


def _style_of(piece: Piece | None) -> str:
    """Return a piece's colours in Rich's terms, with the ground painted for light terminals."""
    ground = f"on {to_css(0)}"
    if piece is None:
        return ground
    if piece.character not in WORD_OF:
        return f"bold {to_css(INDEX_OF[SIGNS[piece.character][1]])} {ground}"
    colours = WORD_COLOURS[WORD_OF[piece.character]]
    if piece.active:
        return f"bold {to_css(INDEX_OF[colours.letters])} on {to_css(INDEX_OF[colours.tile])}"
    return f"{to_css(dimmed_index(colours.idle_letters))} on {to_css(INDEX_OF[IDLE_TILE])}"
