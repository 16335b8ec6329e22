"""Dead ends against the truth: of small levels we know all states, and which can still be won."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from babalab import Level, _core
from babalab.agents import Exhaustive
from babalab.game.batch import Batch, VisitedSet
from babalab.game.dead_end import DeadEnd
from babalab.levels import read_levels
from support.crowded import crowded_level
from support.shared import LEVELS, needs_levels
from support.small_levels import all_states, small_level

# Each level can be won, each play spoils it with its last move.
EXAMPLES = {
    DeadEnd.LOST: (
        """
        ______
        _.b.f_
        _B12._
        _...._
        _F13._
        ______
        """,
        "d",
    ),
    DeadEnd.NOTHING_WINS: (  # no word stands left of or above a corner
        """
        ________
        _.3b..._
        _..F1f._
        _......_
        _...B12_
        ________
        """,
        "l",
    ),
    DeadEnd.NOTHING_IS_YOU: (  # the only thing that could ever be; what moves by itself is left
        """
        __________
        _B12..F13_
        _........_
        _b.s...f._
        _k......._
        _K17..S14_
        __________
        """,
        "rr",
    ),
    DeadEnd.APART: (  # the one below dies, the one above goes on
        """
        ___________
        _W16.b.B12_
        _wwwwwwwww_
        _.sb.....f_
        _F13...S14_
        ___________
        """,
        "l",
    ),
    DeadEnd.ONE_IS: (  # the other one is at the border, where only one rule can go through it
        """
        ________
        _.1b..._
        _..F..f_
        _....3._
        _......_
        _.B12.._
        ________
        """,
        "l",
    ),
    DeadEnd.ADRIFT: (
        """
        ________
        _k....._
        _......_
        _.B12.F_
        _..b..1_
        _.f...3_
        _.K17.._
        ________
        """,
        "u",
    ),
    DeadEnd.CIRCLE: (  # what moves by itself pushes the IS, but to no end
        """
        ________
        _......_
        _k....._
        _.B12.F_
        _..b..1_
        _.f...3_
        _.K17.._
        ________
        """,
        "u",
    ),
}

THE_LAST_FLAG_SINKS = """
    __________
    _B12..F13_
    _........_
    _b.f.g..._
    _........_
    _F15..G10_
    __________
"""


THE_FLAG_IS_NOT_YET_WIN = """
    __________
    _B12...13_
    _.....F.._
    _b.f.g..._
    _........_
    _F15..G10_
    __________
"""


def verdicts(text: str, moves: str) -> list[DeadEnd]:
    """Of every state of a play, the first one included."""
    level = Level.parse("/".join(text.split()))
    batch = Batch(level)
    states = [level.start()]
    for move in moves:
        states.append(states[-1].play(move))
    return [DeadEnd(int(why)) for why in batch.dead_ends(batch.pack(states))]


@pytest.mark.parametrize("why", EXAMPLES)
def test_an_example_of_each(why: DeadEnd) -> None:
    text, moves = EXAMPLES[why]
    *before, last = verdicts(text, moves)
    assert set(before) == {DeadEnd.NONE}
    assert last is why


def test_there_is_an_example_of_each() -> None:
    assert {*EXAMPLES, DeadEnd.NONE} == set(DeadEnd)


def test_both_languages_use_the_same_names() -> None:
    assert [why.name.lower() for why in DeadEnd] == list(_core.DEAD_END_NAMES)
    assert all(why.meaning for why in DeadEnd)


def test_things_can_be_missing_too() -> None:
    assert verdicts(THE_LAST_FLAG_SINKS, "rrr")[-2:] == [DeadEnd.NONE, DeadEnd.NOTHING_WINS]


def test_a_won_state_is_no_dead_end() -> None:
    assert verdicts("_____/_b.f_/_B12_/_F13_/_____", "rr")[-1] is DeadEnd.NONE


def test_dead_ends_of_another_level_are_refused() -> None:
    one, other = (Batch(Level.parse(f"____/_b{c}_/____")) for c in "fk")
    with pytest.raises(ValueError, match="another level"):
        one._core.dead_ends(other._dead_ends, one.start(), 1)


# Walls that give way in the end, each in its own way, and other ways out easily overlooked.
WAYS_OUT = {
    "burns itself": """
        ____________
        _W16wW18W19_
        _b..w....f._
        _B12w...F13_
        ____________
        """,
    "turns into something else": """
        ____________
        _W16..w.F13_
        _1....w...._
        _.Kb..w...f_
        _.....w.B12_
        ____________
        """,
    "moves away": """
        ____________
        _W16..w.F13_
        _.....w...._
        _W1.7bw...f_
        _.....w.B12_
        ____________
        """,
    "becomes YOU": """
        ____________
        _W16..w.F13_
        _.....w...._
        _W1.2bw...f_
        _.....w.B12_
        ____________
        """,
    "is no longer STOP": """
        ___________
        ___..w.F13_
        _W16.w...._
        _..b.w...f_
        _....w.B12_
        ___________
        """,
    # A keke turned wall dies twice, as KILL and as SINK: the last wall leaves the kin in its place.
    "leaves the kin for another": """
        _____________
        _W16W14w.F13_
        _W.....w...._
        _1.b...w...f_
        _0.W.bbwa..._
        _K1...k_aB12_
        _____________
        """,
    "someone else becomes YOU elsewhere": """
        ______________
        _B12..._....._
        _K1.2b._F1.3k_
        _......_...f._
        ______________
        """,
    "someone moves by himself elsewhere": """
        _______________
        _B12..._......_
        _K1.7bf_k.F.13_
        _......_......_
        _______________
        """,
    "two rules cross in one IS": """
        ________
        _..F..f_
        _.B12.._
        _...3b._
        _......_
        ________
        """,
    "what moves by itself turns round": """
        ________
        _...K17_
        _....Bk_
        _1....._
        _2.b..f_
        _...F13_
        ________
        """,
    "a flag is made": """
        _________
        _B12.F13_
        _......._
        _K1.Fb.k_
        _________
        """,
}


@pytest.mark.parametrize("how", WAYS_OUT)
def test_no_way_out_is_overlooked(how: str) -> None:
    line = "/".join(WAYS_OUT[how].split())
    solution = Exhaustive().solve(Level.parse(line)).solution
    assert solution is not None
    assert set(verdicts(line, solution)) == {DeadEnd.NONE}


def test_what_is_remembered_of_other_states_is_not_confused() -> None:
    """Verdicts are kept by the words' cells, so these are the same but for the flag."""
    level = Level.parse("/".join(THE_FLAG_IS_NOT_YET_WIN.split()))
    start = level.start()
    batch = Batch(level)
    states = batch.pack([start.play("rrr"), start, start.play("rrr")])
    spoilt, fine = DeadEnd.NOTHING_WINS, DeadEnd.NONE
    assert list(batch.dead_ends(states)) == [spoilt, fine, spoilt]


def test_nor_of_other_levels() -> None:
    """Only the borders of these differ: in the second the corner can be left."""
    closed = "________/_3....._/_..F1f._/_.b...._/_...B12_/________"
    opened = "________/.3....._/...F1f._/..b...._/_...B12_/________"
    assert verdicts(closed, "s") == [DeadEnd.NOTHING_WINS] * 2
    solution = Exhaustive().solve(Level.parse(opened)).solution
    assert solution is not None
    assert set(verdicts(opened, solution)) == {DeadEnd.NONE}


def check_sound(lines: list[str], most: int) -> Counter[DeadEnd | str]:
    """Fail on any state called a dead end that can be won; count what was found and what missed."""
    seen: Counter[DeadEnd | str] = Counter()
    for line in lines:
        play = all_states(line, most)
        if play is None:
            continue
        why = play.batch.dead_ends(play.states)
        wrong = play.winnable & (why != DeadEnd.NONE)
        if wrong.any():
            picture = play.batch.state(play.states[wrong.argmax()]).picture
            pytest.fail(f"{line}\n{picture}\nis called {DeadEnd(int(why[wrong.argmax()])).name}")
        seen["levels"] += 1
        seen["solvable"] += bool(play.winnable[0])
        seen["winnable"] += int(play.winnable.sum())
        seen["dead"] += int((~play.winnable).sum())
        for each in DeadEnd:
            seen[each] += int((why == each).sum())
        if play.winnable[0]:
            seen["spoilt"] += int((~play.winnable).sum())
            seen["found spoilt"] += int((why != DeadEnd.NONE).sum())
    return seen


@pytest.mark.parametrize("first", range(0, 2000, 500))
def test_nothing_that_can_be_won_is_called_a_dead_end(first: int) -> None:
    lines = [small_level(random.Random(seed)) for seed in range(first, first + 500)]
    seen = check_sound(lines, 1000)
    assert seen["levels"] > 300
    assert seen["solvable"] > 50
    assert seen["found spoilt"] > 0.3 * seen["spoilt"]


def check_winning_plays(levels: range) -> int:
    """Play at random where there are too many states to know; what was won was no dead end."""
    checked = 0
    for seed in levels:
        batch = Batch(Level(crowded_level(random.Random(seed))))
        plays = batch.rollout(batch.start(128), 40, seed)
        for play in plays.won.nonzero()[0][:10]:
            states = batch.start()
            for action in plays.actions[play, : plays.lengths[play]]:
                why = DeadEnd(int(batch.dead_ends(states)[0]))
                assert why is DeadEnd.NONE, (batch.level.map, plays.moves(play))
                states = batch.step(states, [action])
                checked += 1
    return checked


def test_nor_on_the_way_to_a_win_in_crowded_levels() -> None:
    assert check_winning_plays(range(1500)) > 3000


@needs_levels
def test_nor_in_a_published_solution() -> None:
    for level in read_levels(LEVELS / "full_biy.json"):
        batch = Batch(level)
        states = [level.start()]
        for move in level.solution:
            states.append(states[-1].play(move))
            if states[-1].won:
                why = batch.dead_ends(batch.pack(states))
                assert not why.any(), level.id
                break


@pytest.mark.long
def test_nothing_is_called_a_dead_end_wrongly_in_very_many_levels() -> None:
    total: Counter[DeadEnd | str] = Counter()
    for first in range(10_000, 50_000, 1000):
        lines = [small_level(random.Random(seed)) for seed in range(first, first + 1000)]
        total += check_sound(lines, 4000)
    print({str(key): count for key, count in total.items()})
    assert total["found spoilt"] > 0.4 * total["spoilt"]
    assert all(total[why] > 0 for why in DeadEnd)
    assert check_winning_plays(range(10_000, 40_000)) > 50_000


def test_pruning_leaves_out_just_the_dead_ends() -> None:
    batch = Batch(Level.parse("/".join(EXAMPLES[DeadEnd.NOTHING_WINS][0].split())))
    whole, pruned = VisitedSet(), VisitedSet()
    states = batch.start()
    found: Counter[DeadEnd] = Counter()
    for _ in range(8):
        plain = batch.expand_unseen(states, whole)
        some = batch.expand_unseen(states, pruned, prune=True)
        why = batch.dead_ends(plain.children)
        keep = why == DeadEnd.NONE
        np.testing.assert_array_equal(some.children, plain.children[keep])
        np.testing.assert_array_equal(some.parents, plain.parents[keep])
        np.testing.assert_array_equal(some.actions, plain.actions[keep])
        np.testing.assert_array_equal(some.won, plain.won[keep])
        assert (some.dropped, plain.dead_ends) == (plain.dropped, {})
        assert some.dead_ends == Counter(DeadEnd(int(one)) for one in why[~keep])
        found.update(some.dead_ends)
        states = some.children
    assert found[DeadEnd.NOTHING_WINS] > 10


def test_any_number_of_threads_finds_the_same() -> None:
    level = Level.parse("/".join(EXAMPLES[DeadEnd.CIRCLE][0].split()))
    alone, three = Batch(level), Batch(level, threads=3)
    visited = VisitedSet()
    layers = [alone.start()]
    for _ in range(16):
        layers.append(alone.expand_unseen(layers[-1], visited).children)
    states = np.concatenate(layers)
    assert len(states) > 1000
    np.testing.assert_array_equal(alone.dead_ends(states), three.dead_ends(states))
    here = alone.expand_unseen(states, VisitedSet(), prune=True)
    there = three.expand_unseen(states, VisitedSet(), prune=True)
    np.testing.assert_array_equal(here.children, there.children)
    assert here.dead_ends == there.dead_ends
