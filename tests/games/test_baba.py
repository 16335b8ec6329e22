"""Baba as a game: the same play as through `State`, and levels from anywhere."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab.base.errors import BabalabError
from babalab.game.action import Action, parse_moves
from babalab.game.batch import Batch, Stop
from babalab.game.errors import LevelError
from babalab.game.level import Level
from babalab.games import Baba, GameError, GameLevel
from babalab.levels import handmade_packs, load_level
from support.strategies import level_rows

NOTHING = random.Random(0)


def test_actions_are_numbered_as_everywhere() -> None:
    assert [Action[name.upper()] for name in Baba.actions] == list(Action)


def test_levels_get_harder_and_can_be_won() -> None:
    lengths = []
    for each in Baba.levels():
        level = load_level(each.name)
        game = Baba(each)
        state = game.start(NOTHING)
        for action in parse_moves(level.solution):
            assert not game.over(state)
            state = game.step(state, action, NOTHING)
        assert game.won(state)
        lengths.append(len(level.solution))
    assert len(lengths) >= 10
    assert lengths == sorted(lengths)
    assert lengths[-1] <= Baba.ticks


@settings(max_examples=50, deadline=None)
@given(
    level_rows(), st.lists(st.integers(0, 4), max_size=12), st.sampled_from(["lost", "helpless"])
)
def test_plans_end_where_states_do(rows: list[str], plan: list[int], stop: Stop) -> None:
    level = Level(tuple(rows))
    game, batch = Baba.of(level, stop), Batch(level)
    state, made = level.start(), 0

    def over() -> bool:
        return state.won or (state.lost if stop == "lost" else state.helpless)

    for action in plan:
        if over():
            break
        state, made = state.step(action), made + 1
    plans = np.array([plan], np.uint8).reshape(1, len(plan))
    ends = game.play_plans(game.start(NOTHING), plans, NOTHING)
    assert batch.state(ends.states[0]) == state
    assert ends.lengths.tolist() == [made]
    assert ends.won.tolist() == [state.won]
    assert ends.lost.tolist() == [over() and not state.won]
    assert int.from_bytes(game.key(ends.states[0]), "little") == state.hash
    assert game.picture(ends.states[0]) == state.picture


def test_random_plays_are_those_of_a_batch() -> None:
    """One number of the stream is the seed: the agents' plays stay what they were."""
    level = load_level("mastery/rush-hour")
    for stop in ("lost", "helpless"):
        game, batch = Baba.of(level, stop), Batch(level)  # type: ignore[arg-type]
        ends = game.play_randomly(batch.start(7), 60, random.Random(5))  # type: ignore[arg-type]
        plays = batch.rollout(batch.start(7), 60, random.Random(5).getrandbits(63), stop=stop)  # type: ignore[arg-type]
        assert (np.asarray(ends.states) == plays.states).all()
        assert (ends.lengths == plays.lengths).all()
        assert (ends.actions == plays.actions).all()
        assert (ends.won == plays.won).all()
        (one,) = game.play_randomly([batch.start()[0]], 60, random.Random(5)).states
        assert (one == plays.states[0]).all()


def test_attraction_is_what_its_formula_says_to_the_last_bit() -> None:
    for pack in handmade_packs():
        for level in pack.levels:
            batch = Batch(level)
            states = batch.rollout(batch.start(30), 40, 7).states
            distances = np.nan_to_num(batch.average_distances(states), nan=10.0)
            expected = 3 / np.maximum(distances.sum(axis=1), 1e-9)
            assert (batch.attraction(states) == expected).all()


def test_attraction_by_hand() -> None:
    """Baba is 3 from the flag and so far from the six words; nothing is PUSH, so 10."""
    level = Level.parse("______/_b..f_/_B12._/_F13._/______")
    words = [(2, x) for x in (1, 2, 3)] + [(3, x) for x in (1, 2, 3)]
    mean = sum(abs(y - 1) + abs(x - 1) for y, x in words) / len(words)
    game = Baba.of(level)
    assert game.score(game.start(NOTHING)) == pytest.approx(3 / (3 + mean + 10))


def test_levels_from_anywhere(tmp_path: Path) -> None:
    assert Baba.level_named("1") == Baba.levels()[0]
    assert Baba(Baba.level_named("grammar/relay")).batch.level == load_level("grammar/relay")
    text = "______/_b..f_/_B12._/_F13._/______"
    assert Baba(Baba.level_named(text)).batch.level.line == text
    file = tmp_path / "mine.txt"
    file.write_text(f"# id: first\n{text}\n\n# name: Second\n{text}\n\n{text}\n", encoding="utf-8")
    levels = Baba.read_levels(file.read_text(encoding="utf-8"), "mine.txt")
    assert [level.name for level in levels] == ["first", "Second", "3"]
    assert all(Baba(level).batch.level.line == text for level in levels)


def test_levels_from_nowhere() -> None:
    with pytest.raises(GameError, match="a number from 1 to"):
        Baba.level_named("99")
    with pytest.raises(BabalabError, match="did you mean"):
        Baba.level_named("grammer/relay")
    with pytest.raises(LevelError, match=r"mine.txt:2:2: .*'%'"):
        Baba.read_levels("____\n_%b_\n____\n", "mine.txt")
    with pytest.raises(LevelError, match="'%'"):
        Baba(GameLevel("mine", "____\n_%b_\n____\n"))


def test_bad_plans_are_refused() -> None:
    batch = Batch(load_level("first-steps/across"))
    plans = np.array([[0, 1], [5, 0]], np.uint8)
    with pytest.raises(ValueError, match=r"plans\[1, 0\] is not a number from 0 to 4"):
        batch.play_plans(batch.start()[0], plans)
    with pytest.raises(ValueError, match="one state"):
        batch.play_plans(batch.start(2), plans[:1])
    with pytest.raises(ValueError, match="bytes"):
        batch.play_plans(batch.start()[0][:-1], plans[:1])


def test_no_states_are_no_plays() -> None:
    game = Baba(Baba.levels()[0])
    ends = game.play_randomly([], 5, random.Random(0))
    assert (len(ends.states), ends.calls, ends.actions.shape) == (0, 0, (0, 5))
