"""What learners see of games of VGDL, by hand and against the recordings' games."""

from __future__ import annotations

import random

import numpy as np
import pytest

from babalab.games import GameLevel
from babalab.games.vgdl import JavaRandom, VgdlGame, games_in
from babalab.games.vgdl.features import compute_features, compute_grid, feature_names
from support.orchard import Orchard
from support.shared import ARCADE, needs_arcade


def named(game: VgdlGame, state: bytes) -> dict[str, float]:
    names = feature_names(game.description)
    return dict(zip(names, game.features(state).tolist(), strict=True))


def test_features_by_hand() -> None:
    game = Orchard(GameLevel("hand", "hB.a......\n.......aV.\n....s....."))
    start = game.start(random.Random(0))
    seen = named(game, start)
    assert seen["score"] == seen["tick"] == 0
    assert seen["alive"] == 1
    assert (seen["x"], seen["y"]) == (pytest.approx(10 / 100), 0)
    assert (seen["facing x"], seen["facing y"]) == (1, 0)
    assert (seen["health"], seen["health left"]) == (pytest.approx(2 / 5), 1)
    assert seen["most health"] == pytest.approx(2 / 5)
    assert seen["has apple"] == 0
    assert seen["apple count"] == pytest.approx(2 / 3)
    assert (seen["apple dx"], seen["apple dy"]) == (pytest.approx(20 / 100), 0)
    assert seen["apple distance"] == pytest.approx(20 / 130)
    assert (seen["wolf count"], seen["wasp count"]) == (0.5, 0)
    assert (seen["wolf dx"], seen["wolf dy"]) == (pytest.approx(70 / 100), pytest.approx(10 / 30))
    assert (seen["wasp dx"], seen["wasp dy"], seen["wasp distance"]) == (0, 0, 1)
    assert seen["hedge dx"] == pytest.approx(-10 / 100)
    assert (seen["boy count"], seen["boy distance"]) == (0.5, 1)  # itself does not count
    assert not any("secret" in name for name in seen)


def test_features_after_some_moves() -> None:
    game = Orchard(GameLevel("hand", "B.a......a\n..........\n.........."))
    chance, right = random.Random(0), Orchard.actions.index("right")
    state = game.start(chance)
    for _ in range(2):
        state = game.step(state, right, chance)
    seen = named(game, state)
    assert seen["score"] == pytest.approx(2 / 12)
    assert seen["tick"] == pytest.approx(2 / 2001)
    assert seen["has apple"] == pytest.approx(1 / 4)
    assert seen["apple dx"] == pytest.approx(70 / 100)
    down = Orchard.actions.index("down")
    assert named(game, game.step(state, down, chance))["facing y"] == 1  # only turned


def test_the_dead_are_not_alive() -> None:
    game = Orchard(GameLevel("hand", "BVa"))
    chance = random.Random(0)
    state = game.start(chance)
    while not game.over(state):
        state = game.step(state, 0, chance)
    assert game.lost(state)
    seen = named(game, state)
    assert seen["alive"] == 0
    assert seen["score"] == pytest.approx(-3 / 13)


def plain(game: VgdlGame, state: bytes) -> list[bytes]:
    """The definitions in plain Python: features and grid."""
    sprites, avatar = game.sprites(state), game.avatar(state)
    row = compute_features(
        game.description, game.map, game.score(state), game.tick(state), sprites, avatar
    )
    return [row.tobytes(), compute_grid(game.description, game.map, sprites).tobytes()]


@needs_arcade
def test_what_is_seen_in_all_games_of_the_recordings() -> None:
    states = 0
    for kind in games_in(ARCADE / "games").values():
        for level in kind.levels():
            game, chance, actions = kind(level), JavaRandom(3), random.Random(1)
            state = game.start(chance)
            for _ in range(12):
                for observation in kind.observations:
                    seen, layout = game.observe(state, observation), game.layout(observation)
                    assert (seen.shape, seen.dtype) == (layout.shape, layout.type)
                    assert np.isfinite(seen).all()
                    assert layout.least <= seen.min() <= seen.max() <= layout.most
                seen_by_core = [game.features(state).tobytes(), game.grid(state).tobytes()]
                assert seen_by_core == plain(game, state), (kind.name, level.name)
                for _ in range(5):
                    state = game.step(state, actions.randrange(len(kind.actions)), chance)
                states += 1
    assert states > 100
