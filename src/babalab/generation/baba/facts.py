"""Facts about a level, cheap ones first: the champion runs only where they allow a solution."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Final

from babalab import _core
from babalab.agents import Champion, Verdict
from babalab.agents.best_first import advance
from babalab.agents.shortening import Shortened, shorten
from babalab.agents.spending import OutOfBudgetError, Spending
from babalab.base.budget import Budget
from babalab.game.action import Action, format_moves
from babalab.game.batch import Batch
from babalab.game.events import Destroyed, Pushed, RuleBroken, RuleMade, Transformed
from babalab.game.level import Level
from babalab.game.state import State
from babalab.game.story import Story
from babalab.game.vocabulary import IS
from babalab.generation.baba.variants import cut_at_win

LEAST_MOVES: Final = 3
"""A shorter solution is found by trial and error."""
OPPOSITE: Final = ({Action.UP, Action.DOWN}, {Action.LEFT, Action.RIGHT})
BARRING: Final = frozenset({"stop", "kill", "sink", "hot", "move"})
"""Properties that can force a detour."""


@dataclass(frozen=True, slots=True)
class StartFacts:
    """Facts that hold before the first move."""

    you: int
    """The number of things that are YOU."""
    lacking: int
    """The number of these that are missing: something YOU, the words YOU and WIN, an IS for each, a
    thing whose noun is a word, and a way to win that is not provably barred."""


def inspect_start(level: Level) -> StartFacts:
    """Count the things that are YOU, and what a solvable level needs and this one lacks."""
    state = level.start()
    you = len(set(state.you))
    words = [word.text for word in state.words]
    things = {thing.noun for thing in state.things}
    dead = bool(Batch(level).dead_ends(Batch(level).pack([state]))[0])
    lacking = (
        not you,
        "you" not in words,
        "win" not in words,
        words.count(IS) < 2 and not _has_shared_is(state),
        not things & set(words),
        dead,
    )
    return StartFacts(you, sum(lacking))


def find_solution(level: Level, *, known: str = "", iterations: int) -> str | None:
    """Return the shorter of the `known` moves, if they win, and those the champion finds.

    Return None if neither win.
    """
    result = Champion(shorten=0).solve(level, Budget(iterations=iterations))
    if result.verdict is Verdict.INTERRUPTED:
        raise KeyboardInterrupt  # the search has taken the Ctrl-C that was meant for all of this
    ways = [moves for moves in (result.solution, cut_at_win(level, known)) if moves]
    return min(ways, key=len, default=None)


def prove_shortest(level: Level, moves: str, steps: int) -> Shortened:
    """Return a shortest solution if `steps` engine steps prove one, or else these moves."""
    proof = _core.AStar(level.core, level.start().row, len(moves) - 1)
    spending = Spending(Budget(steps=steps))
    try:
        while (outcome := advance(proof, spending)) == _core.UNFINISHED:
            pass
    except OutOfBudgetError:
        return Shortened(moves, shortest=False)
    if outcome == _core.SOLVED:
        moves = format_moves(proof.solution())
    return Shortened(moves, shortest=proof.sound)


def is_shortest(level: Level, steps: int) -> bool:
    """Return whether `steps` engine steps prove that the level's solution is a shortest one."""
    found = prove_shortest(level, level.solution, steps)
    return found.shortest and len(found.moves) == len(level.solution)


def prove_or_shorten(level: Level, moves: str, steps: int) -> Shortened:
    """Return a shortest solution if `steps` engine steps prove one, or else shorten these moves.

    Shortening takes as many steps again. The same moves and steps give the same result.
    """
    proved = prove_shortest(level, moves, steps)
    return proved if proved.shortest else shorten(level, moves, Budget(steps=steps), prove=False)


def count_rule_changes(story: Story) -> int:
    """Count the effective rules that are made and broken."""
    return sum(
        isinstance(event, RuleMade | RuleBroken) and event.is_milestone for event in story.events
    )


def is_trivial(story: Story) -> bool:
    """Return whether a solution takes no thought.

    That is the case if it has fewer than three moves, does nothing but wait, or is a walk on which
    nothing is pushed, destroyed or changed and which goes straight or round one corner, or never
    goes back while there is nothing in the way.

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


def _has_shared_is(state: State) -> bool:
    """Return whether one IS joins the rules for YOU and for WIN."""
    predicates = {rule.rpartition("-")[2] for rule in state.rules}
    return {"you", "win"} <= predicates
