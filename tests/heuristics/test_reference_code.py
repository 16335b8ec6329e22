"""Where the authors' program differs from their text, on maps small enough to work out by hand.

The values are those of the program's reference; `test_features` carries its word over to the
native features. Beside each stands what the text says of the same state.
"""

from __future__ import annotations

import math

import pytest

from babalab.game.reference import ReferenceGame
from babalab.heuristics.reference import ReferenceFeatures
from babalab.heuristics.reference_code import ProgramFeatures

CASES = [
    # name, what it is about, the play, by the text, by the program
    ("goals", "none", "b.f.B12F1", 0, -math.inf),
    ("goals", "one", "b.f.B12F13", math.log(2), 0),
    ("goals", "three", "bfff.B12F13", math.log(4), math.log(3)),
    ("to-win-word", "one WIN and no goal", "b..3", 0, 0),
    ("to-win-word", "one WIN and no goal, with a player", "b..3.B12", 3, 0),
    # the three distances are averaged over those that are not 0
    ("to-goals", "beside words", "b..f.B12F13", 3, 3 / 2),
    ("to-words", "beside goals", "............/b..f.B12F13./............", 7.5, 7.5 / 2),
    ("to-goals", "beside words and pushables", "b..f.r.B12F13R15", 3, 1),
    ("to-pushables", "beside words and goals", "b..f.r.B12F13R15", 5, 5 / 3),
    ("to-words", "alone", "........./b...B12../.........", 5, 5),
    ("to-threats", "not one of the three", "b.s.B12S14", 2, 2),
    # locked words count
    ("to-words", "one is locked", "F...../b...../..B12./......", 4, 13 / 4),
    # HOT is neither wall nor threat
    ("connectivity", "hot, and a player melts", "bl.B12L18B19", 2, 1),
    ("threats", "hot, and a player melts", "bl.B12L18B19", 1, 0),
    ("to-threats", "hot, and a player melts", "b.l.B12L18B19", 2, 0),
    ("threats", "killers and sinkers", "bsg.B12S14G10", 2, 2),
    ("connectivity", "killers and stoppers", "bs.w.B12S14W16", 3, 3),
    # the path follows one branch: down, up, right, left, the first that is free
    ("path", "straight on", "b..f.B12F13", 1, 1),
    ("path", "the other way", "f..b.B12F13", 1, 0),
    ("path", "down comes first", "bf_B12/.__F13", 1, 0),
    ("path", "down to it", "b../f../B12/F13", 1, 1),
    ("path", "left, when nothing else is free", "f..b_B12F13", 1, 1),
    ("path", "another player's branch", "f..b.b.f.B12F13", 1, 1),
    ("path", "a wall between", "bwf.B12F13W16", 0, 0),
    ("path", "on it", "b.B12B13", 1, 1),
    # out of plan
    ("out-of-plan", "WIN beside an IS", "13./...", 0, 1),
    ("out-of-plan", "IS before a noun", "1F./...", 0, 1),
    ("out-of-plan", "IS before a property", "17./...", 0, 0),
    ("out-of-plan", "IS between properties", "617/...", 0, 0),
    ("out-of-plan", "IS between an IS and a noun", ".11F/....", 1, 0),
    ("out-of-plan", "in a corner since the start", "3../...", 1, 1),
    ("out-of-plan", "beside a stopper since the start", "w3../..../W16.", 1, 1),
    ("out-of-plan", "beside a stopper that came later", "w.3./..../W16./W12.@r", 1, 0),
    ("out-of-plan", "through a word that came later", "..F3b/...../B12..@ll", 1, 0),
]


def after(play: str) -> ReferenceGame:
    line, _, moves = play.partition("@")
    game = ReferenceGame(line)
    for letter in moves:
        game.step(letter)
    return game


@pytest.mark.parametrize(
    ("name", "about", "play", "text", "code"), CASES, ids=[f"{c[0]}: {c[1]}" for c in CASES]
)
def test_by_hand(name: str, about: str, play: str, text: float, code: float) -> None:  # noqa: ARG001
    line = play.partition("@")[0]
    assert ReferenceFeatures(line).by_name(after(play))[name] == pytest.approx(text, abs=1e-12)
    assert ProgramFeatures(line).by_name(after(play))[name] == pytest.approx(code, abs=1e-12)
