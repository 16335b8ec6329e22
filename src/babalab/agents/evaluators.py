"""Open lists of a search: the evaluators that sort them, and their notation."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from babalab.base.parameters import ParameterError
from babalab.base.registry import Registry

_MEANINGS = {
    "breadth": "steps of the search from the start",
    "moves": "moves from the start",
    "words": "how often this arrangement of words was met",
    "rules": "how often this set of rules was met",
    "rules-place": "how often this set of rules was met with YOU in this place",
    "things": "how often this arrangement of things was met, YOU and movers left out",
    "rest": "how often this arrangement of words and things was met, YOU and movers left out",
    "atoms": "how often its rarest fact was met: a word or thing on a cell",
    "rule-atoms": "the same among states with the same rules, of facts that did not hold at first",
    "distance": "from YOU to a winning thing; without one, from a WIN word to an IS",
    "path": "cost of a way from YOU to a winning thing, through what may be moved or removed",
    "plan": "the same, or of spelling a rule that makes something win, or be YOU, and going on",
    "score": "the weighted sum of heuristics, for agents that have weights",
}
"""The least value comes first. The order is that of native/search/evaluators.hpp."""

EVALUATORS: Final[Registry[str]] = Registry("evaluator", ParameterError, _MEANINGS)
_NUMBERS = {name: number for number, name in enumerate(EVALUATORS)}
_LIST = re.compile(r"(?P<first>[a-z-]+)(?:/(?P<second>[a-z-]+))?(?:\*(?P<turns>\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class ListSpec:
    """An open list: its evaluator, the one that breaks ties, and its turns in a round."""

    first: str
    second: str = "breadth"
    turns: int = 1

    @property
    def numbers(self) -> tuple[int, int, int]:
        """The list as the core takes it: two evaluators by number, and the turns."""
        return _NUMBERS[self.first], _NUMBERS[self.second], self.turns


def parse_lists(text: str, *, scored: bool = False) -> tuple[ListSpec, ...]:
    """Parse open lists written as ``FIRST/SECOND*TURNS``, joined by plus signs.

    Without a second evaluator ties go to the state nearer to the start; then, always, to the older.
    Only agents with weights have a score (`scored`).

    >>> parse_lists("words/plan*2+moves")[0]
    ListSpec(first='words', second='plan', turns=2)
    """
    specs = []
    for piece in text.split("+"):
        found = _LIST.fullmatch(piece.strip())
        if found is None or (found["turns"] is not None and int(found["turns"]) < 1):
            raise ParameterError(
                f"{piece!r} is no open list; write FIRST, FIRST/SECOND or FIRST/SECOND*TURNS "
                "and join lists with +"
            )
        for name in (found["first"], found["second"] or "breadth"):
            if name == "score" and not scored:
                raise ParameterError(
                    "only agents with weights have a score; see heuristic and heuristic-plus"
                )
            EVALUATORS.named(name)  # which raises if there is none
        specs.append(
            ListSpec(found["first"], found["second"] or "breadth", int(found["turns"] or 1))
        )
    return tuple(specs)
