"""Certificates that a level can't be won, and a check of them that needs no trust in the search.

A certificate is a text:

.. code-block:: text

    babalab certificate 1: unsolvable
    level ______/_b..f_/_B12._/_F.3._/______
    moves -
    states 13
    tree
    d9o1...
    sha256 4f0c...

``moves`` lead from the level's start to the state that can't be won from, ``-`` being none. The
``tree`` has one character for each state that can be reached from there, 64 to a line: a digit of
base 32 (``0-9a-v``), the sum of 1 for up, 2 for down, 4 for left, 8 for right and 16 for waiting,
over the actions that lead to a state not met before. States are numbered as they are met: the
first is where we start; then, state by state and action by action, each new one gets the next
number. ``sha256`` is of all bytes before it, for accidents; whoever tampers can change it too, and
gains nothing:

`check` believes nothing but the level and the moves. It plays all five actions on every state with
the reference engine, which shares no code with the search, and insists that none wins and that each
leads to a state in the certificate. So a certificate that passes is a proof, whoever made it, and
there is none for a level that can be won: along the winning moves some state would be missing, or
won. (A state listed twice only costs time.)

Two states are the same if everything in them is the same that the engine ever asks; `digest_game`
lists that. And a state need not be listed if nothing in it is YOU and nothing moves by itself:
then nothing moves any more, so no rule is read again; destruction may still come, but it only
shortens lists, and that of YOU is empty.
"""

from __future__ import annotations

import gzip
import hashlib
import pickle
import re
from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass

from babalab.base.errors import BabalabError
from babalab.base.unpacking import GZIP_MARK, UnpackError, stream_gzip
from babalab.game.diagnostics import diagnose
from babalab.game.reference import ReferenceGame, Thing, Word

ACTIONS = "udlrs"
HEADLINE = "babalab certificate 1: unsolvable"
DIGITS = "0123456789abcdefghijklmnopqrstuv"
COLUMNS = 64
LINES_BEFORE_THE_TREE = 5
MOST_STATES = 1 << 26
"""As many as a plain file may have; to check them takes a day."""
LONGEST_LINE = 1 << 20

_NUMBER = re.compile(r"[1-9][0-9]{0,11}")
_NO_DIGIT = 255
_VALUES = bytes(
    DIGITS.index(chr(code)) if chr(code) in DIGITS else _NO_DIGIT for code in range(256)
)
_NO_CERTIFICATE = f"this is not a certificate, which would begin with {HEADLINE!r}"


class CertificateError(BabalabError, ValueError):
    """A file that is not a certificate."""


class RefutedError(BabalabError):
    """A certificate that does not hold."""


@dataclass(frozen=True, slots=True)
class Certificate:
    r"""The claim that a level, after some moves, can't be won, with its proof.

    >>> claim = Certificate("____/_b._/____", "", b"\0")
    >>> Certificate.parse(claim.text().encode()) == claim
    True
    >>> list(check(claim))
    [1]
    """

    level: str
    """The map on one line."""
    moves: str
    tree: bytes
    """For every state a bit for each action that leads to a new one."""
    source: str = "certificate"
    """The file it was read from, for messages."""

    @property
    def states(self) -> int:
        """The number of states it lists."""
        return len(self.tree)

    def text(self) -> str:
        """Return the certificate as it is written to a file."""
        digits = "".join(DIGITS[actions] for actions in self.tree)
        head = [
            HEADLINE,
            f"level {self.level}",
            f"moves {self.moves or '-'}",
            f"states {self.states}",
            "tree",
            *(digits[i : i + COLUMNS] for i in range(0, len(digits), COLUMNS)),
        ]
        body = "".join(line + "\n" for line in head)
        return f"{body}sha256 {hashlib.sha256(body.encode()).hexdigest()}\n"

    def pack(self) -> bytes:
        """Return the text of the certificate, compressed."""
        return gzip.compress(self.text().encode(), mtime=0)

    @classmethod
    def parse(cls, data: bytes, source: str = "certificate") -> Certificate:
        """Read a certificate, plain or gzip. Raises `CertificateError` with file and line.

        A compressed one is read as it is unpacked, and refused at the first line that no
        certificate has: however large it would become, it takes a byte a state at most.
        """
        chunks = stream_gzip(data) if data.startswith(GZIP_MARK) else iter([data])
        try:
            return _Reader(chunks, source).read()
        except UnpackError as error:
            raise CertificateError(f"{source}: {error}") from None


class _Reader:
    """A reader that accepts exactly what `Certificate.text` writes, line by line."""

    def __init__(self, chunks: Iterator[bytes], source: str) -> None:
        self.source = source
        self.number = 0
        """The number of the line that was read last."""
        self.sum = hashlib.sha256()
        self._lines = self._split_lines(chunks)

    def _split_lines(self, chunks: Iterator[bytes]) -> Iterator[bytes]:
        """Yield lines with their ends, and what follows the last end."""
        rest = b""
        for chunk in chunks:
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                yield line + b"\n"
            if len(rest) > LONGEST_LINE:
                raise self.refuse(self.number + 1, "no line of a certificate is as long")
        yield rest

    def refuse(self, line: int, message: str) -> CertificateError:
        return CertificateError(f"{self.source}:{line}: {message}")

    def read_line(self) -> str:
        line = next(self._lines)
        self.number += 1
        try:
            text = line.decode("ascii")
        except UnicodeDecodeError:
            raise self.refuse(self.number, "a certificate has no such characters") from None
        if not text.endswith("\n"):
            if self.number == 1:
                raise self.refuse(1, _NO_CERTIFICATE)
            raise self.refuse(self.number, "the certificate is cut off here")
        self.sum.update(line)
        return text[:-1]

    def read_value(self, name: str) -> str:
        word, blank, value = self.read_line().partition(" ")
        if word != name or not blank:
            raise self.refuse(self.number, f"{name!r} and a value are expected here")
        return value

    def read(self) -> Certificate:
        if self.read_line() != HEADLINE:
            raise self.refuse(1, _NO_CERTIFICATE)
        level = self.read_value("level")
        for diagnostic in diagnose(level.split("/")):
            if diagnostic.is_error:
                raise self.refuse(2, f"not a level: {diagnostic.message}")
        moves = self.read_value("moves")
        if moves != "-" and (not moves or set(moves) - set(ACTIONS)):
            raise self.refuse(3, "moves are written with u d l r s, and none as -")
        states = self.read_value("states")
        if not _NUMBER.fullmatch(states):
            raise self.refuse(4, f"{states!r} is not a number of states")
        if int(states) > MOST_STATES:
            raise self.refuse(4, f"{states} states are more than the {MOST_STATES:,} we check")
        if self.read_line() != "tree":
            raise self.refuse(5, "'tree' is expected here")
        tree = self.read_tree(int(states))
        digest = self.sum.hexdigest()
        if self.read_value("sha256") != digest:
            raise self.refuse(self.number, "the checksum is of another text: something was changed")
        if any(self._lines):
            raise self.refuse(self.number + 1, "something follows the end of the certificate")
        return Certificate(level, "" if moves == "-" else moves, tree, self.source)

    def read_tree(self, states: int) -> bytes:
        tree = bytearray()
        while len(tree) < states:
            line = self.read_line()
            expected = min(COLUMNS, states - len(tree))
            if len(line) != expected:
                raise self.refuse(
                    self.number,
                    f"{expected} of the {states} states should stand here, not {len(line)}",
                )
            values = line.encode().translate(_VALUES)
            if (place := values.find(_NO_DIGIT)) >= 0:
                problem = f"column {place + 1}: {line[place]!r} is not a digit of base 32"
                raise self.refuse(self.number, problem)
            tree += values
        return bytes(tree)


def check(certificate: Certificate) -> Generator[int, None, None]:
    """Verify a certificate with the reference engine; raises `RefutedError` if it does not hold.

    Yields the number of states checked so far, after each.
    """
    start = ReferenceGame(certificate.level)
    for action in certificate.moves:
        start.step(action)
    if start.won:
        raise RefutedError(f"{certificate.source}:3: the state after these moves is won")
    known = {digest_game(start)}
    waiting = deque([pickle.dumps(start)])
    for number, new in enumerate(certificate.tree):
        if not waiting:
            raise _refute(certificate, number, "", "no move leads to this state")
        game = waiting.popleft()
        for place, action in enumerate(ACTIONS):
            child: ReferenceGame = pickle.loads(game)  # our own, made a moment ago
            child.step(action)
            claimed_new = bool(new >> place & 1)
            if child.won:
                raise _refute(certificate, number, action, "this wins")
            if not child.you and not child.movers:
                if claimed_new:
                    raise _refute(
                        certificate, number, action, "this ends the play, no state follows"
                    )
                continue
            name = digest_game(child)
            if claimed_new:
                known.add(name)
                waiting.append(pickle.dumps(child))
            elif name not in known:
                raise _refute(certificate, number, action, "this leads to a state that is missing")
        yield number + 1
    if waiting:
        raise _refute(
            certificate, certificate.states - 1, "", f"{len(waiting)} more states should follow"
        )


def _refute(certificate: Certificate, state: int, action: str, reason: str) -> RefutedError:
    line = LINES_BEFORE_THE_TREE + 1 + state // COLUMNS
    place = f"{certificate.source}:{line}: column {state % COLUMNS + 1}: state {state}"
    return RefutedError(f"{place}, action {action}: {reason}" if action else f"{place}: {reason}")


def digest_game(game: ReferenceGame) -> bytes:
    """Return a digest of everything in a game that the engine ever asks.

    What it never asks, so that it is left out: the back layer, but for borders, which never
    change; the facing of words, and of things if no word says MOVE, since only movers look where
    they face; and which noun a thing is that has left all lists but is still in front.
    """
    facing = any(word.text == "move" for word in game.words)
    numbers: dict[int, int] = {}
    looks: list[tuple[object, ...]] = []

    def number(thing: Thing) -> int:
        if id(thing) not in numbers:
            numbers[id(thing)] = len(numbers)
            direction = thing.facing if facing else None
            looks.append((thing.noun, thing.cell, direction, thing.movable, thing.stopping))
        return numbers[id(thing)]

    def number_all(things: Sequence[Thing]) -> list[int]:
        return [number(thing) for thing in things]

    lists = [
        number_all(game.roster),
        *([noun, number_all(game.kin[noun])] for noun in sorted(game.kin)),
        *map(
            number_all,
            (game.you, game.movers, game.wins, game.pushes, game.killers, game.sinkers),
        ),
    ]
    words = {id(word): -1 - place for place, word in enumerate(game.words)}

    def name_front(one: Thing | Word) -> object:
        if id(one) in words:
            return words[id(one)]
        return numbers.get(id(one), (one.movable, one.stopping))

    whole = (
        lists,
        looks,
        [word.cell for word in game.words],
        [(cell, name_front(game.front[cell])) for cell in sorted(game.front)],
        game.rules,
        game.hot,
        game.melt,
    )
    return hashlib.sha256(repr(whole).encode()).digest()
