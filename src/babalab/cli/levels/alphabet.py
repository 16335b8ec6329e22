"""`babalab levels alphabet`: the letters and digits of maps, and what they mean."""

from __future__ import annotations

import rich.text

from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.columns import names, texts
from babalab.cli.ui.console import out
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import add_row, make_table, print_table
from babalab.cli.ui.text import Text
from babalab.game.alphabet import list_letters
from babalab.game.drawing import draw_text
from babalab.game.scene import Piece, Scene
from babalab.game.vocabulary import BORDER, EMPTY, NOUNS, THING_CHARACTERS, WORD_CHARACTERS

PAGE = "docs/the-dialect.md"


def print_alphabet(as_json: AsJson = False) -> None:
    """List the letters and digits of maps, and what each word does.

    Lower case is a thing, upper case the word for it, digits are the other words. The two columns
    beside them are what 'babalab show' draws.
    """
    letters = list_letters()
    if as_json:
        emit_json([letter.as_json() for letter in letters])
        return
    meanings = {letter.character: letter.meaning for letter in letters}
    table = make_table(names("thing"), names(), names("word"), names(), names())
    for noun in NOUNS:
        thing, word = THING_CHARACTERS[noun], WORD_CHARACTERS[noun]
        add_row(table, thing, _draw(thing), word, _draw(word), noun)
    print_table(table)
    out.print()
    table = make_table(names("word"), names(), names(), texts())
    for letter in letters:
        if letter.kind in ("is", "property"):
            drawn = _draw(letter.character)
            add_row(table, letter.character, drawn, letter.name, letter.meaning)
    for character in (BORDER, EMPTY):
        add_row(table, character, _draw(character), "", meanings[character])
    print_table(table)
    out.print(Text(f"\nwith pictures: {PAGE}", style="dim"))


def _draw(character: str) -> rich.text.Text:
    pieces = () if character == EMPTY else (Piece(character, active=True),)
    scene = Scene(((pieces,),))
    return draw_text(scene, colour=out.color_system is not None)
