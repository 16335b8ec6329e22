"""Pictures of states: which drawing, in which colour, where, and what is written below."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.lib.stride_tricks import sliding_window_view
from PIL import Image

from babalab.game.drawing.frames import UNCHANGED
from babalab.games.drawing import draw_image, save_gif, save_png
from babalab.games.vgdl import VgdlGame, read_description
from babalab.games.vgdl.pictures.art import GRIDS
from babalab.games.vgdl.pictures.colours import (
    FIXED,
    NAMED,
    OTHER_NAMES,
    PALETTE,
    SHADES,
    colours_of,
    index_of,
)
from babalab.games.vgdl.pictures.image import _paste, choose_scale, draw_frame
from babalab.games.vgdl.pictures.legend import LegendEntry, draw_legend
from babalab.games.vgdl.pictures.lettering import SIGNS, ink_of
from babalab.games.vgdl.pictures.looks import BY_CLASS, looks_of
from babalab.games.vgdl.vocabulary import CLASSES, COLOURS
from support.yard import LEVEL, YARD, yard

SIDE = 16
GROUND = 0


def played(game: VgdlGame, *actions: str) -> list[bytes]:
    """All states of a play."""
    chance = random.Random(0)
    states = [game.start(chance)]
    for action in actions:
        states.append(game.step(states[-1], game.actions.index(action), chance))
    return states


def cell(frame: np.ndarray, row: int, column: int) -> np.ndarray:
    """One cell of a frame; levels of the yard are as wide as what is below them needs."""
    left = (frame.shape[1] - 7 * SIDE) // 2
    return frame[SIDE * row : SIDE * (row + 1), left + SIDE * column : left + SIDE * (column + 1)]


# ---------------------------------------------------------------- drawings


def test_drawings_are_well_formed_and_differ() -> None:
    for name, grid in GRIDS.items():
        assert [len(row) for row in grid] == [SIDE] * SIDE, name
        assert set("".join(grid)) <= {*FIXED, *SHADES}, name
    for (one, grid), (other, another) in combinations(GRIDS.items(), 2):
        assert grid != another, (one, other)


@pytest.mark.parametrize("kind", CLASSES)
def test_every_class_has_a_drawing(kind: str) -> None:
    if CLASSES[kind].avatar:
        text = YARD.replace("ShootAvatar", kind).replace("color=PINK", "color=BLUE")
        name, place = "child", (1, 1)
    else:
        text = YARD.replace("ghost > Immovable invisible=True", f"ghost > {kind} color=BLUE")
        name, place = "ghost", (2, 5)
    game = yard(description=text)
    seen = set(np.unique(cell(draw_frame(game, played(game)[0]), *place)).tolist())
    assert seen & {index_of(shade, "blue") for shade in SHADES}
    look = looks_of(game.description)[_type(game, name)]
    assert look in GRIDS or look == "shooter"


def test_classes_are_told_apart() -> None:
    assert len(set(BY_CLASS.values())) == len(BY_CLASS)


@pytest.mark.parametrize(
    ("rule", "look"),
    [
        ("child thing > stepBack", "block"),
        ("child thing > killSprite", "hazard"),
        ("thing child > killSprite", "token"),
        ("thing pebble > killSprite", "block"),
        ("thing child > killSprite scoreChange=1\n        wasp thing > stepBack", "token"),
        ("thing child > killSprite\n        wasp thing > stepBack", "block"),
        ("child thing > addHealthPoints killSecond=True", "token"),
        ("wasp thing > killSprite", ""),
    ],
)
def test_what_stands_still_looks_like_what_it_does(rule: str, look: str) -> None:
    text = YARD.replace("ghost > Immovable invisible=True", "thing > Immovable")
    text = text.replace("g > ghost", "g > thing").replace(
        "InteractionSet\n", f"InteractionSet\n        {rule}\n"
    )
    description = read_description(text, "", "yard")
    found = looks_of(description)[description.by_name["thing"].number]
    assert found == look if look else found in ("dots", "tufts", "waves", "planks")


def test_a_missile_that_bars_the_way_is_a_boulder() -> None:
    text = YARD.replace("ghost > Immovable invisible=True", "thing > Missile orientation=DOWN")
    rule = "InteractionSet\n        child thing > stepBack\n"
    text = text.replace("g > ghost", "g > thing").replace("InteractionSet\n", rule)
    description = read_description(text, "", "yard")
    assert looks_of(description)[description.by_name["thing"].number] == "boulder"


# ---------------------------------------------------------------- colours


def test_descriptions_may_name_every_colour_there_is() -> None:
    assert {name.upper() for name in (*NAMED, *OTHER_NAMES)} == set(COLOURS)


def test_named_colours_in_any_case() -> None:
    description = yard().description
    colours = dict(zip(description.by_name, colours_of(description), strict=True))
    assert colours["home"] == "gold"
    assert colours["child"] == "pink"
    assert colours["wall"] == "red"
    frame = draw_image(yard(), played(yard())[0], 1)
    assert NAMED["red"] in {frame.getpixel((x, 3)) for x in range(frame.width)}


def test_others_have_one_each_and_keep_it() -> None:
    names = [f"thing{number}" for number in range(6)]
    lines = "\n".join(f"        {name} > Immovable" for name in names)
    text = YARD.replace("    SpriteSet\n", f"    SpriteSet\n{lines}\n")
    text = text.replace("g > ghost", f"g > {' '.join(names)}")
    description = read_description(text, "", "yard")
    colours = dict(zip(description.by_name, colours_of(description), strict=True))
    assert len({colours[name] for name in [*names, "plum", "pebble"]}) == len(names) + 2
    assert {colours[name] for name in names}.isdisjoint({"gold", "pink", "red", "green", "yellow"})
    assert colours_of(read_description(text, "", "again")) == colours_of(description)


def test_a_gif_holds_all_colours() -> None:
    assert len(PALETTE) < 256
    assert UNCHANGED not in PALETTE


# ---------------------------------------------------------------- places


def test_a_sprite_between_two_cells_is_drawn_there() -> None:
    game = yard("wwwwwww\nw.A...w\nwh    w\nw   v w\nwwwwwww\n")
    states = played(game, "wait", "wait")
    wasp = next(each for each in game.sprites(states[2]) if each.type == _type(game, "wasp"))
    assert (wasp.x, wasp.y) == (70, 60)  # half a cell to the left of where it was
    before, after = (draw_frame(game, states[number])[3 * SIDE : 4 * SIDE] for number in (0, 2))
    left = (before.shape[1] - 7 * SIDE) // 2
    whole = before[:, left + 4 * SIDE : left + 5 * SIDE]
    assert whole.any()
    half = SIDE // 2
    assert np.array_equal(after[:, left + 4 * SIDE - half : left + 5 * SIDE - half], whole)
    assert not after[:, left + 5 * SIDE - half : left + 6 * SIDE].any()


@settings(deadline=None)
@given(x=st.integers(-40, 60), y=st.integers(-40, 60))
def test_what_is_beyond_the_edge_is_cut_off(x: int, y: int) -> None:
    sprite = np.arange(1, SIDE * SIDE + 1).reshape(SIDE, SIDE) % 250 + 1
    sprite = sprite.astype(np.uint8)
    board = np.zeros((32, 48), np.uint8)
    _paste(board, sprite, x, y)
    canvas = np.zeros((232, 248), np.uint8)
    canvas[100 + y : 100 + y + SIDE, 100 + x : 100 + x + SIDE] = sprite
    assert np.array_equal(board, canvas[100:132, 100:148])


def test_invisible_sprites_are_not_drawn() -> None:
    game = yard()
    assert not cell(draw_frame(game, played(game)[0]), 2, 5).any()


def test_the_last_in_the_order_is_on_top() -> None:
    """The avatar stands on the grass, whichever was created first."""
    for cell_of_both in ("A > grass child", "A > child grass"):
        game = yard(description=YARD.replace("A > grass child", cell_of_both))
        drawn = cell(draw_frame(game, played(game)[0]), 1, 1)
        bare = cell(draw_frame(game, played(game)[0]), 1, 3)
        face = index_of("f", "pink")
        assert (drawn == face).any()
        assert not (bare == face).any()
        corner = (slice(-2, None), slice(0, 1))
        assert np.array_equal(drawn[corner], bare[corner])  # grass is seen around the avatar


# ---------------------------------------------------------------- looking somewhere


def _type(game: VgdlGame, name: str) -> int:
    return game.description.by_name[name].number


def test_missiles_point_where_they_fly() -> None:
    def drawn(direction: str) -> np.ndarray:
        text = YARD.replace("orientation=LEFT speed=0.5", f"orientation={direction} speed=0.5")
        game = yard(description=text)
        return cell(draw_frame(game, played(game)[0]), 3, 3)

    right = drawn("RIGHT")
    assert np.array_equal(drawn("LEFT"), np.fliplr(right))
    assert np.array_equal(drawn("UP"), np.rot90(right))
    assert np.array_equal(drawn("DOWN"), np.rot90(right, -1))
    # The tip is thinner than the tail: fewer rows of the last columns have anything.
    ink = right != GROUND
    assert ink[:, 13].sum() < ink[:, 2].sum()


def test_the_avatar_looks_where_it_turned_to() -> None:
    game = yard()
    right, left, *_ = (cell(draw_frame(game, state), 1, 1) for state in played(game, "left"))
    bar = slice(3, None)  # below the bar of its health
    assert np.array_equal(_own(left)[bar], np.fliplr(_own(right))[bar])
    states = played(game, "up", "down")
    up, down = (cell(draw_frame(game, state), 1, 1) for state in states[1:])
    assert not (up == index_of("f", "pink"))[4:10].any()  # its back
    assert (down == index_of("f", "pink"))[4:10].any()


def _own(drawn: np.ndarray) -> np.ndarray:
    """Without the grass."""
    grass = {index_of(shade, "green") for shade in SHADES}
    return np.where(np.isin(drawn, list(grass)), 0, drawn)


def test_a_fallen_avatar_is_drawn_as_such() -> None:
    text = YARD.replace("home child > killSprite scoreChange=5", "child home > killSprite")
    text = text.replace("SpriteCounter stype=child win=False", "Timeout limit=50")
    game = yard(description=text)
    state = played(game, *["right"] * 3)[-1]
    avatar = game.avatar(state)
    assert avatar is not None
    assert avatar.disabled
    drawn = cell(draw_frame(game, state), 1, 4)
    assert not (drawn == index_of("f", "pink")).any()
    assert (drawn == index_of("s", "pink")).any()


# ---------------------------------------------------------------- numbers and words


def test_the_bar_tells_the_share_of_health() -> None:
    game = yard("wwwwwww\nw  A vw\nw     w\nw  ph w\nwwwwwww\n")
    full = index_of("l", "green")
    lengths = []
    for state in played(game, *["wait"] * 8):
        avatar = game.avatar(state)
        assert avatar is not None
        bar = (cell(draw_frame(game, state), 1, 3)[1] == full).sum()
        assert bar == 12 * avatar.health // 3
        lengths.append(bar)
    assert len(set(lengths)) > 1


def test_resources_of_several_say_how_many() -> None:
    def plum(value: int) -> np.ndarray:
        text = YARD.replace("plum > Resource limit=9", f"plum > Resource value={value} limit=9999")
        game = yard(description=text)
        return cell(draw_frame(game, played(game)[0]), 1, 2)

    for value in (4, 27):
        ink = ink_of(str(value))
        height, width = ink.shape
        corner = plum(value)[-height - 1 : -1, -width - 1 : -1]
        assert np.array_equal(corner == index_of("w", "gray"), ink)
    assert np.array_equal(plum(1), plum(1000))


def read(strip: np.ndarray, size: int) -> str:
    """What is written in the first line of a strip: the signs, found by comparing."""
    ink = (strip != index_of("k", "gray"))[2 * size : 7 * size : size, 2 * size :: size]
    known = {ink_of(sign).tobytes(): sign for sign in SIGNS}
    blank = np.zeros((5, 3), np.bool_).tobytes()
    signs = [ink[:, left : left + 3] for left in range(0, ink.shape[1] - 2, 4)]
    found = [" " if s.tobytes() == blank else known.get(s.tobytes(), "?") for s in signs]
    return " ".join("".join(found).split())


@pytest.mark.parametrize(("scale", "size"), [(1, 2), (2, 1)])
def test_the_lines_below_tell_how_things_stand(scale: int, size: int) -> None:
    game = yard()
    states = played(game, "right", "right", "right")
    below = [draw_frame(game, state, scale)[5 * SIDE :] for state in states]
    assert [read(strip, size) for strip in below] == [
        "TICK 0 SCORE 0", "TICK 1 SCORE 2", "TICK 2 SCORE 2", "TICK 3 SCORE 7 WON",
    ]  # fmt: skip
    more = [read(strip[7 * size :], size) for strip in below]
    assert more[0] == "HEALTH 3/3"
    assert more[1] == "HEALTH 3/3 PLUM 1"


def test_games_without_health_or_things_to_have_need_one_line() -> None:
    lines = [
        line for line in YARD.splitlines() if "plum" not in line and "HealthPoints" not in line
    ]
    plain = yard(LEVEL.replace("p", " "), "\n".join(lines))
    heights = [draw_frame(game, played(game)[0]).shape[0] for game in (yard(), plain)]
    assert heights[0] - heights[1] == 2 * (2 + 5 + 2)


@pytest.mark.parametrize("width", [40, 112, 400])
def test_a_legend_has_every_sprite_with_its_name(width: int) -> None:
    game = yard()
    names = [each.name for each in game.description.types if each.name != "avatar"]
    sprite = (np.arange(SIDE * SIDE) % 7 + 1).astype(np.uint8).reshape(SIDE, SIDE)
    strip = draw_legend([LegendEntry(sprite, name, "red") for name in names], width, 1)
    assert strip.shape == ((strip.shape[0] - 2) // 18 * 18 + 2, width)
    found = sliding_window_view(strip, sprite.shape)
    assert (found == sprite).all((2, 3)).sum() == len(names)
    written = sliding_window_view(strip == index_of("l", "red"), ink_of("wall").shape)
    assert (written == ink_of("wall")).all((2, 3)).any()


def test_a_picture_with_legend_is_the_picture_and_more(tmp_path: Path) -> None:
    game = yard()
    states = played(game, "use", "right")
    save_png(game, states[0], tmp_path / "yard.png", 2, legend=True)
    with Image.open(tmp_path / "yard.png") as image:
        pixels = np.asarray(image.convert("RGB"))
    plain = np.asarray(draw_image(game, states[0], 2))
    assert np.array_equal(pixels[: len(plain)], plain)
    assert len(pixels) >= len(plain) + 2 * SIDE
    save_gif(game, states, tmp_path / "yard.gif", 2, legend=True)
    with Image.open(tmp_path / "yard.gif") as image:
        assert image.height >= len(pixels), "the pebble is in the legend from the first frame on"


# ---------------------------------------------------------------- files


def test_a_png_is_the_image(tmp_path: Path) -> None:
    game = yard()
    (state,) = played(game)
    save_png(game, state, tmp_path / "yard.png", 3)
    with Image.open(tmp_path / "yard.png") as image:
        assert np.array_equal(np.asarray(image.convert("RGB")), draw_image(game, state, 3))
        assert image.height == 3 * (5 * SIDE + 2 * 9)


def test_the_scale_that_fits() -> None:
    game = yard()
    assert choose_scale(game) == 640 // (7 * SIDE)
    assert draw_image(game, played(game)[0]).width <= 640
    long = yard("A" + "h" * 150 + "\n")
    assert choose_scale(long) == 1
    assert draw_image(long, played(long)[0]).width == 151 * SIDE


def _frames(file: Path) -> Sequence[np.ndarray]:
    with Image.open(file) as image:
        found = []
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            found.append(np.asarray(image.convert("RGB")))
        return found


def test_a_gif_has_a_frame_for_every_tick(tmp_path: Path) -> None:
    game = yard()
    states = played(game, "wait", "right", "right", "right")
    save_gif(game, states, tmp_path / "yard.gif", 1, milliseconds=50)
    frames = _frames(tmp_path / "yard.gif")
    assert len(frames) == len(states)
    for frame, state in zip(frames, states, strict=True):
        assert np.array_equal(frame, draw_image(game, state, 1))
