"""Images, PNG and GIF: sizes, what changes where, and exact colours."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from PIL import Image, ImageSequence

from babalab.game.action import Action
from babalab.game.drawing import draw_image, png_bytes, save_gif, save_png
from babalab.game.drawing.palette import PALETTE
from babalab.game.drawing.sprites import SIDE, sprite_of
from babalab.game.scene import Piece, Scene

MakeScene = Callable[..., Scene]
BAD_SCALES = [0, -1, 33, 1.5, "2", None]


def pixels(image: Image.Image) -> npt.NDArray[np.uint8]:
    return np.asarray(image.convert("RGB"))


@pytest.mark.parametrize("scale", [1, 2, 5])
@pytest.mark.parametrize("rows", ["b", "b.f", "b f r", "____ _b._ ____"])
def test_size(make_scene: MakeScene, rows: str, scale: int) -> None:
    scene = make_scene(rows)
    image = draw_image(scene, scale)
    assert image.mode == "RGB"
    assert image.size == (scene.width * SIDE * scale, scene.height * SIDE * scale)


def test_enlarging_repeats_pixels(crowded: Scene) -> None:
    small, large = pixels(draw_image(crowded, 1)), pixels(draw_image(crowded, 3))
    for y in range(3):
        for x in range(3):
            assert np.array_equal(large[y::3, x::3], small)


@pytest.mark.parametrize("scale", BAD_SCALES)
def test_bad_scales_are_refused(crowded: Scene, tmp_path: Path, scale: int) -> None:
    message = "scale must be a whole number from 1 to 32"
    with pytest.raises(ValueError, match=message):
        draw_image(crowded, scale)
    with pytest.raises(ValueError, match=message):
        png_bytes(crowded, scale)
    with pytest.raises(ValueError, match=message):
        save_gif([crowded], tmp_path / "play.gif", scale)
    assert not list(tmp_path.iterdir())


def test_a_changed_piece_changes_only_its_cell(make_scene: MakeScene) -> None:
    before = pixels(draw_image(make_scene("____ _b._ _.f_ ____"), 2))
    after = pixels(draw_image(make_scene("____ _br_ _.f_ ____"), 2))
    changed = (before != after).any(axis=2)
    side = 2 * SIDE
    assert changed[side : 2 * side, 2 * side : 3 * side].any()
    changed[side : 2 * side, 2 * side : 3 * side] = False
    assert not changed.any()


def test_activity_and_facing_show(make_scene: MakeScene) -> None:
    idle, active = make_scene("B12"), make_scene("B12", active={(0, 0), (0, 1), (0, 2)})
    assert draw_image(idle) != draw_image(active)
    left, up = make_scene("b", facing=Action.LEFT), make_scene("b", facing=Action.UP)
    assert draw_image(left) != draw_image(up)


def test_stacks_are_drawn_from_the_bottom_up() -> None:
    lava, flag = Piece("l"), Piece("f")
    below, above = sprite_of(lava), sprite_of(flag)
    picture = pixels(draw_image(Scene((((lava, flag), (flag, lava)),)), 1))
    palette = np.array(PALETTE)
    assert np.array_equal(picture[:, :SIDE], palette[np.where(above != 0, above, below)])
    assert np.array_equal(picture[:, SIDE:], palette[below]), "lava has no holes"


def test_png_shows_the_image(crowded: Scene, tmp_path: Path) -> None:
    save_png(crowded, tmp_path / "board.png", scale=3)
    save_png(crowded, str(tmp_path / "text path.png"), scale=3)
    assert (tmp_path / "board.png").read_bytes() == png_bytes(crowded, 3)
    assert (tmp_path / "text path.png").read_bytes() == png_bytes(crowded, 3)
    with Image.open(BytesIO(png_bytes(crowded, 3))) as image:
        assert image.format == "PNG"
        assert np.array_equal(pixels(image), pixels(draw_image(crowded, 3)))


def test_gif_plays_the_scenes_exactly(play: list[Scene], tmp_path: Path) -> None:
    path = tmp_path / "play.gif"
    save_gif(iter(play), path, 2, milliseconds=120, hold=900)
    with Image.open(path) as animation:
        assert animation.format == "GIF"
        assert animation.info["loop"] == 0, "0 says for ever"
        shown, durations = [], []
        for frame in ImageSequence.Iterator(animation):
            shown.append(pixels(frame))
            durations.append(frame.info["duration"])
    assert durations == [120] * (len(play) - 1) + [900]
    assert len(shown) == len(play)
    for frame_pixels, scene in zip(shown, play, strict=True):
        assert np.array_equal(frame_pixels, pixels(draw_image(scene, 2)))


def test_gif_with_every_colour_is_exact(crowded: Scene, tmp_path: Path) -> None:
    upside_down = Scene(crowded.cells[::-1])
    path = tmp_path / "play.gif"
    save_gif([crowded, upside_down, crowded], path, 1)
    with Image.open(path) as animation:
        for frame, scene in zip(
            ImageSequence.Iterator(animation), [crowded, upside_down, crowded], strict=True
        ):
            assert np.array_equal(pixels(frame), pixels(draw_image(scene, 1)))


def test_gif_is_small(play: list[Scene], tmp_path: Path) -> None:
    path = tmp_path / "play.gif"
    save_gif(play, path, 2)
    assert path.stat().st_size < 40_000


def test_scenes_that_look_alike_share_a_frame(make_scene: MakeScene, tmp_path: Path) -> None:
    near, far = make_scene("b.f"), make_scene(".bf")
    turned_rock = [make_scene("r..", facing=facing) for facing in (Action.LEFT, Action.RIGHT)]
    path = tmp_path / "play.gif"
    save_gif([near, near, far, *turned_rock], path, milliseconds=100, hold=1000)
    with Image.open(path) as animation:
        durations = [frame.info["duration"] for frame in ImageSequence.Iterator(animation)]
    assert durations == [200, 100, 1100]


def test_a_long_wait_is_cut_to_what_a_gif_can_say(make_scene: MakeScene, tmp_path: Path) -> None:
    path = tmp_path / "play.gif"
    save_gif([make_scene("b.")] * 12 + [make_scene(".b")], path, milliseconds=60_000)
    with Image.open(path) as animation:
        assert animation.info["duration"] == 655_350


def test_a_gif_of_one_scene(make_scene: MakeScene, tmp_path: Path) -> None:
    path = tmp_path / "play.gif"
    save_gif([make_scene("b.f")], path)
    with Image.open(path) as animation:
        assert np.array_equal(pixels(animation), pixels(draw_image(make_scene("b.f"))))


def test_animations_that_cannot_be_are_refused(make_scene: MakeScene, tmp_path: Path) -> None:
    path = tmp_path / "play.gif"
    with pytest.raises(ValueError, match="at least one scene"):
        save_gif([], path)
    with pytest.raises(ValueError, match="same size"):
        save_gif([make_scene("b.f"), make_scene("b..f")], path)
    with pytest.raises(ValueError, match="milliseconds must be"):
        save_gif([make_scene("b.f")], path, milliseconds=0)
    with pytest.raises(ValueError, match="hold must be"):
        save_gif([make_scene("b.f")], path, hold=-1)
    assert not path.exists()
