"""Facts about a level, cheap ones first: the champion is asked only where they allow a solution."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from babalab.agents import Champion, Verdict
from babalab.agents.shortening import Proof, Shortened, shorten
from babalab.agents.spending import OutOfBudgetError, Spending
from babalab.base.budget import Budget
from babalab.game.action import Action
from babalab.game.batch import Batch
from babalab.game.events import Destroyed, Pushed, RuleBroken, RuleMade, Transformed
from babalab.game.level import Level
from babalab.game.state import State
from babalab.game.story import Story
from babalab.game.vocabulary import IS
from babalab.generation.baba.variants import winning_part

LEAST_MOVES: Final = 3
"""A solution with fewer is found by trying."""
OPPOSITE: Final = ({Action.UP, Action.DOWN}, {Action.LEFT, Action.RIGHT})
BARRING: Final = frozenset({"stop", "kill", "sink", "hot", "move"})
"""Properties that can make one walk another way."""


@dataclass(frozen=True, slots=True)
class Start:
    """What is seen before the first move."""

    you: int
    """How many things are YOU."""
    lacking: int
    """How many of these there are not: something YOU, the words YOU and WIN, an IS for each,
    a thing whose noun is a word, and a way to win that is not provably barred."""


def start_of(level: Level) -> Start:
    """Look at a level as it stands."""
    state = level.start()
    you = len(set(state.you))
    words = [word.text for word in state.words]
    things = {thing.noun for thing in state.things}
    dead = bool(Batch(level).dead_ends(Batch(level).pack([state]))[0])
    lacking = (
        not you,
        "you" not in words,
        "win" not in words,
        words.count(IS) < 2 and not _crossing(state),
        not things & set(words),
        dead,
    )
    return Start(you, sum(lacking))


@dataclass(frozen=True, slots=True)
class Way:
    """Moves that win."""

    moves: str
    expanded: int
    """States the champion expanded until it found it, or until it gave up."""


def way_to_win(level: Level, *, known: str = "", iterations: int) -> Way | None:
    """Moves the champion finds within so many iterations, or `known` ones that win: the fewer."""
    result = Champion(shorten=0).solve(level, Budget(iterations=iterations))
    if result.verdict is Verdict.INTERRUPTED:
        raise KeyboardInterrupt  # the search has taken the Ctrl-C that was meant for all of this
    ways = [moves for moves in (result.solution, winning_part(level, known)) if moves]
    if not ways:
        return None
    return Way(min(ways, key=len), result.statistics.get("found_after", result.iterations))


def shortest_way(level: Level, moves: str, steps: int) -> Shortened:
    """A shortest solution if so many engine steps prove one, or else these moves."""
    proof = Proof(level.start(), moves)
    spending = Spending(Budget(steps=steps))
    try:
        while not proof.complete:
            moves = proof.advance(spending) or moves
    except OutOfBudgetError:
        return Shortened(moves, shortest=False)
    return Shortened(moves, shortest=proof.exact)


def shorter_way(level: Level, moves: str, steps: int) -> Shortened:
    """A shortest solution if so many engine steps prove one, or what as many more make of these.

    The same moves and steps give the same result.
    """
    proved = shortest_way(level, moves, steps)
    return proved if proved.shortest else shorten(level, moves, Budget(steps=steps), prove=False)


def rule_changes(story: Story) -> int:
    """How many rules that do something are made and broken."""
    return sum(
        isinstance(event, RuleMade | RuleBroken) and event.is_milestone for event in story.events
    )


def is_trivial(story: Story) -> bool:
    """Whether there was nothing to think about in what won.

    That is: fewer than three moves, nothing but waiting, or a walk on which nothing is pushed,
    destroyed or changed and that goes straight or round one corner, or nowhere back while there
    is nothing in the way.

    >>> from babalab.game.story import tell
    >>> level = Level.parse("______/_b..f_/_B12._/_F13._/______")
    >>> is_trivial(tell(level, "rrr"))
    True
    """
    actions = [step.action for step in story.steps]
    if len(actions) < LEAST_MOVES or set(actions) == {Action.WAIT}:
        return True
    deeds = (Pushed, Destroyed, Transformed, RuleMade, RuleBroken)
    if any(isinstance(event, deeds) for event in story.events):
        return False
    turns = sum(1 for _ in groupby(actions)) - 1
    goes_back = any(pair <= set(actions) for pair in OPPOSITE)
    in_the_way = any(rule.rpartition("-")[2] in BARRING for rule in story.start.rules)
    return turns <= 1 or not (goes_back or in_the_way)


def _crossing(state: State) -> bool:
    """Whether one IS joins the rules for YOU and for WIN."""
    predicates = {rule.rpartition("-")[2] for rule in state.rules}
    return {"you", "win"} <= predicates
