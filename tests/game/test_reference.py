"""The rules of the game, one by one, as small plays anyone can follow.

The reference decides; `test_against_reference` carries its word over to the native engine.
"""

from __future__ import annotations

import pytest

from babalab.game.reference import ReferenceGame


def play(level: str, moves: str) -> ReferenceGame:
    game = ReferenceGame(level)
    for letter in moves:
        game.step(letter)
    return game


PLAYS = {
    "walking": ("_____/_b.._/_B12_/_____", "rr", "_____/_..b_/_B12_/_____"),
    "a border stops": ("____/_bB_/_.1_/_.2_/____", "lu", "____/_bB_/_.1_/_.2_/____"),
    "words are pushed": ("______/_bF.._/_B12._/______", "r", "______/_.bF._/_B12._/______"),
    "words in rows": ("______/_bFF._/_B12._/______", "r", "______/_.bFF_/_B12._/______"),
    "not into borders": ("_____/_bFF_/_B12_/_____", "r", "_____/_bFF_/_B12_/_____"),
    "over things": ("_____/_br._/_B12_/_____", "r", "_____/_.b._/_B12_/_____"),
    "stop": ("_____/_br._/_B12_/_R16_/_____", "r", "_____/_br._/_B12_/_R16_/_____"),
    "push": ("_____/_br._/_B12_/_R15_/_____", "r", "_____/_.br_/_B12_/_R15_/_____"),
    "kill": ("_____/_bs._/_B12_/_S14_/_____", "r", "_____/_..._/_B12_/_S14_/_____"),
    "sink": (
        "_____/_brg_/_B12_/_G10_/_R15_/_____",
        "r",
        "_____/_.b._/_B12_/_G10_/_R15_/_____",
    ),
    "hot melts": (
        "_____/_bl._/_B12_/_L18_/_B19_/_____",
        "r",
        "_____/_..._/_B12_/_L18_/_B19_/_____",
    ),
    "hot alone": ("_____/_bl._/_B12_/_L18_/_____", "r", "_____/_.b._/_B12_/_L18_/_____"),
    "movers go": ("_____/_k.._/_K17_/_____", "s", "_____/_.k._/_K17_/_____"),
    "movers turn round": ("_____/_..k_/_K17_/_____", "s", "_____/_..k_/_K17_/_____"),
    "movers come back": ("_____/_..k_/_K17_/_____", "ss", "_____/_.k._/_K17_/_____"),
    "transform": ("______/_b..f_/_F1B._/______", "s", "______/_b..b_/_F1B._/______"),
    "two of YOU": ("_____/_bb._/_B12_/_____", "r", "_____/_b.b_/_B12_/_____"),
}


@pytest.mark.parametrize("about", PLAYS)
def test_small_plays(about: str) -> None:
    level, moves, picture = PLAYS[about]
    assert play(level, moves).picture().replace("\n", "/") == picture


def test_rules_are_read_across_then_down_for_each_is_in_order() -> None:
    game = ReferenceGame("_____/_.B._/_F12_/_.3._/_____")
    assert game.rules == ["flag-is-you", "baba-is-win"]


def test_any_two_words_count_as_a_rule() -> None:
    assert ReferenceGame("_____/_211_/_____").rules == ["you-is-is"]


def test_immune_against_transformation() -> None:
    assert "r" in play("______/_b.r._/_R1R._/_R1B._/_B12._/______", "s").picture()
    assert "r" not in ReferenceGame("______/_b.r._/_R1B._/_B12._/______").picture()


def test_immunity_needs_that_the_noun_has_existed() -> None:
    """No flag has been there when the rules are read, so flags made by them change on."""
    chain = ReferenceGame("______/_b.r._/_R1F._/_F1F._/_F1K._/______")
    assert "k" in chain.picture()
    existing = ReferenceGame("______/_bfr._/_R1F._/_F1F._/_F1K._/______")
    assert "k" not in existing.picture()


def test_two_moved_words_are_read_twice() -> None:
    """FLAG IS KEKE stands before ROCK IS FLAG, so a rock becomes keke in two readings."""
    level = "________/_F1K..._/_r....._/_{}_/_......_/_B12..._/________"
    assert play(level.format("bR.1F."), "r").kin["flag"]
    twice = play(level.format("bWR.1F"), "r")
    assert not twice.kin["flag"]
    assert twice.kin["keke"]


def test_destroying_what_is_gone_takes_the_last_of_the_list() -> None:
    """A skull that kills and sinks meets baba twice; the second time two flags leave the roster."""
    game = play("_______/_bs.ff_/_B12.._/_....._/_S14.._/_....._/_S10.._/_______", "r")
    assert game.roster == []
    assert not game.kin["baba"]
    assert not game.kin["skull"]
    assert len(game.kin["flag"]) == 2
    assert game.picture().count("f") == 2


def test_other_letters_are_refused() -> None:
    with pytest.raises(ValueError, match="not a move"):
        ReferenceGame("___/_b_/___").step("x")


def test_copies_are_independent() -> None:
    game = ReferenceGame("_____/_b.._/_B12_/_____")
    other = game.copy()
    other.step("r")
    assert game.picture() != other.picture()
    game.step("r")
    assert game.picture() == other.picture()
    game.step("l")
    game.step("l")
    assert game.picture() == ReferenceGame("_____/_b.._/_B12_/_____").picture()
