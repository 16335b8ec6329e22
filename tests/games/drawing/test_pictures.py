"""Pictures of any game: the right things in the right cells, and letters where nothing is drawn."""

# ruff: noqa: ARG002

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from babalab.game.drawing import draw_image as draw_scene
from babalab.games import Baba, Fireflies, Game, GameLevel, Sokoban
from babalab.games.drawing import draw_frames, draw_image, save_gif, save_png
from babalab.games.drawing.sheet import SHEET_PALETTE, sheet_of
from babalab.games.vgdl.pictures.colours import to_palette
from babalab.games.vgdl.suite import suite

SIDE = 16


def played(game: Game[Any], moves: int) -> list[Any]:
    chance = random.Random(4)
    states = [game.start(chance)]
    for _ in range(moves):
        states.append(game.step(states[-1], chance.randrange(len(game.actions)), chance))
    return states


def read_back(image: np.ndarray, game: Game[Any], scale: int) -> str:
    """The characters of a picture, each found by comparing its cell with all sprites."""
    sprites = sheet_of(type(game)).sprites
    palette, floor = np.array(SHEET_PALETTE), sprites["FLOOR"]
    known = {
        palette[np.where(sprite, sprite, floor)].astype(np.uint8).tobytes(): mark
        for mark, sprite in sprites.items()
    }
    known[palette[floor].astype(np.uint8).tobytes()] = " "
    small = image[::scale, ::scale]
    return "\n".join(
        "".join(
            known[np.ascontiguousarray(small[y : y + SIDE, x : x + SIDE]).tobytes()]
            for x in range(0, small.shape[1], SIDE)
        )
        for y in range(0, small.shape[0], SIDE)
    )


@pytest.mark.parametrize("level", [0, 4, 9])
def test_a_png_of_sokoban_has_everything_in_its_place(level: int, tmp_path: Path) -> None:
    game = Sokoban(Sokoban.levels()[level])
    for state in played(game, 12):
        save_png(game, state, tmp_path / "x.png", 2)
        with Image.open(tmp_path / "x.png") as image:
            found = read_back(np.asarray(image.convert("RGB")), game, 2)
        rows = game.picture(state).split("\n")
        width = max(map(len, rows))
        assert found.split("\n") == [row.ljust(width) for row in rows]


@pytest.mark.parametrize("level", range(5))
def test_a_gif_of_fireflies_has_everything_in_its_place(level: int, tmp_path: Path) -> None:
    game = Fireflies(Fireflies.levels()[level])
    states = played(game, 15)
    save_gif(game, states, tmp_path / "x.gif", 1, milliseconds=100, hold=100)
    found: list[str] = []
    with Image.open(tmp_path / "x.gif") as image:
        for number in range(getattr(image, "n_frames", 1)):
            image.seek(number)
            repeated = image.info["duration"] // 100
            pixels = np.asarray(image.convert("RGB"))
            found += [read_back(pixels, game, 1).replace(" ", ".")] * repeated
    assert found == [game.picture(state) for state in states]


def test_baba_is_drawn_as_babalab_render_does() -> None:
    game = Baba(Baba.levels()[1])
    for state in played(game, 5):
        scene = game.batch.state(state).scene()
        assert np.array_equal(np.asarray(draw_image(game, state, 2)), draw_scene(scene, 2))


def test_what_moves_sideways_looks_there() -> None:
    kind = suite()["drover"]
    game = kind(kind.levels()[1])
    states = played(game, 60)
    sheep = game.description.by_name["sheep"].number
    own, floor = sheet_of(kind).sprites["sheep.right"], sheet_of(kind).sprites["FLOOR"]
    drawn = {
        side: to_palette(np.where(sprite, sprite, floor))
        for side, sprite in (("R", own), ("L", np.fliplr(own)))
    }
    frames, _, _ = draw_frames(game, states, 1)
    (last,), _, _ = draw_frames(game, states[-1:], 1, before=states[:-1])
    assert np.array_equal(last, frames[-1]), "a picture of the end is the end of the film"
    places: dict[int, int] = {}
    looks: dict[int, str] = {}
    seen = set()
    for state, frame in zip(states, frames, strict=True):
        left = (frame.shape[1] - game.map.columns * SIDE) // 2
        cells = [(each.x, each.y) for each in game.sprites(state)]
        for each in game.sprites(state):
            if each.type != sheep:
                continue
            before = places.get(each.number, each.x)
            if each.x != before:
                looks[each.number] = "R" if each.x > before else "L"
            places[each.number] = each.x
            if cells.count((each.x, each.y)) == 1:
                y, x = (place * SIDE // game.map.block for place in (each.y, each.x))
                cell = frame[y : y + SIDE, left + x : left + x + SIDE]
                side = looks.get(each.number, "R")
                assert np.array_equal(cell, drawn[side])
                seen.add((side, each.number in looks))
    assert seen == {("R", True), ("L", True), ("R", False)}


class Written(Game[str]):
    """A game that is only text, and grows."""

    name, actions = "written", ("on",)

    @classmethod
    def levels(cls) -> list[GameLevel]:
        return [GameLevel("one", "Ab\n #")]

    def start(self, chance: random.Random) -> str:
        return self.level.text

    def step(self, state: str, action: int, chance: random.Random) -> str:
        return state + "Z"

    def score(self, state: str) -> float:
        return 0.0

    def won(self, state: str) -> bool:
        return False

    def lost(self, state: str) -> bool:
        return False


def test_a_game_without_sprites_is_drawn_in_letters() -> None:
    game = Written(Written.levels()[0])
    first, second = draw_frames(game, played(game, 1), 1).pixels
    assert first.shape == second.shape == (2 * SIDE, 3 * SIDE), "all frames of a play are equal"
    cells = {
        (y, x): first[y * SIDE : (y + 1) * SIDE, x * SIDE : (x + 1) * SIDE]
        for y in (0, 1)
        for x in (0, 1, 2)
    }
    written = [cells[0, 0], cells[0, 1], cells[1, 1]]
    assert all(10 < (cell != 0).sum() < 120 for cell in written)
    assert len({cell.tobytes() for cell in written}) == 3
    assert not cells[1, 0].any()
    assert not cells[0, 2].any()
    assert second[SIDE:, 2 * SIDE :].any()
