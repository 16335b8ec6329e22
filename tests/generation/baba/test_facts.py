"""Facts about levels: hand-made levels on both sides of each."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from babalab.game.level import Level
from babalab.game.story import tell
from babalab.generation import Dice, random_level
from babalab.generation.baba import facts as facts_module
from babalab.generation.baba.facts import (
    count_rule_changes,
    find_solution,
    inspect_start,
    is_trivial,
    prove_or_shorten,
    prove_shortest,
)
from support.program import MAP, UNSOLVABLE
from support.removal import shortest_length, wins_in_reference


@pytest.mark.parametrize(
    ("line", "you", "lacking"),
    [
        (MAP, 1, 0),
        ("______/_b.bf_/_B12._/_F13._/______", 2, 0),
        ("______/_...f_/_B12._/_F13._/______", 0, 2),  # nothing is YOU, so it is lost
        (UNSOLVABLE, 1, 2),  # an IS, and a way
        ("______/_b..f_/_B12._/_F1.._/______", 1, 2),  # WIN, and a way
        ("______/_b..f_/_B1.._/_F13._/______", 0, 3),  # YOU, somebody YOU, and a way
        ("______/_b..._/_.B.._/_B12._/_.3.._/______", 1, 0),  # an IS for both
    ],
)
def test_what_is_seen_at_the_start(line: str, you: int, lacking: int) -> None:
    start = inspect_start(Level.parse(line))
    assert (start.you, start.lacking) == (you, lacking)


def test_levels_that_lack_something_can_not_be_won() -> None:
    lacking = 0
    for number in range(60):
        level = random_level(Dice.numbered(2, number), (4, 4))
        start = inspect_start(level)
        if start.lacking and start.you:
            lacking += 1
            assert shortest_length(level) is None
    assert lacking >= 10


@pytest.mark.parametrize(
    ("line", "moves", "trivial"),
    [
        ("_______/_b...f_/_B12.._/_F13.._/_______", "rrrr", True),
        ("_______/_b...._/_B12.f_/_F13.._/_______", "rrrrd", True),
        ("_______/_bw..._/_B12.f_/_F13.._/_W16.._/_______", "drru", False),
        ("_______/_b.r.f_/_B12.._/_F13.._/_R15.._/_______", "rrrr", False),
        ("______/_b.f._/_B12._/_F13._/______", "rr", True),
        ("________/_bF.._._/_B12.13_/_..f..._/________", "rrr", False),
        ("_______/_b.k.._/_B12.._/_B13.._/_K17.._/_______", "s", True),
    ],
)
def test_triviality(line: str, moves: str, trivial: bool) -> None:
    assert is_trivial(tell(Level.parse(line), moves)) == trivial


def test_turns_and_what_is_in_the_way_make_the_difference() -> None:
    free = Level.parse("_______/_b..w._/_..w.._/_.w..f_/_B12.._/_F13.._/_....._/_______")
    walled = Level.parse("_______/_b..w._/_..w.._/_.w..f_/_B12.._/_F13.._/_W16.._/_______")
    for level, one_corner in ((free, "rrrrdd"), (walled, "ddrrrr")):
        assert not is_trivial(tell(level, "dudddrrrru"))
        assert is_trivial(tell(level, one_corner))
    assert is_trivial(tell(free, "rdrrdr"))
    assert not is_trivial(tell(walled, "drdrrr"))


def test_going_back_is_worth_a_thought() -> None:
    level = Level.parse("______/_b..f_/_...._/_B12._/_F13._/______")
    assert level.play("drrru").won
    assert not is_trivial(tell(level, "drrru"))
    level = Level.parse("______/_b..._/_...._/_...f_/_B12._/_F13._/______")
    assert level.play("rdrdr").won
    assert is_trivial(tell(level, "rdrdr")), "there is nothing in the way"


def test_nothing_but_waiting_is_trivial() -> None:
    level = Level.parse("_______/_b...f_/_B12.._/_B17.._/_F13.._/_______")
    assert level.play("ssss").won
    assert is_trivial(tell(level, "ssss"))


def test_rule_changes_are_counted() -> None:
    level = Level.parse("_______/_b...f_/_.F.13_/_B12.._/_______")
    assert count_rule_changes(tell(level, "drurrr")) == 1
    assert count_rule_changes(tell(level, "")) == 0


def test_ways_win_and_are_made_shortest() -> None:
    for number in range(40):
        level = random_level(Dice.numbered(4, number), (4, 4))
        way = find_solution(level, iterations=5000)
        length = shortest_length(level)
        assert (way is None) == (length is None)
        if way is not None:
            assert wins_in_reference(level, way)
            proved = prove_shortest(level, way, 500_000)
            assert proved.shortest
            assert len(proved.moves) == length
            assert wins_in_reference(level, proved.moves)
            assert prove_shortest(level, way, 0).moves == way
            assert wins_in_reference(level, prove_or_shorten(level, way, 300).moves)


def test_known_moves_are_a_way() -> None:
    level = Level.parse(UNSOLVABLE)
    assert find_solution(level, known="rrr", iterations=10) is None
    way = find_solution(Level.parse(MAP), known="rrr", iterations=10)
    assert way is not None
    assert way == "rrr"


@pytest.mark.parametrize(("found", "known"), [("drrru", "rrr"), ("rrr", "drrru"), ("rrr", "")])
def test_the_shorter_of_two_ways_is_taken(
    found: str, known: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = SimpleNamespace(verdict=None, solution=found, statistics={}, iterations=7)
    champion = SimpleNamespace(solve=lambda _level, _budget: result)
    monkeypatch.setattr(facts_module, "Champion", lambda **_: champion)
    level = Level.parse("______/_b..f_/_...._/_B12._/_F13._/______")
    assert find_solution(level, known=known, iterations=10) == "rrr"
