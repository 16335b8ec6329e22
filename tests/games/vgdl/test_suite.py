"""Our arcade suite: what is in it, that it reads well, and that it can be won and lost."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from babalab.games import Game, GameLevel, game_named, suite
from babalab.games.vgdl import VgdlGame
from babalab.games.vgdl.pictures.colours import NAMED
from babalab.games.vgdl.suite import suite_folder
from babalab.games.vgdl.vocabulary import CLASSES, EFFECTS, TERMINATIONS
from babalab.planning import RandomPlanner, play
from support.vgdl_twins import ACTIONS, play_both

LETTERS = {".": "wait", "!": "use", "l": "left", "r": "right", "d": "down", "u": "up"}
SOLUTIONS = {
    (game, int(level)): (int(seed), letters)
    for line in Path(__file__).with_name("solutions.txt").read_text().splitlines()
    if not line.startswith("#")
    for game, level, seed, letters in [line.split()]
}
"""A play that wins, for every level of every game: the seed of its stream, and what to press."""
LEVELS = [(name, number) for name in suite() for number in range(5)]
each_game = pytest.mark.parametrize("name", suite())
each_level = pytest.mark.parametrize(
    ("name", "number"), LEVELS, ids=[f"{name}-{number}" for name, number in LEVELS]
)


def made(name: str, number: int) -> VgdlGame:
    kind = suite()[name]
    return kind(kind.levels()[number])


def played(game: Game[bytes], letters: str, seed: int) -> bytes:
    """The state after these actions in the play of a seed, where `planning.play` would be."""
    chance = random.Random(f"{seed} game")
    state = game.start(chance)
    for letter in letters:
        assert not game.over(state), f"it is over before {letter!r}"
        state = game.step(state, game.actions.index(LETTERS[letter]), chance)
    return state


def test_there_are_ten_games_and_half_of_them_are_games_of_chance() -> None:
    found = suite()
    assert len(found) >= 10
    assert 2 * sum(kind.stochastic for kind in found.values()) >= len(found)
    assert not all(kind.stochastic for kind in found.values())
    files = {file.stem for file in suite_folder().iterdir()}
    described = {name for name in files if "_lvl" not in name and not name.endswith("_sprites")}
    assert described == set(found)
    assert all(game_named(name) is kind for name, kind in found.items())


@each_game
def test_it_reads_without_a_warning(name: str) -> None:
    kind = suite()[name]
    assert [str(each) for each in kind.description.warnings] == []
    assert [level.name for level in kind.levels()] == [f"level-{number}" for number in range(5)]
    for level in kind.levels():
        game = kind(level)
        assert [str(each) for each in game.map.warnings] == []
        assert {len(row) for row in level.text.splitlines()} == {game.map.columns}


@each_game
def test_it_says_how_to_play_and_looks_like_something(name: str) -> None:
    description = suite()[name].description
    summary, _, how = description.about.partition("\n")
    assert summary.endswith(".")
    assert len(how) > 100
    shown = {number for numbers in description.mapping.values() for number in numbers}
    for each in description.types:
        if each.defined and each.number in description.met and not each.invisible:
            assert each.color.lower() in NAMED, f"{each.name} has no colour of ours"
            assert each.number in shown, f"{each.name} has no character to be drawn with"


def test_the_page_tells_of_every_game() -> None:
    page = (Path(__file__).parents[3] / "docs" / "games.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (yes|none) \|", page, re.MULTILINE))
    told = {name: chance == "yes" for name, chance in rows.items() if name in suite()}
    assert told == {name: kind.stochastic for name, kind in suite().items()}


@each_game
def test_its_levels_differ(name: str) -> None:
    assert len({level.text for level in suite()[name].levels()}) == 5


def test_there_is_a_play_that_wins_for_every_level() -> None:
    assert set(SOLUTIONS) == set(LEVELS)


@each_level
def test_it_can_be_won(name: str, number: int) -> None:
    seed, letters = SOLUTIONS[name, number]
    game = made(name, number)
    assert game.won(played(game, letters, seed))


@each_game
def test_both_engines_play_it_alike(name: str) -> None:
    """On the hardest level, with what wins in one play as what is pressed in another."""
    _, letters = SOLUTIONS[name, 4]
    pressed = [ACTIONS.index(LETTERS[letter]) for letter in letters]
    assert play_both(made(name, 4), pressed, seed=8, java=False, most=1000) > 5


@each_level
def test_who_does_nothing_does_not_win_and_the_end_comes_soon(name: str, number: int) -> None:
    game, chance = made(name, number), random.Random(3)
    state, ticks = game.start(chance), 0
    while not game.over(state):
        state = game.step(state, 0, chance)
        ticks += 1
    assert game.lost(state)
    assert ticks <= 301


@each_game
def test_pressing_anything_wins_hardly_ever(name: str) -> None:
    """A third of the plays of the easiest level at most, and next to none of the other levels."""
    wins = [
        sum(play(made(name, number), RandomPlanner(), seed).won for seed in range(12))
        for number in range(5)
    ]
    assert wins[0] <= 4
    assert sum(wins[1:]) <= 3


def test_the_suite_speaks_most_of_the_language() -> None:
    descriptions = [kind.description for kind in suite().values()]
    classes = {each.kind for one in descriptions for each in one.types if each.defined}
    effects = {effect.kind for one in descriptions for effect in one.effects}
    endings = {ending.kind for one in descriptions for ending in one.terminations}
    assert len(classes & set(CLASSES)) >= len(CLASSES) - 2
    assert len(effects & set(EFFECTS)) >= len(EFFECTS) - 2
    assert endings == set(TERMINATIONS)


def test_a_level_of_ones_own() -> None:
    kind = suite()["odd-socks"]
    game = kind(GameLevel("mine", "wwwwww\nwArr.w\nwwwwww\n"))
    assert game.score(played(game, "r", 0)) == 5
    assert game.won(played(game, "r", 0))
