"""Certificates: what is right passes, whatever is changed is refused and named."""

from __future__ import annotations

import gzip
import hashlib
import random
import tracemalloc

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab import Level
from babalab.agents import Prover, Verdict
from babalab.base.budget import Budget
from babalab.game.certificate import (
    DIGITS,
    HEADLINE,
    Certificate,
    CertificateError,
    RefutedError,
    check,
    digest_game,
)
from babalab.game.reference import ReferenceGame
from support.bombs import make_bomb
from support.crowded import crowded_level
from support.program import MAP, UNSOLVABLE
from support.small import small_level

STUCK = "________/_b....._/_..r..__/_B12_.__/_R15_f__/________"
"""Unsolvable with 81 states: two lines of tree."""


def certify(line: str, moves: str = "", iterations: int = 3000) -> Certificate | None:
    prover = Prover(hash="exact")
    result = prover.solve(Level.parse(line).play(moves), Budget(iterations=iterations))
    if result.verdict is not Verdict.UNSOLVABLE:
        return None
    return Certificate(line, moves, prover.trees[0])


def made(line: str, moves: str = "") -> Certificate:
    certificate = certify(line, moves)
    assert certificate is not None
    return certificate


def refused(certificate: Certificate) -> str | None:
    """Why it does not hold."""
    counts = []
    try:
        for count in check(certificate):
            counts.append(count)  # noqa: PERF402
    except RefutedError as refuted:
        return str(refuted)
    assert counts == list(range(1, certificate.states + 1))
    return None


def passes(certificate: Certificate) -> bool:
    return refused(certificate) is None


def signed(body: str) -> bytes:
    """A text with a checksum that fits: what someone who tampers would write."""
    return f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n".encode()


# ---------------------------------------------------------------- what is right


@pytest.mark.parametrize("moves", ["", "r", "rrlls"])
def test_a_proof_passes(moves: str) -> None:
    certificate = made(STUCK, moves)
    assert certificate.states > 64
    assert passes(certificate)


@pytest.mark.parametrize(
    "line", ["____/_b._/____", "___/_b_/___", "b", "______/_b.k._/_K17._/______"]
)
def test_nobody_to_control(line: str) -> None:
    assert passes(made(line))


def test_both_engines_agree_on_all_states() -> None:
    """Native search and reference know the same states, in levels of all kinds."""
    certificates = 0
    for seed in range(150):
        for make in (small_level, crowded_level):
            line = "/".join(make(random.Random(seed)))
            certificate = certify(line, iterations=60)
            if certificate is not None:
                certificates += 1
                for _ in check(certificate):
                    pass
    assert certificates > 40


@pytest.mark.long
def test_both_engines_agree_on_more_states() -> None:
    for seed in range(1000, 3000):
        for make in (small_level, crowded_level):
            certificate = certify("/".join(make(random.Random(seed))), iterations=600)
            if certificate is not None:
                for _ in check(certificate):
                    pass


def test_text_and_back() -> None:
    for certificate in (made(STUCK, "rrl"), made(UNSOLVABLE), made("____/_b._/____")):
        text = certificate.text().encode()
        assert Certificate.parse(text) == certificate
        assert Certificate.parse(certificate.pack()) == certificate
        assert len(certificate.pack()) < 1000
        assert certificate.pack() == certificate.pack()


# ---------------------------------------------------------------- what is not


def test_there_is_none_for_a_level_that_can_be_won() -> None:
    """The transcript of a search that overlooked the win is refused where it wins."""
    with pytest.raises(RefutedError, match=r"state 2, action r: this wins"):
        list(check(Certificate(MAP, "", bytes([8, 8, 0]))))


def test_a_state_won_already() -> None:
    with pytest.raises(RefutedError, match=":3: the state after these moves is won"):
        list(check(Certificate(MAP, "rrr", b"\0")))


@given(st.data())
def test_no_tree_whatever_proves_what_is_false(data: st.DataObject) -> None:
    """Any tree for a solvable level fails, even one grown by the checker's own answers."""
    line = data.draw(st.sampled_from([MAP, "______/_b..._/_..f._/_B12._/_F13._/______"]))
    tree = data.draw(st.lists(st.integers(0, 31), min_size=1, max_size=40))
    assert not passes(Certificate(line, "", bytes(tree)))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_changed_trees_fail(data: st.DataObject) -> None:
    """Dropping, adding or changing any state: refused, the place being named."""
    right = TINY
    tree = bytearray(right.tree)
    place = data.draw(st.integers(0, len(tree) - 1))
    match data.draw(st.sampled_from(["drop", "add", "change", "cut"])):
        case "drop":
            del tree[place]
        case "add":
            tree.insert(place, data.draw(st.integers(0, 31)))
        case "change":
            tree[place] ^= data.draw(st.integers(1, 31))
        case "cut":
            del tree[place:]
    if not tree or bytes(tree) == right.tree:
        return
    refusal = refused(Certificate(UNSOLVABLE, "", bytes(tree), "file"))
    # The one change that does no harm: a state listed a second time, with all that follows.
    assert len(tree) > right.states if refusal is None else "file:6: column " in refusal


def test_each_single_change_of_a_mask_fails() -> None:
    right = TINY
    for place in range(right.states):
        for bit in range(5):
            tree = bytearray(right.tree)
            tree[place] ^= 1 << bit
            assert not passes(Certificate(UNSOLVABLE, "", bytes(tree)))


def test_the_proof_of_another_level_fails() -> None:
    assert not passes(Certificate(STUCK, "", made(UNSOLVABLE).tree))
    assert not passes(Certificate(MAP, "", made(UNSOLVABLE).tree))
    assert not passes(Certificate(STUCK, "rr", made(STUCK).tree))


LINES = made(STUCK, "rr").text().splitlines()


@pytest.mark.parametrize(
    ("number", "line", "message"),
    [
        (1, "babalab certificate 2: unsolvable", "f:1: this is not a certificate"),
        (1, "", "f:1: this is not a certificate"),
        (2, "level", "f:2: 'level' and a value"),
        (2, "level ____/_x_", "f:2: not a level: "),
        (2, "level ", "f:2: not a level: "),
        (3, "moves ", "f:3: moves are written"),
        (3, "moves RR", "f:3: moves are written"),
        (3, "move -", "f:3: 'moves' and a value"),
        (4, "states many", "f:4: 'many' is not a number of states"),
        (4, "states 0", "f:4: '0' is not a number of states"),
        (4, "states -3", "f:4: '-3' is not a number of states"),
        (4, "states 70", "f:7: 6 of the 70 states should stand here"),
        (4, "states 9999999", "states should stand here"),
        (4, "states 999999999999", "f:4: 999999999999 states are more than"),
        (5, "forest", "f:5: 'tree' is expected"),
        (6, "0" * 63, "f:6: 64 of the "),
        (6, "0" * 63 + "z", "f:6: column 64: 'z' is not a digit of base 32"),
    ],
)
def test_mistakes_are_named(number: int, line: str, message: str) -> None:
    lines = [*LINES[: number - 1], line, *LINES[number:-1]]
    with pytest.raises(CertificateError) as caught:
        Certificate.parse(signed("".join(each + "\n" for each in lines)), "f")
    assert message in str(caught.value)


def test_mistakes_of_the_whole() -> None:
    whole = made(STUCK).text().encode()
    last = whole.count(b"\n")
    for data, message in (
        (b"", "f:1: this is not a certificate"),
        (whole[:-1], f"f:{last}: the certificate is cut off here"),
        (whole + b"\n", f"f:{last + 1}: something follows"),
        (whole.replace(b"level _", b"level ."), f"f:{last}: the checksum is of another text"),
        (b"\xff" + whole, "f:1: a certificate has no such characters"),
        (gzip.compress(whole)[:-9], "f: the compressed file is cut off"),
        (gzip.compress(whole) + b"x", "f: something follows the compressed"),
        (b"\x1f\x8b" + bytes(30), "f: the compressed file is damaged"),
    ):
        with pytest.raises(CertificateError) as caught:
            Certificate.parse(data, "f")
        assert message in str(caught.value)


@pytest.mark.parametrize(
    ("head", "rest"),
    [
        ("", b"1"),
        (f"{HEADLINE}\n", b"_"),
        (made(UNSOLVABLE).text(), b"\n"),
        (f"{HEADLINE}\nlevel {UNSOLVABLE}\nmoves -\nstates 60000000\ntree\n", b"0" * 63 + b"\n"),
        (f"{HEADLINE}\nlevel {UNSOLVABLE}\nmoves -\nstates 60000000\ntree\n", b"0" * 65 + b"\n"),
    ],
)
def test_what_would_become_a_gigabyte_is_refused_as_it_comes(head: str, rest: bytes) -> None:
    """Few megabytes unpack to a gigabyte, and next to nothing of that is ever there at once."""
    bomb = make_bomb(head.encode(), rest, 1 << 30)
    assert len(bomb) < 1 << 22
    tracemalloc.start()
    try:
        with pytest.raises(CertificateError):
            Certificate.parse(bomb)
        assert tracemalloc.get_traced_memory()[1] < 16 << 20
    finally:
        tracemalloc.stop()


@settings(max_examples=200)
@given(st.data(), st.booleans())
def test_corruption_never_passes_and_never_crashes(data: st.DataObject, packed: bool) -> None:
    right = data.draw(st.sampled_from([TINY, NOBODY]))
    whole = bytearray(right.pack() if packed else right.text().encode())
    place = data.draw(st.integers(0, len(whole) - 1))
    match data.draw(st.sampled_from(["flip", "cut", "insert", "swap"])):
        case "flip":
            whole[place] ^= data.draw(st.integers(1, 255))
        case "cut":
            del whole[place : place + data.draw(st.integers(1, 50))]
        case "insert":
            whole[place:place] = data.draw(st.binary(min_size=1, max_size=9))
        case "swap":
            other = data.draw(st.integers(0, len(whole) - 1))
            whole[place], whole[other] = whole[other], whole[place]
    try:
        read = Certificate.parse(bytes(whole))
    except CertificateError:
        return
    # gzip's own header has bytes that mean nothing
    assert read == right


TINY, NOBODY = made(UNSOLVABLE), made("____/_b._/____")


@given(st.binary(max_size=200))
def test_anything_at_all(data: bytes) -> None:
    for whole in (data, b"\x1f\x8b" + data, "\n".join(LINES[:5]).encode() + b"\n" + data):
        with pytest.raises(CertificateError):
            Certificate.parse(whole)


def test_letters_are_digits() -> None:
    assert [int(digit, 32) for digit in DIGITS] == list(range(32))


# ---------------------------------------------------------------- identity


def test_identity_tells_games_apart() -> None:
    def after(line: str, moves: str) -> bytes:
        game = ReferenceGame(line)
        for action in moves:
            game.step(action)
        return digest_game(game)

    assert after(MAP, "rl") == after(MAP, "")  # without MOVE nobody asks where BABA looks
    assert after(MAP, "r") != after(MAP, "")
    moving = "______/_b..f_/_B12._/_F17._/______"
    assert after(moving, "ls") != after(moving, "rs")
    rocks = "________/_B12..._/_R15..._/_......_/_.r.r.._/_..b..._/_......_/________"
    assert after(rocks, "s") != after(rocks, "u")
