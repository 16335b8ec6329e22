"""States as text: a character for every type, and colours and directions in the terminal."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.style import Style

from babalab.games.drawing import draw_image
from babalab.games.vgdl import VgdlGame, games_in, read_description
from babalab.games.vgdl.pictures.colours import PALETTE, index_of
from babalab.games.vgdl.pictures.terminal import colour_cells
from babalab.games.vgdl.pictures.text import marks_of
from support.shared import ARCADE, needs_arcade
from support.yard import YARD, yard


def after(game: VgdlGame, *actions: str) -> bytes:
    """The state after some actions."""
    chance = random.Random(0)
    state = game.start(chance)
    for action in actions:
        state = game.step(state, game.actions.index(action), chance)
    return state


def test_the_topmost_sprite_of_each_cell() -> None:
    game = yard()
    assert game.picture(after(game)).split("\n") == [
        "wwwwwww", "wAp.h.w", "w.... w", "w..v..w", "wwwwwww",
    ]  # fmt: skip
    assert game.picture(after(game, "right", "right")).split("\n")[1] == "w. Ah.w"


def test_a_type_without_a_character_has_a_letter_of_its_name() -> None:
    game = yard("wwwww\nwA  w\nw..hw\nwwwww\n")
    mark = marks_of(game.description)[game.description.by_name["pebble"].number]
    assert mark == "e"  # p is the plum's
    assert mark in game.picture(after(game, "use"))


def test_a_character_for_two_is_that_of_the_upper_one() -> None:
    marks = marks_of(read_description(YARD.replace(". > grass", ". >"), "", "yard"))
    by_name = read_description(YARD, "", "yard").by_name
    assert marks[by_name["child"].number] == "A"
    assert marks[by_name["grass"].number] == "r"  # g is the ghost's, and A means the child


names = st.text("abcdefgh", min_size=2, max_size=4)


@settings(max_examples=30, deadline=None)
@given(names=st.lists(names, max_size=60, unique=True), seed=st.randoms(use_true_random=False))
def test_no_two_types_have_one_character(names: list[str], seed: random.Random) -> None:
    lines = "\n".join(f"        z{name} > Immovable" for name in names)
    free = [mark for mark in "BCDEFGHIJKLMNOPQRSTUVXYZ0123456789" if seed.random() < 0.5]
    mapping = {mark: seed.sample(names, seed.randint(1, 2)) for mark in free if len(names) > 1}
    mapped = "\n".join(
        f"        {mark} > {' '.join('z' + name for name in each)}"
        for mark, each in mapping.items()
    )
    text = YARD.replace("    SpriteSet\n", f"    SpriteSet\n{lines}\n")
    text = text.replace("    LevelMapping\n", f"    LevelMapping\n{mapped}\n")
    description = read_description(text, "", "many")
    marks = marks_of(description)
    assert len(set(marks.values())) == len(description.types)
    assert all(len(mark) == 1 and mark.isprintable() and mark != " " for mark in marks.values())
    for mark, (only, *others) in mapping.items():
        alone = [each for each, mapped in mapping.items() if mapped == [only]]
        if not others and alone == [mark]:
            assert marks[description.by_name[f"z{only}"].number] == mark


# ---------------------------------------------------------------- in the terminal


def test_cells_narrow_and_wide() -> None:
    game = yard()
    cells = colour_cells(game, after(game))
    assert "\n".join("".join(cell.narrow for cell in row) for row in cells) == game.picture(
        after(game)
    )
    wide = ["".join(cell.wide for cell in row) for row in cells]
    assert wide == [
        "wwwwwwwwwwwwww", "wwA>p . h . ww", "ww. . . .   ww", "ww. . <v. . ww", "wwwwwwwwwwwwww",
    ]  # fmt: skip


@pytest.mark.parametrize(("key", "sign"), [("left", "<A"), ("up", "A^"), ("down", "Av")])
def test_the_side_it_looks_to(key: str, sign: str) -> None:
    game = yard()
    assert colour_cells(game, after(game, key))[1][1].wide == sign


def test_colours_of_cells() -> None:
    game = yard()
    cells = colour_cells(game, after(game))

    def colours(row: int, column: int) -> tuple[object, ...]:
        style = Style.parse(cells[row][column].style)
        parts = (style.color, style.bgcolor)
        return tuple(part and part.triplet and tuple(part.triplet) for part in parts)

    grass = PALETTE[index_of("D", "green")]
    assert colours(0, 0) == (PALETTE[index_of("b", "red")], PALETTE[index_of("d", "red")])
    assert colours(1, 1) == (PALETTE[index_of("l", "pink")], grass)  # the child, on grass
    assert colours(1, 3)[1] == grass
    assert colours(1, 4) == (PALETTE[index_of("b", "gold")], PALETTE[0])
    assert colours(2, 5) == (None, PALETTE[0])  # the ghost is not seen


@needs_arcade
def test_any_game_can_be_looked_at() -> None:
    for kind in games_in(ARCADE / "games").values():
        game, chance = kind(kind.levels()[-1]), random.Random(1)
        state = game.start(chance)
        for _ in range(20):
            state = game.step(state, chance.randrange(len(game.actions)), chance)
        rows = game.picture(state).split("\n")
        assert [len(row) for row in rows] == [game.map.columns] * game.map.rows
        assert draw_image(game, state, 1).height > 16 * game.map.rows
        assert len(colour_cells(game, state)) == game.map.rows
