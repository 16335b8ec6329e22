"""Text for the terminal: square, plain ASCII, and readable with and without colour."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest
from rich.console import Console, Group

from babalab.game.action import Action
from babalab.game.drawing import draw_legend, draw_text
from babalab.game.scene import Piece, Scene
from babalab.game.vocabulary import CHARACTERS, EMPTY, NOUNS, THING_OF, WORD_OF, WORDS

MakeScene = Callable[..., Scene]
PIECES = sorted(CHARACTERS - {EMPTY})


def one(piece: Piece | None) -> Scene:
    return Scene((((piece,) if piece else (),),))


def printed(scene: Scene, *, colour: bool = True, **settings: object) -> str:
    """What a console writes."""
    output = io.StringIO()
    Console(file=output, **settings).print(draw_text(scene, colour=colour))  # type: ignore[arg-type]
    return output.getvalue()


def test_rows_are_two_columns_a_cell(crowded: Scene) -> None:
    lines = draw_text(crowded).plain.split("\n")
    assert [len(line) for line in lines] == [2 * crowded.width] * crowded.height


def test_text_is_ascii(crowded: Scene) -> None:
    assert draw_text(crowded).plain.isascii()


def test_plain_text_tells_every_character_and_look_apart() -> None:
    shown = {draw_text(one(None), colour=False).plain}
    for character in PIECES:
        shown.add(draw_text(one(Piece(character)), colour=False).plain)
        if character in WORD_OF:
            shown.add(draw_text(one(Piece(character, active=True)), colour=False).plain)
    assert len(shown) == 1 + len(PIECES) + len(WORDS)


def test_words_are_capitals_and_things_are_not() -> None:
    for character in WORD_OF:
        word = WORD_OF[character].upper()
        active, idle = (draw_text(one(Piece(character, active=a))).plain for a in (True, False))
        assert active.isupper()
        assert idle == active.capitalize()
        assert active[0] == word[0]
        assert active[1] in word[1:]
    for character in THING_OF:
        sign = draw_text(one(Piece(character))).plain
        assert sign == sign.lower()


@pytest.mark.parametrize("character", WORD_OF)
def test_colour_tells_active_words_from_idle_ones(character: str) -> None:
    active, idle = (draw_text(one(Piece(character, active=a))) for a in (True, False))
    active_style, idle_style = (text.spans[0].style for text in (active, idle))
    assert str(active_style).startswith("bold ")
    assert not str(idle_style).startswith("bold ")
    assert str(active_style).split(" on ")[1] != str(idle_style).split(" on ")[1]


def test_creatures_show_where_they_face() -> None:
    for character in "bks":
        signs = [draw_text(one(Piece(character, facing))).plain for facing in list(Action)[:4]]
        assert signs == [f"{character}^", f"{character}v", f"<{character}", f"{character}>"]


def test_the_topmost_piece_is_shown(make_scene: MakeScene) -> None:
    stack = Scene((((Piece("l"), Piece("F"), Piece("r")),),))
    assert draw_text(stack) == draw_text(make_scene("r"))


def test_without_colour_there_are_no_styles(crowded: Scene) -> None:
    text = draw_text(crowded, colour=False)
    assert not text.spans
    assert text.plain == draw_text(crowded).plain
    assert "\x1b" not in printed(crowded, colour=False, force_terminal=True)


def test_colours_reach_the_terminal(make_scene: MakeScene) -> None:
    scene = make_scene("b")
    assert "\x1b[" in printed(scene, force_terminal=True, color_system="truecolor")
    assert printed(scene, force_terminal=False) == "b>\n"


def test_narrow_consoles_do_not_break_rows(crowded: Scene) -> None:
    rows = draw_text(crowded).plain.split("\n")
    output = io.StringIO()
    console = Console(file=output, width=10)
    console.print(draw_text(crowded), soft_wrap=True)
    console.print(Group(draw_text(crowded)))
    # Blanks at the end of lines are left out by some versions of Rich.
    printed_rows = [line.rstrip() for line in output.getvalue().splitlines()]
    assert printed_rows == [row.rstrip() for row in [*rows, *(row[:10] for row in rows)]]


def test_a_board_as_text(make_scene: MakeScene) -> None:
    scene = make_scene("______ _B12r_ _bf.1_ ______", active={(1, 1), (1, 2), (1, 3)})
    assert draw_text(scene).plain.split("\n") == [
        "[][][][][][]",
        "[]BAISYO()[]",
        "[]b>|>  Is[]",
        "[][][][][][]",
    ]


@pytest.mark.parametrize("colour", [True, False])
def test_the_legend_explains_every_sign(colour: bool) -> None:
    output = io.StringIO()
    Console(file=output, width=60).print(draw_legend(colour=colour))
    text = output.getvalue()
    assert text.isascii()
    rows = [line.split() for line in text.splitlines()]
    for character in THING_OF:
        sign = draw_text(one(Piece(character))).plain
        assert any(row[:2] == [sign, THING_OF[character]] for row in rows)
    assert any(row[:2] == ["[]", "border"] for row in rows)
    for character in WORD_OF:
        active, idle = (draw_text(one(Piece(character, active=a))).plain for a in (True, False))
        assert any(row[-3:] == [active, idle, WORD_OF[character]] for row in rows)
    assert len(NOUNS) < len(rows) <= len(WORDS) + 1


def test_what_is_no_piece_is_refused() -> None:
    with pytest.raises(ValueError, match="is not a thing, word or border stone"):
        draw_text(one(Piece("?")))
