"""Each heuristic on maps small enough to work out its value by hand.

The reference decides; `test_features` carries its word over to the native features. Most maps are
one row: there no sentence stands by accident, and outside of it all is border.
"""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest

from babalab.game.reference import Cell, ReferenceGame
from babalab.heuristics.reference import NAMES, ReferenceFeatures, find_locked_words, out_of_plan

PAGE = Path(__file__).parents[2] / "docs" / "heuristics.md"

# One baba steps on the wall (and back) in the very turn another makes WALL IS STOP.
STEPPING_ON_A_WALL = "bw.W/___1/_b6./B12."
# The same with a flag pushed on the wall; it is PUSH, and WIN in the first.
A_GOAL_ON_A_WALL = "bfw.W/____1/__b6./B12../F13../F15.."
NO_GOAL_ON_A_WALL = "bfw.W/____1/__b6./B12../F1.../F15.."
# In the last turn of these a thing leaves a cell it shared with a word, which takes the word out
# of the front layer.
HIDDEN_IS = "w1w3/WW12@rl"
HIDDEN_YOU = "B12/b2b@dlsrdr"

VALUES: dict[str, list[tuple[str, str, float]]] = {
    "goals": [
        ("one", "b.f.B12F13", math.log(2)),
        ("many", "bfff.F13", math.log(4)),
        ("the rule is not complete", "b.f.F1.3", 0),
        ("a word is no thing", "F13.b", 0),
        ("what became a goal", "bf.B1F/...F13", math.log(3)),
        ("said twice", "f/F/1/3/F/1/3", math.log(2)),
    ],
    "players": [
        ("of one noun", "bbk.B12", 2),
        ("of two nouns", "bbk.B12K12", 3),
        ("no rule", "bb.B1.2", 0),
        ("killed", "bbs.B12S14@r", 1),
    ],
    "connectivity": [
        ("nothing at all", "b..", 1),
        ("a border", "b_.", 2),
        ("corners do not join", "._/_.", 2),
        ("words and idle things", "bFwk.f", 1),
        ("only border", "__/__", 0),
        ("stoppers", "bw.B12W16", 2),
        ("pushables", "br.B12R15", 2),
        ("killers", "bs.B12S14", 2),
        ("sinkers", "bg.B12G10", 2),
        ("automovers do not part", "bk.B12K17", 1),
        ("hot alone", "bl.B12L18", 1),
        ("hot, and a player melts", "bl.B12L18B19", 2),
        ("hot, and another melts", "bl.kB12L18K19", 1),
        ("a way round", "bw.B12W16/.........", 1),
        ("players that stop", "bw.W12W16", 1),
        ("goals that stop", "bw.W13W16", 1),
        ("before a wall stops", STEPPING_ON_A_WALL, 1),
        ("a player on the wall", f"{STEPPING_ON_A_WALL}@r", 1),
        ("the player off the wall", f"{STEPPING_ON_A_WALL}@rl", 2),
        ("a goal on the wall", f"{A_GOAL_ON_A_WALL}@r", 1),
        ("no goal on the wall", f"{NO_GOAL_ON_A_WALL}@r", 2),
    ],
    "out-of-plan": [
        # an IS is lost in any corner, WIN, PUSH and YOU in the upper left one, others nowhere
        *[(f"IS in a corner: {line}", line, 1) for line in ("1../...", "..1/...", ".../1..")],
        ("IS in the lower right corner", ".../..1", 1),
        ("IS at the top", ".1./...", 0),
        ("IS at the left", "../1./..", 0),
        ("IS in the open", ".../.1./...", 0),
        *[(f"{word} in its corner", f"{word}../...", 1) for word in "235"],
        *[(f"{word} in its corner", f"{word}../...", 0) for word in "467890BF"],
        *[(f"WIN in a corner: {line}", line, 0) for line in ("..3/...", ".../3..", ".../..3")],
        ("WIN at the top", ".3./...", 0),
        ("WIN at the left", "../3./..", 0),
        ("beside a border inside the map", "._../_3../....", 1),
        # blocked through words
        ("WIN through a word at its left", "F3./...", 1),
        ("WIN through two words", "FB3./....", 1),
        ("WIN above which is a word", "F../3../...", 1),
        ("WIN with a gap", "F.3/...", 0),
        ("WIN beside a thing", "f3./...", 0),
        ("IS through an IS, which is lost too", ".11/...", 2),
        ("IS through an IS at its left, which is lost too", "11./...", 2),
        ("IS with a gap on both sides", ".11./....", 0),
        # fitting partners
        ("IS after a noun", ".F1/...", 0),
        ("IS below a noun", "..F/..1/...", 0),
        ("IS after a property", ".61/...", 1),
        ("IS below a property", "..6/..1/...", 1),
        ("IS before a noun", "1F./...", 0),
        ("IS above a noun", "1../F../...", 0),
        ("IS before a property", "17./...", 0),
        ("IS above a property", "1../3../...", 0),
        ("PUSH after an IS", "15./...", 0),
        ("YOU below an IS", "1../2../...", 0),
        ("WIN before an IS, both lost", "31./...", 2),
        ("WIN above an IS, both lost", "3../1../...", 2),
        ("IS at the end of what is no sentence", ".F11/....", 1),
        ("in sentences", "F13/.../B12", 0),
        # stoppers
        ("WIN behind stoppers", ".w...../w3...../......./...W16.", 1),
        ("WIN behind one stopper", "......./w3...../......./...W16.", 0),
        ("WIN behind what does not stop", ".w...../w3...../......./...W1..", 0),
        ("WIN behind pushables", ".r...../r3...../......./...R15.", 0),
        ("WIN behind a word and stoppers", "..w..../wF3..../......./...W16.", 1),
        ("IS between stoppers", "......./.1w..../.w...../...W16.", 1),
        ("IS between stoppers across", "......./w1w..../......./...W16.", 0),
        ("WIN beside a word on a stopper", "bFw3W/____1/__b6./B12..@r", 0),
        ("not in the front layer", HIDDEN_YOU, 1),
    ],
    "automovers": [
        ("two", "kkb.K17", 2),
        ("of two nouns", "kkb.K17B17", 3),
        ("no rule", "kkb.K1.7", 0),
        ("only words", "K17", 0),
    ],
    "threats": [
        ("killers", "bss.S14", 2),
        ("sinkers", "bgg.G10", 2),
        ("once, though both", "bg.G14G10", 1),
        ("both kinds", "bsg.S14G10", 2),
        ("hot, nothing melts", "bl.B12L18", 0),
        ("hot, a player melts", "bll.B12L18B19", 2),
        ("hot, another melts", "blk.B12L18K19", 0),
        ("hot, what would be a player melts", "l.B12L18B19", 0),
        ("hot, another is the player", "blk.K12L18B19", 0),
        ("hot and melting players", "bb.B12B18B19", 2),
        ("sinkers, a player melts", "bg.B12B19G10", 1),
        ("stoppers and movers", "wk.W16K17", 0),
    ],
    "pushables": [
        ("two", "rrb.R15", 2),
        ("no rule", "rrb.R1.5", 0),
        ("of two nouns", "rkb.R15K15", 2),
        ("words are not counted", "RK.r", 0),
        ("sunk", "brg.B12R15G10@r", 0),
    ],
    "sinkers": [
        ("three", "bggg.G10", 3),
        ("no rule", "bggg.G1.0", 0),
        ("killers are none", "bsg.S14G10", 1),
        ("gone with what sank", "brgg.B12R15G10@r", 1),
    ],
    "stoppers": [
        ("two", "bww.W16", 2),
        ("no rule", "bww.W1.6", 0),
        ("of two nouns", "bww.W16B16", 3),
        ("border is no thing", "b_w.W16", 1),
    ],
    "to-threats": [
        ("one", "b..s.B12S14", 3),
        ("two", "b..ss.B12S14", 3.5),
        ("across and down", "b..../....s/B12../S14..", 5),
        ("none", "b..s.B12", 0),
        ("hot", "b.l.B12L18", 0),
        ("hot, and the player melts", "b.l.B12L18B19", 2),
        ("players that threaten themselves", "b.b.B12B14", 1),
        ("no player", "b..s.S14", 0),
    ],
    "to-goals": [
        ("one", "b..f.B12F13", 3),
        ("two goals", "b..f.fB12F13", 4),
        ("two players", "b.bf.B12F13", 2),
        ("all pairs", "b.bff.f.B12F13", (3 + 4 + 6 + 1 + 2 + 4) / 6),
        ("no whole number", "bf.bB12F13b", (1 + 2 + 9) / 3),
        ("no goal", "b..f.B12", 0),
        ("no player", "b..f.F13", 0),
        ("across and down", "..b/f../B12/F13", 3),
    ],
    "to-words": [
        ("none is locked", "b.B12.", 3),
        ("all are locked, one by the other", "b.B12", 0),
        ("one is locked", "b.B12.F", 3),
        ("all but one", "b.F./..../B12.", 2),
        ("a stopper does not lock", "bwF.../....../B12W16", 2),
        ("locked later", "bF.../B12..@rrrl", 2),
        ("two players", "b.bF../....../B12...", 2),
        ("not in the front layer", HIDDEN_IS, 1.5),
        ("no player", "b.F.", 0),
    ],
    "to-pushables": [
        ("one", "b..r.B12R15", 3),
        ("two and two", "b.br..r.B12R15", (3 + 6 + 1 + 4) / 4),
        ("none", "b..r.B12", 0),
        ("no player", "b..r.R15", 0),
        ("words do not count", "bF..r.B12R15", 4),
    ],
    "dead": [
        ("a player", "b.B12", 0),
        ("a rule, but no such thing", "k.B12", 1),
        ("no rule", "b.B1.2", 1),
        ("killed", "bs.B12S14@r", 1),
        ("movers do not count", "k.K17", 1),
    ],
    "rules": [
        ("two", "b.B12.F13", 2),
        ("the same twice", "B12.B12", 1),
        ("none", "b.B.1.2", 0),
        ("the subject may be no noun", "B12/F13/K14", 4),
        ("the predicate may be IS", "B11.", 1),
    ],
    "to-win-word": [
        ("one", "b..3.B12", 3),
        ("two players", "b.b.3.B12", 3),
        ("two words", "b..3.3B12", 0),
        ("no word", "b..4.B12", 0),
        ("a goal", "b.f.F13.B12", 0),
        ("a rule without a goal", "b...F13.B12", 6),
        ("a goal elsewhere is none", "b.f.3.B12", 4),
        ("a locked word", "b.B12.3", 6),
        ("no player", "b..3", 0),
        ("across and down", "b.../..../.B12/..3.", 5),
    ],
    "path": [
        ("free", "b.f.B12F13", 1),
        ("a stopper between", "bwf.B12F13W16", 0),
        ("a way round", "bwf.B12F13W16/.............", 1),
        ("border between", "b_f.B12F13", 0),
        ("a pushable between", "brf.B12F13R15", 0),
        ("a killer between", "bsf.B12F13S14", 0),
        ("a sinker between", "bgf.B12F13G10", 0),
        ("an automover between", "bkf.B12F13K17", 1),
        ("a word between", "bFf.B12F13", 1),
        ("what is hot between", "blf.B12F13L18", 1),
        ("what is hot for a melting player", "blf.B12F13L18B19", 0),
        ("one of two players", "bwbf.B12F13W16", 1),
        ("one of two goals", "fbwf.B12F13W16", 1),
        ("a goal that stops", "bf.B12F13F16", 1),
        ("a player that wins", "b.B12B13", 1),
        ("no goal", "b.f.B12", 0),
        ("no player", "b.f.F13", 0),
        ("a goal on a wall", f"{A_GOAL_ON_A_WALL}@r", 1),
    ],
}

CASES = [(name, *case) for name, cases in VALUES.items() for case in cases]


def after(play: str) -> ReferenceGame:
    line, _, moves = play.partition("@")
    game = ReferenceGame(line)
    for letter in moves:
        game.step(letter)
    return game


def test_the_names_are_those_of_the_page_in_its_order() -> None:
    table = re.findall(r"^\| (\d+) \| `([a-z-]+)` \|", PAGE.read_text(encoding="utf-8"), re.M)
    assert [(int(number), name) for number, name in table] == list(enumerate(NAMES, start=1))
    assert list(VALUES) == list(NAMES)


@pytest.mark.parametrize(
    ("name", "about", "play", "value"), CASES, ids=[f"{case[0]}: {case[1]}" for case in CASES]
)
def test_values_worked_out_by_hand(name: str, about: str, play: str, value: float) -> None:  # noqa: ARG001
    features = ReferenceFeatures(play.partition("@")[0])
    assert features.by_name(after(play))[name] == pytest.approx(value, abs=1e-12)


def test_rules_met_before_are_kept_and_counted_once() -> None:
    line = ".b.../.F.../..13./...../B12.."
    features = ReferenceFeatures(line)
    counts, holding = [], []
    for moves in ("", "d", "dd", "ddr"):  # FLAG IS WIN is made and broken again
        game = after(f"{line}@{moves}")
        counts.append(features.by_name(game)["rules"])
        holding.append(game.rules)
    assert holding == [
        ["baba-is-you"],
        ["flag-is-win", "baba-is-you"],
        ["baba-is-you"],
        ["baba-is-you"],
    ]
    assert counts == [1, 2, 2, 2]
    assert ReferenceFeatures(line).by_name(game)["rules"] == 1


@pytest.mark.parametrize(
    ("about", "line", "locked"),
    [
        ("corners", "F.F/.../F.F", {0, 1, 2, 3}),
        ("sides", ".F./F.F/.F.", set()),
        ("borders inside", ".._./..F_/....", {0}),
        ("between borders at the top", "_F_/.../...", {0}),
        ("between borders in the open", ".../_F_/...", set()),
        ("one after the other, against the order of reading", "...FFF/......", {0, 1, 2}),
        ("round the corner", "FF../F.../....", {0, 1, 2}),
        ("inward, when both neighbours are locked", "FF../FF../....", {0, 1, 2, 3}),
        ("words that hold each other only", "..../.FF./.FF./....", set()),
        ("things hold nothing", ".w./wF./...", set()),
    ],
)
def test_locked_words(about: str, line: str, locked: set[int]) -> None:  # noqa: ARG001
    assert find_locked_words(ReferenceGame(line)) == locked


@pytest.mark.parametrize(
    ("line", "hidden", "lost"),
    [
        ("F13../....w/W16..", (0, 1), 0),
        ("613../....w/W16..", (0, 1), 1),
        ("F..../1..../3.W16/....w", (1, 0), 0),
        ("6..../1..../3.W16/....w", (1, 0), 1),
    ],
)
def test_words_in_use_are_not_lost(line: str, hidden: Cell, lost: int) -> None:
    """The WIN is blocked and its IS does not show, so that only the sentence can save it."""
    game = ReferenceGame(line)
    # put together by hand: no play is known that leads here, but the page covers it
    (wall,) = game.kin["wall"]
    wall.cell = hidden
    del game.front[hidden]
    assert out_of_plan(game) == lost
