"""Many plays at once: as one after the other, whatever their number."""

from __future__ import annotations

import random
from threading import Barrier, Thread
from typing import Any

import numpy as np
import pytest

from babalab.base.random_streams import SplitRandom, draw_below, draw_numbers, make_streams
from babalab.games import Baba, Fireflies, Game, GameError, Sokoban
from babalab.games.layout import Layout, merge_layouts
from babalab.games.plays import PlainPlays, Plays
from babalab.games.vgdl.plays import VgdlPlays
from babalab.games.vgdl.streams import SplitStream
from support.orchard import Orchard
from support.vgdl_small import small

STEPS = 40


def orchards() -> list[Any]:
    return [Orchard(level) for level in Orchard.levels()]


def fireflies() -> list[Any]:
    return [Fireflies(level) for level in Fireflies.levels()[:3]]


def told(plays: Plays[Any], kind: str) -> list[Any]:
    """All about plays, to be compared."""
    games = [plays.game(play) for play in range(plays.count)]
    keys = [game.key(state) for game, state in zip(games, plays.states, strict=True)]
    arrays = (plays.levels, plays.scores, plays.won, plays.lost, plays.ticks, plays.streams)
    seen = plays.observe(kind)
    return [keys, *(each.tolist() for each in arrays), plays.masks().tolist(), seen.tobytes()]


def chosen(plays: Plays[Any], chance: np.random.Generator) -> Any:
    return chance.integers(0, len(plays.actions), plays.count).astype(np.uint8)


@pytest.mark.parametrize("restart", [False, True])
def test_a_play_is_the_game_stepped_with_the_plays_stream(restart: bool) -> None:
    """Held against loops over `Game.step`, over the ends of plays and what begins after them."""
    games, count = orchards(), 12
    plays = VgdlPlays(games, count, seed=5, restart=restart)
    chances = [SplitRandom(int(stream)) for stream in make_streams(5, count)]
    on = [games[chance.below(2)] for chance in chances]
    states = [game.start(chance) for game, chance in zip(on, chances, strict=True)]
    choices = np.random.default_rng(1)
    ends = 0
    for _ in range(STEPS):
        actions = chosen(plays, choices)
        rewards, won, lost = plays.step(actions)
        for play, (chance, action) in enumerate(zip(chances, actions.tolist(), strict=True)):
            game, before = on[play], states[play]
            states[play] = game.step(before, action, chance) if not game.over(before) else before
            assert rewards[play] == game.score(states[play]) - game.score(before)
            assert won[play] == game.won(states[play])
            assert lost[play] == game.lost(states[play])
            if game.over(states[play]):
                ends += 1
                if restart:
                    on[play] = games[chance.below(2)]
                    states[play] = on[play].start(chance)
            game = on[play]
            assert plays.game(play) is game
            assert plays.state(play) == states[play]
            assert plays.ticks[play] == game.tick(states[play])
            assert plays.masks()[play].nonzero()[0].tolist() == list(
                game.legal_actions(states[play])
            )
    assert ends > count / 2


def test_native_and_plain_plays_agree() -> None:
    for kind in Orchard.observations:
        both = [maker(orchards(), 9, seed=3, restart=True) for maker in (VgdlPlays, PlainPlays)]
        choices = np.random.default_rng(2)
        for step in range(STEPS):
            actions = chosen(both[0], choices)
            marked = np.arange(9) % 3 != step % 3
            results = [plays.step(actions, marked) for plays in both]
            for mine, theirs in zip(*results, strict=True):
                np.testing.assert_array_equal(mine, theirs)
            assert told(both[0], kind) == told(both[1], kind)
        lengths = [plays.play_randomly(30).tolist() for plays in both]
        assert lengths[0] == lengths[1]
        assert told(both[0], kind) == told(both[1], kind)


@pytest.mark.parametrize(
    ("maker", "games"), [(VgdlPlays, orchards), (PlainPlays, fireflies)], ids=["vgdl", "plain"]
)
def test_a_play_is_the_same_among_few_and_many(maker: Any, games: Any) -> None:
    kind = games()[0].observations[-1]
    few, many = (maker(games(), count, seed=9, restart=True) for count in (3, 11))
    choices = np.random.default_rng(0)
    for _ in range(STEPS):
        actions = chosen(many, choices)
        few.step(actions[:3])
        many.step(actions)
        for mine, theirs in zip(told(few, kind)[:6], told(many, kind)[:6], strict=True):
            assert mine == theirs[:3]


def test_any_number_of_threads_plays_the_same() -> None:
    ends = []
    for threads in (1, 2, 3):
        plays = VgdlPlays(orchards(), 40, seed=6, restart=True, threads=threads)
        choices = np.random.default_rng(3)
        for _ in range(STEPS):
            plays.step(chosen(plays, choices))
        plays.play_randomly(10)
        ends.append(told(plays, "features"))
    assert ends[0] == ends[1] == ends[2]


def test_threads_of_pythons_wait_for_each_other() -> None:
    """The core lets go of the interpreter's lock, and two steps of a play at once spoil it."""
    game = small("hen > RandomNPC", "A.h..", "h > hen").game
    plays, ready = VgdlPlays([game], 100, seed=3), Barrier(2)

    def play() -> None:
        ready.wait()
        for _ in range(10):
            plays.play_randomly(100)

    threads = [Thread(target=play) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    alone = VgdlPlays([game], 100, seed=3)
    alone.play_randomly(2000)
    assert told(plays, "grid") == told(alone, "grid")


def test_seeds_give_plays_again_and_others_give_others() -> None:
    ends = []
    for seed in (1, 1, 2):
        plays = VgdlPlays(orchards(), 20, seed=seed)
        plays.play_randomly(25)
        ends.append(told(plays, "grid"))
    assert ends[0] == ends[1]
    assert ends[0] != ends[2]
    plays.seed(1)
    plays.begin()
    plays.play_randomly(25)
    assert told(plays, "grid") == ends[0]


def test_random_plays_draw_the_action_and_then_the_step() -> None:
    game = fireflies()[0]
    plays = PlainPlays([game], 1, seed=4)
    lengths = plays.play_randomly(20)
    chance = SplitRandom(int(make_streams(4, 1)[0]))
    state, made = game.start(chance), 0
    while made < 20 and not game.over(state):
        state = game.step(state, chance.below(len(game.actions)), chance)
        made += 1
    assert plays.state(0) == state
    assert lengths.tolist() == [made]


@pytest.mark.parametrize("kind", [Baba, Fireflies, Sokoban])
def test_pictures_are_what_is_seen(kind: type[Game[Any]]) -> None:
    game = kind(kind.levels()[0])
    state = game.start(random.Random(0))
    seen = game.observe(state, "picture")
    lines = ["".join(map(chr, row)).rstrip("\0") for row in seen]
    assert "\n".join(lines) == game.picture(state)
    assert seen.shape == game.layout("picture").shape


def test_smaller_levels_are_seen_at_the_beginning() -> None:
    plays = VgdlPlays(orchards(), 8, seed=1)
    assert set(plays.levels.tolist()) == {0, 1}
    for kind in ("grid", "picture"):
        layout = plays.layout(kind)
        seen = plays.observe(kind, np.full((8, *layout.shape), 7, layout.type))
        for play in range(8):
            alone = plays.game(play).observe(plays.state(play), kind)
            corner = tuple(slice(side) for side in alone.shape)
            np.testing.assert_array_equal(seen[play][corner], alone)
            assert int(seen[play].astype(int).sum()) == int(alone.astype(int).sum())


def test_only_marked_plays_are_looked_at() -> None:
    plays = VgdlPlays(orchards(), 4)
    seen = plays.observe("features", np.full((4, *plays.layout("features").shape), 9, np.float32),
                         np.array([True, False, True, False]))  # fmt: skip
    assert (seen[1::2] == 9).all()
    np.testing.assert_array_equal(seen[::2], plays.observe("features")[::2])


def test_layouts_that_hold_several() -> None:
    flat = np.dtype(np.uint8)
    both = merge_layouts([Layout((2, 5), flat, 0, 1), Layout((3, 4), flat, 0, 9)])
    assert both == Layout((3, 5), flat, 0, 9)


def test_streams_are_the_cores() -> None:
    """SplitMix64 in three versions, one of them the plain stream of the engine."""
    ours, plain = SplitRandom(11), SplitStream(11)
    states = np.array([11], np.uint64)
    for _ in range(20):
        drawn = plain.next()
        assert ours.getrandbits(64) == drawn == int(draw_numbers(states)[0])
        bound = drawn % 7 + 1
        assert ours.below(bound) == plain.below(bound) == int(draw_below(states, bound)[0])
    assert int(states[0]) == ours.state == plain.state
    first = SplitRandom(3)
    assert make_streams(3, 4).tolist() == [first.next() for _ in range(4)]


def test_a_split_generator_is_a_generator() -> None:
    chance = SplitRandom(1)
    drawn = [chance.randrange(6) for _ in range(6000)]
    assert min(np.bincount(drawn)) > 850
    state = chance.getstate()
    again = [chance.random() for _ in range(3)]
    chance.setstate(state)
    assert [chance.random() for _ in range(3)] == again
    assert all(0 <= number < 1 for number in again)
    assert max(chance.getrandbits(3) for _ in range(99)) == 7
    assert chance.getrandbits(100).bit_length() > 64
    first, again = SplitRandom(5), SplitRandom(5)
    assert first.getrandbits(9) == again.next() >> 55  # the highest bits, as the core's


def test_what_makes_no_sense_is_refused() -> None:
    games = orchards()
    with pytest.raises(GameError, match="at least one level"):
        VgdlPlays([], 3)
    with pytest.raises(GameError, match="at least 1 play"):
        VgdlPlays(games, 0)
    with pytest.raises(GameError, match="at least 1 thread"):
        VgdlPlays(games, 1, threads=0)
    plays = VgdlPlays(games, 3)
    with pytest.raises(GameError, match="no observation 'smell'; it has 'grid'"):
        plays.observe("smell")
    with pytest.raises(GameError, match="out must have the shape"):
        plays.observe("grid", np.zeros((3, 2), np.uint8))


WRONG_NUMBERS = ([0, 1, 9], [0, -1, 0], [0, 1], [0.0, 1.0, 0.0], [0, np.nan, 0], [True] * 3, "010")


@pytest.mark.parametrize("make", [VgdlPlays, PlainPlays])
@pytest.mark.parametrize("wrong", WRONG_NUMBERS)
def test_actions_and_levels_are_whole_numbers(make: Any, wrong: Any) -> None:
    plays = make(orchards(), 3)
    before = list(plays.states)
    with pytest.raises(GameError, match="actions"):
        plays.step(np.array(wrong))
    with pytest.raises(GameError, match="levels must be 3 whole numbers below 2"):
        plays.begin(levels=np.array(wrong))
    assert list(plays.states) == before


@pytest.mark.parametrize("make", [VgdlPlays, PlainPlays])
@pytest.mark.parametrize("wrong", [[True, False], [1, 0, 1], [[True] * 3]])
def test_marks_are_of_every_play(make: Any, wrong: Any) -> None:
    plays = make(orchards(), 3)
    for call in (plays.begin, lambda marks: plays.step(np.zeros(3, int), marks)):
        with pytest.raises(GameError, match="marks must be 3 of bool"):
            call(np.array(wrong))


@pytest.mark.parametrize("make", [VgdlPlays, PlainPlays])
def test_levels_of_plays_can_only_be_read(make: Any) -> None:
    plays = make(orchards(), 3)
    with pytest.raises(ValueError, match="read-only"):
        plays.levels[:] = 10**9
