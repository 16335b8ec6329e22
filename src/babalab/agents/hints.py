"""Hints: the next aim in a play, or the moves to take back if it can't be won."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from typing import Any, Final

from babalab.agents.agent import DEFAULT_AGENT, Agent, Watch, make_agent
from babalab.agents.result import Result, Verdict
from babalab.base.budget import Budget
from babalab.base.wording import pluralize
from babalab.game.action import Action
from babalab.game.english import (
    DIRECTIONS,
    describe_cell,
    join_words,
    mention,
    mention_all,
    mention_pushed,
    spell_rule,
)
from babalab.game.events import (
    ControlChanged,
    Destroyed,
    Pushed,
    RuleBroken,
    RuleMade,
    Transformed,
    Walked,
    Won,
)
from babalab.game.level import Level
from babalab.game.state import State
from babalab.game.story import Chapter, Story, tell
from babalab.levels.address import find_start

ALREADY_WON: Final = "This is already won."


@dataclass(frozen=True)
class Hint:
    """Help for a state: the next aim, or the moves to take back."""

    state: State
    verdict: Verdict
    """The outcome of the search from the state."""
    solution: str | None = None
    take_back: int | None = None
    """If the state can't be won, the number of moves to take back until it can be."""
    fewest: bool = False
    """Whether taking back fewer is proved not to be enough."""
    hopeless: bool = False
    """Whether the level is proved unsolvable from its start."""

    @cached_property
    def story(self) -> Story | None:
        """The story of the whole solution."""
        return None if self.solution is None else tell(self.state, self.solution)

    @property
    def moves(self) -> str:
        """The moves up to the next milestone; none if there is no solution or nothing to do."""
        story = self.story
        return story.chapters[0].moves if story is not None and story.chapters else ""

    @property
    def sentence(self) -> str:
        """The hint in a sentence."""
        if self.solution is not None:
            story = self.story
            assert story is not None
            return _advise(story.chapters[0]).sentence if story.chapters else ALREADY_WON
        if self.verdict is not Verdict.UNSOLVABLE:
            return f"No answer yet: the search is {self.verdict.value}."
        if self.hopeless:
            return "This level can't be won at all."
        if self.take_back is None:
            return "It can't be won from here; how far back it could be was not found in time."
        back = f"take back {'' if self.fewest else 'at most '}{pluralize(self.take_back, 'move')}"
        return f"It can't be won from here: {back}, and it can be again."

    @property
    def steps(self) -> tuple[str, ...]:
        """The hint in sentences that tell more and more: the aim, the place, the next moves.

        There is only one if there is no way to win from here, or none is known.
        """
        story = self.story
        if story is None or not story.chapters:
            return (self.sentence,)
        advice = _advise(story.chapters[0])
        return (advice.aim, advice.place, f"The next moves: {_spell_moves(self.moves)}.")

    def follow(self, state: State) -> Hint | None:
        """Return the hint for a later state of the same play, if that has kept to the solution."""
        before, now = self.state.moves or "", state.moves or ""
        made = now[len(before) :]
        if self.state.level != state.level or not now.startswith(before):
            return None
        if not made:
            return self
        if self.solution is None or not self.solution.startswith(made):
            return None
        return Hint(state, self.verdict, self.solution[len(made) :])

    def as_json(self) -> dict[str, Any]:
        """Return the hint as a JSON object."""
        return {
            "level": self.state.level.line,
            "played": self.state.moves,
            "verdict": self.verdict.value,
            "hint": self.sentence,
            "moves": self.moves,
            "solution": self.solution,
            "take_back": self.take_back,
            "fewest": self.fewest,
            "hopeless": self.hopeless,
        }


def hint(
    level: State | Level | str,
    budget: Budget | None = None,
    agent: Agent | None = None,
    watch: Watch | None = None,
) -> Hint:
    """Suggest what to do next in a state whose moves are known, or at the start of a level.

    `level` may also be an address, such as ``metamorphosis/alchemy@ll``. The agent (by default
    the one `DEFAULT_AGENT` names) searches from the state. Where it proves that there is no
    solution, the rest of the budget goes into finding the last state of the play that can still be
    won. Ctrl-C ends the search and keeps what is known.

    >>> from babalab import State
    >>> hint(State.parse("______/_b..f_/_B12._/_F13._/______@r")).sentence
    'Reach the flag at row 1, column 4, which is WIN.'
    """
    state = find_start(level)
    if state.moves is None:
        raise ValueError("a state out of a batch does not know the moves that led to it")
    shared = _SharedBudget(budget or Budget(), agent or make_agent(DEFAULT_AGENT), watch)
    result = shared.solve(state)
    if result.solution is not None:
        return Hint(state, result.verdict, result.solution)
    if result.verdict is not Verdict.UNSOLVABLE:
        return Hint(state, result.verdict, _continue_known(state))
    return _take_back(state, shared)


class _SharedBudget:
    """One budget for several searches."""

    def __init__(self, budget: Budget, agent: Agent, watch: Watch | None) -> None:
        self.left = budget
        self.agent = agent
        self.watch = watch

    def solve(self, state: State) -> Result:
        if state.lost and not state.won:
            return Result(self.agent.name, Verdict.UNSOLVABLE, None, 0.0, 0, 0, 0)
        result = self.agent.solve(state, self.left, self.watch)
        self.left = replace(
            self.left,
            seconds=_subtract(self.left.seconds, result.seconds),
            iterations=_subtract(self.left.iterations, result.iterations),
            steps=_subtract(self.left.steps, result.steps),
        )
        return result


def _subtract(limit: Any, spent: Any) -> Any:
    return None if limit is None else max(0, limit - spent)


def _continue_known(state: State) -> str | None:
    """Return the rest of the level's own solution, if the play has kept to it and it wins."""
    played, known = state.moves or "", state.level.solution
    rest = known[len(played) :]
    return rest if rest and known.startswith(played) and state.play(rest).won else None


def _take_back(state: State, shared: _SharedBudget) -> Hint:
    """Look for the last state of the play that can be won.

    If a state can be won, so can all before it, so bisection finds the last one. A state that the
    search could not decide counts as lost, and then the answer does not claim to be the best.
    """
    played = state.moves or ""
    past = [state.level.start()]
    for letter in played:
        past.append(past[-1].step(letter))
    winnable, unwinnable = -1, len(played)  # the last known to be one, the first to be the other
    known = state.level.solution
    if known and past[0].play(known).won:
        winnable = _count_common_moves(played, known, 0)
    undecided = unwinnable
    while winnable + 1 < undecided:
        middle = (winnable + undecided) // 2
        result = shared.solve(past[middle])
        if result.verdict is Verdict.INTERRUPTED:
            break
        if result.solution is not None:
            winnable = _count_common_moves(played, result.solution, middle)
        else:
            undecided = middle
            if result.verdict is Verdict.UNSOLVABLE:
                unwinnable = middle
    return Hint(
        state,
        Verdict.UNSOLVABLE,
        take_back=None if winnable < 0 else len(played) - winnable,
        fewest=winnable >= 0 and unwinnable == winnable + 1,
        hopeless=unwinnable == 0,
    )


def _count_common_moves(played: str, solution: str, since: int) -> int:
    """Return the number of moves until the play departs from this solution."""
    count = since
    for mine, theirs in zip(played[since:], solution, strict=False):
        if mine != theirs:
            break
        count += 1
    return count


# ---------------------------------------------------------------- in words


@dataclass(frozen=True, slots=True)
class _Advice:
    """The thing to aim at, its place, and both in one sentence."""

    aim: str
    place: str
    sentence: str


def _advise(chapter: Chapter) -> _Advice:
    """Turn a chapter of a solution into advice."""
    milestones = chapter.milestones
    made = [spell_rule(e.rule) for e in milestones if isinstance(e, RuleMade)]
    broken = [spell_rule(e.rule) for e in milestones if isinstance(e, RuleBroken)]
    if made or broken:
        aims = [f"break {join_words(broken)}"] if broken else []
        aims += [f"make {join_words(made)}"] if made else []
        text = join_words(aims)
        return _advise_push(f"{text[0].upper()}{text[1:]}", chapter)
    won = next((event for event in milestones if isinstance(event, Won)), None)
    if won is not None:
        return _advise_win(won, chapter)
    for event in milestones:
        match event:
            case Transformed(noun=noun, into=into):
                aim = f"Turn {mention(1, noun)} into {mention(1, into)}"
                return _Advice(f"{aim}.", f"Do it at {describe_cell(event.cell)}.", f"{aim}.")
            case Destroyed():
                gone = Counter(e.noun for e in milestones if isinstance(e, Destroyed))
                return _advise_push(f"Sacrifice {mention_all(gone)}", chapter)
            case ControlChanged(after=after):
                aim = f"Get control of {join_words(after)}"
                return _Advice(f"{aim}.", _describe_last_place(chapter), f"{aim}.")
    return _Advice("Go on.", _describe_last_place(chapter), "Go on.")


def _advise_push(aim: str, chapter: Chapter) -> _Advice:
    """Advise to reach an aim by the last push of a chapter."""
    push = _describe_push(chapter)
    if not push:
        return _Advice(f"{aim}.", _describe_last_place(chapter), f"{aim}.")
    return _Advice(f"{aim}.", f"{push[0].upper()}{push[1:]}.", f"{aim}: {push}.")


def _describe_push(chapter: Chapter) -> str:
    """Describe the last push of a chapter, which achieves its aim."""
    last = [event for event in chapter.steps[-1].events if isinstance(event, Pushed)]
    if not last:
        return ""
    if last[0].by_itself:
        return f"let {last[0].by_noun} push {mention_pushed(last)}"
    where = f" to {describe_cell(last[0].target)}" if len(last) == 1 else ""
    action = chapter.steps[-1].action
    way = "" if action is Action.WAIT else f" {DIRECTIONS[action]}"
    return f"push {mention_pushed(last)}{way}{where}"


def _describe_last_place(chapter: Chapter) -> str:
    """Say where the player is at the end of a chapter."""
    steps = [event for step in chapter.steps for event in step.events if isinstance(event, Walked)]
    return f"Go to {describe_cell(steps[-1].target)}." if steps else "Stay where you are and wait."


def _advise_win(won: Won, chapter: Chapter) -> _Advice:
    there = describe_cell(won.cell)
    if won.you == won.win:
        aim = f"Make {won.you} both YOU and WIN."
        return _Advice(aim, f"The {won.you} that wins is at {there}.", aim)
    if chapter.steps[-1].action is Action.WAIT:
        aim = f"Wait for {won.you} and {won.win} to meet"
        return _Advice(f"{aim}.", f"They meet at {there}.", f"{aim} at {there}.")
    aim = f"Reach the {won.win}"
    return _Advice(
        f"{aim}, which is WIN.",
        f"The {won.win} to reach is at {there}.",
        f"{aim} at {there}, which is WIN.",
    )


def _spell_moves(moves: str) -> str:
    """Return moves in words.

    >>> _spell_moves("rrrds")
    'right 3, down, wait'
    """
    runs = [(Action.from_letter(letter), len(list(run))) for letter, run in groupby(moves)]
    names = [(DIRECTIONS.get(action, "wait"), count) for action, count in runs]
    return ", ".join(f"{name} {count}" if count > 1 else name for name, count in names)
