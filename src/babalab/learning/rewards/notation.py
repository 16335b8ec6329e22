"""Rewards as text, such as ``sparse + 0.1*potential(distance) - 0.01*step``.

A sum of terms. A term is a name, perhaps with parameters behind a colon, or ``value``, ``change``
or ``potential`` of a sum, perhaps with a weight and ``*`` before it::

    knowledge:players-killers=3/0.9,win=100
    0.1*potential(distance, 0.99)

Names have hyphens, and so have differences: of ``sparse-step`` the longest name there is counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from babalab.learning.rewards.declared import NAMED, PARTS, Way
from babalab.learning.rewards.errors import RewardError
from babalab.learning.rewards.problems import (
    WAYS,
    Setting,
    name_problem,
    settings_problems,
    weight_problem,
)
from babalab.learning.rewards.reward import Named, Reward, Taken, Term

LONGEST = 10_000
DEEPEST = 20
"""Of brackets in brackets."""

_SPACE = re.compile(r"\s*")
_NUMBER = re.compile(r"(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
_NAME = re.compile(r"[a-z][a-z_]*(-[a-z][a-z_]*)*", re.IGNORECASE)
_KNOWN = {*NAMED, *PARTS, *WAYS}


def parse_reward(text: str | Reward) -> Reward:
    """Read a reward; raise `RewardError` with the column of the first fault.

    >>> parse_reward("sparse-0.01*step").terms[1].weight
    -0.01
    >>> parse_reward("sparse + 0.1*potental(distance)")
    Traceback (most recent call last):
    babalab.learning.rewards.errors.RewardError: reward: column 14: there is no reward 'potental'; \
did you mean 'potential'?
    """
    if isinstance(text, Reward):
        return text
    if len(text) > LONGEST:
        raise RewardError(f"reward: it has {len(text):,} characters; {LONGEST:,} are allowed")
    return _Reader(text).reward()


@dataclass
class _Reader:
    text: str
    at: int = 0
    depth: int = 0

    def reward(self) -> Reward:
        terms = self._sum()
        if self._next():
            self._fail("a + or - is expected here, or the end")
        return Reward(terms)

    # ------------------------------------------------------------ sums and terms

    def _sum(self) -> tuple[Term, ...]:
        terms = list(self._term(-1.0 if self._takes("-") else 1.0))
        while True:
            if self._takes("+"):
                terms += self._term(1.0)
            elif self._takes("-"):
                terms += self._term(-1.0)
            else:
                return tuple(terms)

    def _term(self, sign: float) -> tuple[Term, ...]:
        self._next()
        begin, weight = self.at, sign
        found = self._number()
        if found is not None:
            weight = sign * found
            if not self._takes("*"):
                self._fail("a number alone is no reward; the same for each step is 0.5*step", begin)
        if problem := weight_problem(weight):
            self._fail(problem, begin)
        if self._next() == "(":
            begin = self.at
            return tuple(self._scaled(weight, term, begin) for term in self._bracket())
        return (Term(weight, self._of()),)

    def _scaled(self, weight: float, term: Term, begin: int) -> Term:
        if problem := weight_problem(weight * term.weight):
            self._fail(problem, begin)
        return Term(weight * term.weight, term.of)

    def _bracket(self) -> tuple[Term, ...]:
        begin = self.at
        self._open()
        terms = self._sum()
        self._close(begin)
        return terms

    def _of(self) -> Named | Taken:
        self._next()
        begin = self.at
        name = self._name()
        if name in WAYS and self._next() == "(":
            return self._taken(WAYS[name])
        if problem := name_problem(name):
            self._fail(problem, begin)
        if self._next() == "(":
            self._fail(f"{name!r} has no brackets; parameters stand behind a colon")
        return Named(name, self._settings(name) if self._takes(":") else ())

    def _taken(self, way: Way) -> Taken:
        begin = self.at
        self._open()
        terms = self._sum()
        discount = None
        if self._next() == ",":
            if way is not Way.POTENTIAL:
                self._fail(f"{way.value!r} is of one sum; only a potential has a discount")
            self.at += 1
            self._next()
            place = self.at
            found = self._number()
            if found is None or not 0 <= found <= 1:
                self._fail("a discount is a number from 0 to 1", place)
            discount = found
        self._close(begin)
        return Taken(way, terms, discount)

    def _open(self) -> None:
        self.at += 1
        self.depth += 1
        if self.depth > DEEPEST:
            self._fail(f"more than {DEEPEST} brackets in each other", self.at - 1)

    def _close(self, begin: int) -> None:
        self.depth -= 1
        if not self._takes(")"):
            if self._next():
                self._fail("a + or - is expected here, or a )")
            self._fail("this bracket is not closed", begin)

    # ------------------------------------------------------------ parameters

    def _settings(self, name: str) -> tuple[Setting, ...]:
        settings: list[Setting] = []
        while True:
            self._next()
            begin = self.at
            settings.append(self._setting(name))
            *_, problem = settings_problems(name, settings)
            if problem:
                self._fail(problem, begin)
            # A comma may also stand before the discount of a potential.
            if self._next() != "," or not re.match(r",\s*[a-z]", self.text[self.at :], re.I):
                return tuple(settings)
            self.at += 1

    def _setting(self, name: str) -> Setting:
        if name in PARTS and (self._next() in "/+-." or self._next().isdigit()):
            return self._valued(name)
        key = self._name(whole=True)
        if not self._takes("="):
            return Setting(key)
        if key != "factor":
            return self._valued(key)
        return Setting(key, factor=self._signed())

    def _valued(self, key: str) -> Setting:
        weight = None if self._next() == "/" else self._signed()
        return Setting(key, weight, self._signed() if self._takes("/") else None)

    # ------------------------------------------------------------ characters

    def _next(self) -> str:
        """The next character that is no space; nothing at the end."""
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at
        return self.text[self.at : self.at + 1]

    def _takes(self, character: str) -> bool:
        taken = self._next() == character
        self.at += taken
        return taken

    def _number(self) -> float | None:
        self._next()
        found = _NUMBER.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return float(found[0])

    def _signed(self) -> float:
        sign = -1.0 if self._takes("-") else 1.0
        if sign > 0:
            self._takes("+")
        found = self._number()
        if found is None:
            self._fail("a number is expected here")
        return sign * found

    def _name(self, *, whole: bool = False) -> str:
        """The longest name there is; where none is, or the whole is wanted, as far as it goes."""
        self._next()
        found = _NAME.match(self.text, self.at)
        if found is None:
            self._fail("the name of a reward is expected here")
        pieces = found[0].split("-")
        for count in range(len(pieces), 0, -1):
            name = "-".join(pieces[:count])
            if whole or _plain(name) in _KNOWN:
                self.at += len(name)
                return _plain(name)
        self.at = found.end()
        return _plain(found[0])

    def _fail(self, what: str, place: int | None = None) -> NoReturn:
        raise RewardError(f"reward: column {(self.at if place is None else place) + 1}: {what}")


def _plain(name: str) -> str:
    return name.lower().replace("_", "-")
