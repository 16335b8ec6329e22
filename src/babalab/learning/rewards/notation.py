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

from babalab.learning.errors import RewardError
from babalab.learning.rewards.declared import NAMED, PARTS, RewardWay
from babalab.learning.rewards.reward import CalledReward, Reward, TakenReward, Term
from babalab.learning.rewards.settings import (
    WAYS,
    RewardSetting,
    find_name_problem,
    find_setting_problems,
    find_weight_problem,
)

LONGEST = 10_000
DEEPEST = 20
"""The most brackets in brackets."""

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
    babalab.learning.errors.RewardError: reward: column 14: there is no reward 'potental'; \
did you mean 'potential'?
    """
    if isinstance(text, Reward):
        return text
    if len(text) > LONGEST:
        raise RewardError(f"reward: it has {len(text):,} characters; {LONGEST:,} are allowed")
    return _RewardReader(text).read()


@dataclass
class _RewardReader:
    text: str
    at: int = 0
    depth: int = 0

    def read(self) -> Reward:
        terms = self._read_sum()
        if self._peek():
            self._fail("a + or - is expected here, or the end")
        return Reward(terms)

    # ------------------------------------------------------------ sums and terms

    def _read_sum(self) -> tuple[Term, ...]:
        terms = list(self._read_term(-1.0 if self._accept("-") else 1.0))
        while True:
            if self._accept("+"):
                terms += self._read_term(1.0)
            elif self._accept("-"):
                terms += self._read_term(-1.0)
            else:
                return tuple(terms)

    def _read_term(self, sign: float) -> tuple[Term, ...]:
        self._peek()
        begin, weight = self.at, sign
        found = self._read_number()
        if found is not None:
            weight = sign * found
            if not self._accept("*"):
                self._fail("a number alone is no reward; the same for each step is 0.5*step", begin)
        if problem := find_weight_problem(weight):
            self._fail(problem, begin)
        if self._peek() == "(":
            begin = self.at
            return tuple(self._scale(weight, term, begin) for term in self._read_bracket())
        return (Term(weight, self._read_subject()),)

    def _scale(self, weight: float, term: Term, begin: int) -> Term:
        if problem := find_weight_problem(weight * term.weight):
            self._fail(problem, begin)
        return Term(weight * term.weight, term.of)

    def _read_bracket(self) -> tuple[Term, ...]:
        begin = self.at
        self._open()
        terms = self._read_sum()
        self._close(begin)
        return terms

    def _read_subject(self) -> CalledReward | TakenReward:
        self._peek()
        begin = self.at
        name = self._read_name()
        if name in WAYS and self._peek() == "(":
            return self._read_taken(WAYS[name])
        if problem := find_name_problem(name):
            self._fail(problem, begin)
        if self._peek() == "(":
            self._fail(f"{name!r} has no brackets; parameters stand behind a colon")
        return CalledReward(name, self._read_settings(name) if self._accept(":") else ())

    def _read_taken(self, way: RewardWay) -> TakenReward:
        begin = self.at
        self._open()
        terms = self._read_sum()
        discount = None
        if self._peek() == ",":
            if way is not RewardWay.POTENTIAL:
                self._fail(f"{way.value!r} is of one sum; only a potential has a discount")
            self.at += 1
            self._peek()
            place = self.at
            found = self._read_number()
            if found is None or not 0 <= found <= 1:
                self._fail("a discount is a number from 0 to 1", place)
            discount = found
        self._close(begin)
        return TakenReward(way, terms, discount)

    def _open(self) -> None:
        self.at += 1
        self.depth += 1
        if self.depth > DEEPEST:
            self._fail(f"more than {DEEPEST} brackets in each other", self.at - 1)

    def _close(self, begin: int) -> None:
        self.depth -= 1
        if not self._accept(")"):
            if self._peek():
                self._fail("a + or - is expected here, or a )")
            self._fail("this bracket is not closed", begin)

    # ------------------------------------------------------------ parameters

    def _read_settings(self, name: str) -> tuple[RewardSetting, ...]:
        settings: list[RewardSetting] = []
        while True:
            self._peek()
            begin = self.at
            settings.append(self._read_setting(name))
            *_, problem = find_setting_problems(name, settings)
            if problem:
                self._fail(problem, begin)
            # A comma may also stand before the discount of a potential.
            if self._peek() != "," or not re.match(r",\s*[a-z]", self.text[self.at :], re.I):
                return tuple(settings)
            self.at += 1

    def _read_setting(self, name: str) -> RewardSetting:
        if name in PARTS and (self._peek() in "/+-." or self._peek().isdigit()):
            return self._read_value(name)
        key = self._read_name(whole=True)
        if not self._accept("="):
            return RewardSetting(key)
        if key != "factor":
            return self._read_value(key)
        return RewardSetting(key, factor=self._read_signed())

    def _read_value(self, key: str) -> RewardSetting:
        weight = None if self._peek() == "/" else self._read_signed()
        return RewardSetting(key, weight, self._read_signed() if self._accept("/") else None)

    # ------------------------------------------------------------ characters

    def _peek(self) -> str:
        """Return the next character that is no space, without taking it; nothing at the end."""
        space = _SPACE.match(self.text, self.at)
        self.at = space.end() if space else self.at
        return self.text[self.at : self.at + 1]

    def _accept(self, character: str) -> bool:
        taken = self._peek() == character
        self.at += taken
        return taken

    def _read_number(self) -> float | None:
        self._peek()
        found = _NUMBER.match(self.text, self.at)
        if found is None:
            return None
        self.at = found.end()
        return float(found[0])

    def _read_signed(self) -> float:
        sign = -1.0 if self._accept("-") else 1.0
        if sign > 0:
            self._accept("+")
        found = self._read_number()
        if found is None:
            self._fail("a number is expected here")
        return sign * found

    def _read_name(self, *, whole: bool = False) -> str:
        """Read the longest known name; without one, or with `whole`, as far as a name goes."""
        self._peek()
        found = _NAME.match(self.text, self.at)
        if found is None:
            self._fail("the name of a reward is expected here")
        pieces = found[0].split("-")
        for count in range(len(pieces), 0, -1):
            name = "-".join(pieces[:count])
            if whole or _normalise(name) in _KNOWN:
                self.at += len(name)
                return _normalise(name)
        self.at = found.end()
        return _normalise(found[0])

    def _fail(self, what: str, place: int | None = None) -> NoReturn:
        raise RewardError(f"reward: column {(self.at if place is None else place) + 1}: {what}")


def _normalise(name: str) -> str:
    return name.lower().replace("_", "-")
