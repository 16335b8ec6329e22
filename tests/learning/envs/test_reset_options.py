"""The options of `reset` that say where an episode begins."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab import BabalabError, Level, load_level, load_levels
from support.learning import assert_alike

pytest.importorskip("gymnasium", reason="the extra babalab[learn] is not installed")

import gymnasium

from babalab.learning import (
    BabaEnv,
    BabaVectorEnv,
    Curriculum,
    GameEnv,
    GameVectorEnv,
    GeneratedLevels,
    LearningError,
    StableEnv,
)

OWN = load_levels("first-steps")
ACROSS = load_level("first-steps/across")
GUESTS = load_levels("grammar")
WALK = "_____/_b.f_/_B12_/_F13_/_____"


def level_of(env: BabaEnv, info: dict[str, Any]) -> Level:
    return env.levels[info["level"]]


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (GUESTS[3], GUESTS[3]),
        (f"grammar/{GUESTS[2].id}", GUESTS[2]),
        (WALK, Level.parse(WALK)),
        (WALK.replace("/", "\n"), Level.parse(WALK)),
        (4, OWN[4]),
        (np.int64(4), OWN[4]),
        (OWN[4].id, OWN[4]),
        (OWN[4].name, OWN[4]),
        ("first-steps/across", ACROSS),
    ],
    ids=["level", "address", "map", "lines", "index", "numpy", "id", "name", "own address"],
)
def test_a_level_given_in_any_way(wanted: Any, expected: Level) -> None:
    env = BabaEnv(OWN, observation="ascii")
    alone = BabaEnv(expected, observation="ascii")
    seen, info = env.reset(seed=1, options={"level": wanted})
    assert level_of(env, info) == expected
    assert_alike(seen, alone.reset()[0])
    for action in (3, 1, 3, 0, 2):
        here, there = env.step(action), alone.step(action)
        assert_alike(here[:4], there[:4])
        if here[2]:
            break


def test_a_level_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.txt"
    file.write_text(WALK.replace("/", "\n") + "\n")
    env = BabaEnv("first-steps")
    for wanted in (file, str(file)):
        _, info = env.reset(options={"level": wanted})
        assert level_of(env, info) == Level.parse(WALK)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"level": "first-steps"}, "holds 10 levels, and one is expected"),
        ({"level": "first-steps/acros"}, "did you mean 'across'"),
        ({"level": "____/_q._/____"}, "'q'"),
        ({"level": 10}, "no level 10; levels count from 0 to 9"),
        ({"level": -1}, "no level -1"),
        ({"level": True}, "must be a level, its address, its map or its index, not bool"),
        ({"level": 0.5}, "not float"),
        ({"level": None}, "not NoneType"),
        ({"level": Level.parse("_" * 30 + "/" + "_b" + "." * 27 + "_/" + "_" * 30)}, "3 x 30"),
        ({"level": 0, "start": 0}, "a start or a level, not both"),
        ({"levle": 0}, "no option 'levle'; did you mean 'level'"),
        ({"start": True}, "no start True"),
    ],
)
def test_what_is_wrong_is_said_and_changes_nothing(options: dict[str, Any], words: str) -> None:
    env, untouched = (BabaEnv(OWN, observation="ascii") for _ in range(2))
    env.reset(seed=3)
    untouched.reset(seed=3)
    with pytest.raises(BabalabError, match=words):
        env.reset(seed=8, options=options)
    for _ in range(30):
        here, there = env.step(3), untouched.step(3)
        assert_alike(here, there)
        if here[2] or here[3]:
            assert_alike(env.reset(), untouched.reset())


def test_every_slot_its_own_level() -> None:
    env = BabaVectorEnv(OWN, 3, observation="ascii")
    _, info = env.reset(options={"level": [GUESTS[0], "across", 2]})
    assert [env.levels[level] for level in info["level"]] == [GUESTS[0], ACROSS, OWN[2]]
    mask = np.array([False, True, False])
    _, info = env.reset(options={"level": GUESTS[1], "reset_mask": mask})
    assert [env.slots.state(slot).level for slot in range(3)] == [GUESTS[0], GUESTS[1], OWN[2]]
    _, info = env.reset(options={"level": WALK})
    assert {env.levels[level] for level in info["level"]} == {Level.parse(WALK)}


def test_levels_from_elsewhere_leave_nothing_behind() -> None:
    """They are neither drawn nor heaped up, and the episodes of other slots go on."""
    env = BabaVectorEnv(OWN, 2, observation="ascii", max_steps=5)
    untouched = BabaVectorEnv(OWN, 2, observation="ascii", max_steps=5)
    env.reset(seed=1)
    untouched.reset(seed=1)
    second = np.array([False, True])
    for guest in GUESTS:
        env.reset(options={"level": guest, "reset_mask": second})
        assert len(env.levels) <= len(OWN) + 2
        assert env.slots.state(1).level == guest
        untouched.reset(options={"reset_mask": second})
        here, there = (each.step(np.array([3, 4])) for each in (env, untouched))
        assert here[0][0].tolist() == there[0][0].tolist()
        assert here[1][0] == there[1][0]
    assert sum(env.slots.table.weights[len(OWN) :]) == 0
    drawn = {int(env.reset()[1]["level"][slot]) for _ in range(50) for slot in range(2)}
    assert drawn <= set(range(len(OWN)))


def test_counts_of_episodes_stay() -> None:
    env = BabaVectorEnv(ACROSS, 2, observation="ascii")
    env.reset()
    for _ in range(4):
        env.step(np.array([3, 3]))
    env.reset(options={"level": GUESTS[0]})
    episodes, wins = env.take_statistics()
    assert (episodes[0], wins[0]) == (2, 2)


def test_a_source_hears_only_of_its_own_levels() -> None:
    def corridor(chance: np.random.Generator) -> Level:
        way = "b" + "." * int(chance.integers(3)) + "f"
        return Level.parse(f"_____________/_{way.ljust(11, '.')}_/_B12.....F13_/_____________")

    for source in (GeneratedLevels(corridor, 4, lifetime=4), Curriculum(OWN)):
        env = BabaVectorEnv(source, 3, observation="ascii", max_steps=8)
        env.reset(seed=0)
        for _ in range(6):
            _, info = env.reset(options={"level": [GUESTS[0], ACROSS, GUESTS[1]]})
            assert [env.levels[level] for level in info["level"]] == [GUESTS[0], ACROSS, GUESTS[1]]
            for _ in range(9):
                env.step(np.array([3, 3, 3]))
            env.refresh()
            assert env.levels[: len(source.levels)] == list(source.levels)


def test_saved_and_restored_in_a_level_from_elsewhere() -> None:
    env = BabaVectorEnv(OWN, 3, observation="ascii")
    env.reset(seed=2, options={"level": [GUESTS[0], 0, WALK]})
    env.step(np.array([3, 3, 3]))
    saved = env.save()
    actions = np.random.default_rng(0).integers(0, 5, (40, 3))
    expected = [env.step(each) for each in actions]
    other = BabaVectorEnv(OWN, 3, observation="ascii")
    for again in (other, env):
        again.restore(saved)
        assert again.save() == saved
        assert_alike([again.step(each) for each in actions], expected)


def test_for_stable_baselines() -> None:
    env = StableEnv("first-steps", 3, observation="ascii")
    env.set_options([{"level": WALK}, {}, {"level": GUESTS[1]}])
    env.reset()
    levels = [env.slots.state(slot).level for slot in range(3)]
    assert levels[0] == Level.parse(WALK)
    assert levels[1] in OWN
    assert levels[2] == GUESTS[1]


def test_levels_of_any_game() -> None:
    env = GameEnv("fireflies")
    first, second = env.slots.levels[:2]
    for wanted in (second, second.name, 1, np.int64(1)):
        assert env.reset(options={"level": wanted})[1]["level"] == 1
    several = GameVectorEnv("fireflies", num_envs=2)
    assert several.reset(options={"level": [first.name, second]})[1]["level"].tolist() == [0, 1]
    assert several.reset(options={"level": second.name})[1]["level"].tolist() == [1, 1]
    with pytest.raises(LearningError, match=f"did you mean '{second.name}'"):
        env.reset(options={"level": second.name[:-1]})
    with pytest.raises(LearningError, match="a level, its name or its index, not float"):
        env.reset(options={"level": 1.0})


def test_gymnasium_checks_it() -> None:
    from gymnasium.utils.env_checker import check_env

    env = gymnasium.make("babalab.learning:babalab/Baba-v0", observation="ascii")
    env.reset(options={"level": WALK})
    check_env(env.unwrapped, skip_render_check=True)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 30), st.integers(0, 4)), max_size=25))
def test_any_order_of_resets_and_steps(plays: list[tuple[int, int, int]]) -> None:
    """Each slot plays what it was last told to, as an environment of that level alone does."""
    everything = OWN + GUESTS
    env = BabaVectorEnv(OWN, 3, observation="ascii", autoreset_mode="Disabled")
    _, info = env.reset(seed=0)
    states = [env.slots.state(slot) for slot in range(3)]
    for slot, number, action in plays:
        level = everything[number % len(everything)]
        mask = np.arange(3) == slot
        env.reset(options={"reset_mask": mask, "level": level})
        states[slot] = level.start()
        _, _, terminated, _, info = env.step(np.full(3, action))
        states = [state.step(action) for state in states]
        for place in range(3):
            assert env.slots.state(place).row == states[place].row
            assert env.levels[info["level"][place]] == states[place].level
        if terminated.any():
            env.reset(options={"reset_mask": terminated})
            for place in np.flatnonzero(terminated).tolist():
                states[place] = env.slots.state(place)
