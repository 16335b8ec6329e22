"""The engine of VGDL does what its plain twin does, in games that use every word there is."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab.base.errors import BabalabError
from babalab.games.game import GameLevel
from babalab.games.plays import PlainPlays
from babalab.games.vgdl import JavaRandom, VgdlGame, game_in, read_description, vgdl_game
from babalab.games.vgdl.plays import VgdlPlays
from support.vgdl_coverage import CountingVgdl, TooManySpritesError, wanted, words_met
from support.vgdl_descriptions import WrittenGame, written_actions, written_game, written_games
from support.vgdl_mutations import spoilt
from support.vgdl_recordings import (
    ARCADE,
    GAMES,
    LETTERS,
    RECORDINGS,
    needs_games,
    needs_recordings,
    plays_in,
)
from support.vgdl_shrinking import shrunk
from support.vgdl_twins import ACTIONS, MismatchError, play_both, seen_in_game


def check(game: WrittenGame, actions: list[int], seed: int, met: Counter[str]) -> int:
    """Play by both streams; a play in which the engines differ is made small and told."""
    made = game.game()
    twin = CountingVgdl(made.description, made.map, met=met)
    try:
        return play_both(made, actions, seed, java=seed % 2 == 0, twin=twin)
    except MismatchError:

        def differs(game: WrittenGame, actions: list[int]) -> bool:
            try:
                play_both(game.game(), actions, seed, java=seed % 2 == 0)
            except MismatchError:
                return True
            return False

        game, actions = shrunk(game, actions, differs)
        print(f"{game}\nactions {actions}, seed {seed}")
        play_both(game.game(), actions, seed, java=seed % 2 == 0)
        raise


@pytest.fixture(scope="module")
def met() -> Counter[str]:
    """What three hundred games exercise, the engine held against the twin in all of them."""
    found: Counter[str] = Counter()
    for seed in range(300):
        chance = random.Random(seed)
        game = written_game(chance)
        found["ticks"] += check(game, written_actions(chance, 40), seed, found)
    return found


def test_generated_games_are_played_alike_and_use_every_word(met: Counter[str]) -> None:
    assert wanted() - set(met) == set()
    assert met["ticks"] > 3000


@given(written_games(), st.lists(st.integers(0, 5), max_size=20), st.integers(0, 1000))
@settings(max_examples=30, deadline=None)
def test_games_of_hypothesis_are_played_alike(
    game: WrittenGame, actions: list[int], seed: int
) -> None:
    play_both(game.game(), actions, seed, java=seed % 2 == 0)


def test_spoilt_games_are_played_alike() -> None:
    """Odd values and lines in odd places, wherever they still are a game."""
    played = 0
    for seed in range(200):
        chance = random.Random(seed)
        written = written_game(chance)
        try:
            description = read_description(spoilt(written.text, chance), "", "spoilt")
            game = vgdl_game(description, (written.level,))(written.level)
        except BabalabError:
            continue
        played += play_both(game, written_actions(chance, 10), seed, java=seed % 2 == 0) > 0
    assert played > 40


@pytest.mark.long
@pytest.mark.parametrize("part", range(20))
def test_thousands_of_games_are_played_alike(part: int) -> None:
    for seed in range(1000 * part, 1000 * (part + 1)):
        chance = random.Random(f"long {seed}")
        check(written_game(chance), written_actions(chance, 60), seed, Counter())


@needs_games
@pytest.mark.parametrize("file", GAMES, ids=lambda file: str(file.stem))
def test_shared_games_are_played_alike(file: Path) -> None:
    kind = game_in(file)
    for seed, level in enumerate(kind.levels()):
        actions = written_actions(random.Random(seed), 60)
        play_both(kind(level), actions, seed, java=False, most=500)


@needs_recordings
def test_recordings_use_every_word() -> None:
    found: Counter[str] = Counter()
    for file in RECORDINGS:
        kind = game_in(ARCADE / "games" / f"{file.name.partition('.')[0]}.txt")
        for number, play in enumerate(plays_in(file)):
            if number % 16:
                continue
            game = kind(kind.level_named(f"level-{play['level']}"))
            twin = CountingVgdl(game.description, game.map, 500, found)
            state, chance = twin.start(), JavaRandom(play["seed"])
            for letter, expected in zip(play["actions"], play["ticks"], strict=False):
                twin.advance(state, LETTERS[letter], chance)
                assert (state.score, state.winner) == (expected["s"], expected["w"])
    assert words_met(wanted()) - words_met(found) == set()


def test_equal_states_have_equal_keys_and_no_others() -> None:
    """Many short plays come to the same states by different ways."""
    met_again = 0
    for seed in range(25):
        chance = random.Random(seed)
        game = written_game(chance).game()
        keys: dict[str, bytes] = {}
        for text, key in _visited(game, chance):
            met_again += text in keys
            assert keys.setdefault(text, key) == key
        assert len(set(keys.values())) == len(keys)
    assert met_again > 100


def _visited(game: VgdlGame, chance: random.Random) -> Iterator[tuple[str, bytes]]:
    """What the twin says of states, all of it, and their keys."""
    for _ in range(12):
        twin = CountingVgdl(game.description, game.map, 60)
        try:
            state, plain = game.start(chance), twin.start()
            streams = JavaRandom(1), JavaRandom(1)
            for _ in range(4):
                action = chance.randrange(len(game.actions))
                twin.advance(plain, game.actions[action], streams[1])
                state = game.step(state, action, streams[0])
                yield repr(plain), game.key(state)
        except TooManySpritesError:
            return


def test_a_state_is_all_there_is() -> None:
    """Going on from a copy of the bytes, in another object of the game, is the same."""
    for seed in range(20):
        chance = random.Random(seed)
        written = written_game(chance)
        one, other = written.game(), written.game()
        state = one.start(chance)
        for action in written_actions(chance, 12):
            number = action % len(one.actions)
            twin_state = bytes(bytearray(state))
            if len(one.sprites(state)) > 200:
                break
            state = one.step(state, number, JavaRandom(action))
            again = other.step(twin_state, number, JavaRandom(action))
            assert again == state
            assert seen_in_game(other, again) == seen_in_game(one, state)


def test_copies_of_the_twins_states_go_their_own_way() -> None:
    different = 0
    for seed in range(20):
        chance = random.Random(seed)
        game = written_game(chance).game()
        twin = CountingVgdl(game.description, game.map)
        names = [ACTIONS[number] for number in written_actions(chance, 16)]
        try:
            state = twin.start()
            for name in names[:8]:
                twin.advance(state, name, JavaRandom(seed))
            copied, before = twin.copy(state), repr(state)
            assert repr(copied) == before
            for name in names[8:]:
                twin.advance(copied, name, JavaRandom(seed))
            assert repr(state) == before
            for name in names[8:]:
                twin.advance(state, name, JavaRandom(seed))
        except TooManySpritesError:
            continue
        assert repr(state) == repr(copied)
        different += repr(state) != before
    assert different > 5


def test_many_plays_at_once_are_so_many_plays() -> None:
    """The core's plays side by side, and a plain loop over the steps."""
    for seed in range(40):
        chance = random.Random(seed)
        game = written_game(chance).game()
        kinds = VgdlPlays, PlainPlays
        batch, plain = (kind([game], 3, seed=seed, restart=seed % 2 == 0) for kind in kinds)
        for _ in range(12):
            actions = np.array([chance.randrange(len(game.actions)) for _ in range(3)], np.uint8)
            marked = np.array([chance.random() < 0.8 for _ in range(3)])
            if max(len(game.sprites(state)) for state in plain.states) > 200:
                break
            for here, there in zip(
                batch.step(actions, marked), plain.step(actions, marked), strict=True
            ):
                assert np.array_equal(here, there)
            assert list(batch.states) == list(plain.states)
            for name in ("streams", "scores", "won", "lost", "ticks", "levels"):
                assert np.array_equal(getattr(batch, name), getattr(plain, name)), name
            for kind in ("grid", "features"):
                assert np.array_equal(batch.observe(kind), plain.observe(kind)), kind
            assert np.array_equal(batch.masks(), plain.masks())
        else:
            assert np.array_equal(batch.play_randomly(5), plain.play_randomly(5))
            assert list(batch.states) == list(plain.states)


def test_bytes_that_are_no_state_are_refused() -> None:
    game = written_game(random.Random(1)).game()
    start = game.start(random.Random(1))
    for wrong in (b"", start[:-1], start + b"\x00", bytes(10)):
        with pytest.raises(ValueError, match="not a state"):
            game.step(wrong, 0, random.Random(1))


def test_as_many_sprites_as_there_may_be() -> None:
    """Spawners that spawn each other without end: neither engine makes more, and both the same."""
    text = (
        "BasicGame\n SpriteSet\n  a > SpawnPoint stype=b\n  b > SpawnPoint stype=a\n"
        " LevelMapping\n  a > a\n InteractionSet\n TerminationSet\n"
    )
    level = GameLevel("only", "Aa")
    game = vgdl_game(read_description(text, "", "endless"), (level,))(level)
    play_both(game, [0] * 12, 1, java=False, most=20_000)
    chance = random.Random(1)
    state = game.start(chance)
    for _ in range(20):
        state = game.step(state, 0, chance)
    assert len(game.sprites(state)) == 10_000
