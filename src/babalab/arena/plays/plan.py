"""Which plays there are to make, and making those that the store lacks."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass

from babalab.arena.errors import ArenaError
from babalab.arena.plays.board import Board
from babalab.arena.plays.player import Player
from babalab.arena.plays.records import add_boards, add_play, key_of, play_keys
from babalab.arena.plays.task import PlayAttempt, PlayTask
from babalab.arena.store import Store
from babalab.execution.executor import Executor


@dataclass(frozen=True)
class PlannedPlay:
    """A play to be made."""

    board: Board
    player: Player
    task: PlayTask


@dataclass(frozen=True)
class PlayPlan:
    """Boards times planners times seeds, without what has been played before."""

    total: int
    """Plays, made or not."""
    todo: Sequence[PlannedPlay]
    again: bool = False
    """Whether plays that are there get replaced."""

    @property
    def stored(self) -> int:
        """Plays that had been made before."""
        return self.total - len(self.todo)


def make_play_plan(
    store: Store,
    boards: Sequence[Board],
    players: Sequence[Player],
    *,
    seeds: Sequence[int] = (0,),
    ticks: int | None = None,
    again: bool = False,
) -> PlayPlan:
    """What is left to play; with `again`, all of it. Without `ticks`, games have their own limit.

    Every board is played by all planners before the next, so that a look at the results on the way
    is a fair one.
    """
    for what, given in (("board", boards), ("planner", players), ("seed", seeds)):
        if not given:
            raise ArenaError(f"there is no {what} to play with; give at least one")
    add_boards(store, boards)
    done = set() if again else play_keys(store, players)
    distinct = tuple(dict.fromkeys(seeds))
    todo = []
    for seed in distinct:
        for board in boards:
            limit = board.ticks if ticks is None else ticks
            for player in players:
                if key_of(board, player, seed, limit) not in done:
                    task = PlayTask(board.source, board.level, player.source, seed, limit)
                    todo.append(PlannedPlay(board, player, task))
    return PlayPlan(len(boards) * len(players) * len(distinct), todo, again)


def joined(plans: Iterable[PlayPlan]) -> PlayPlan:
    """Several plans as one, which makes a play that is in two of them once."""
    listed = list(plans)
    todo = {play.task: play for plan in listed for play in plan.todo}
    return PlayPlan(
        sum(plan.stored for plan in listed) + len(todo),
        list(todo.values()),
        any(plan.again for plan in listed),
    )


def carry_out_plays(
    plan: PlayPlan, store: Store, executor: Executor
) -> Generator[tuple[PlannedPlay, PlayAttempt], None, None]:
    """Make the plays of a plan; each is stored before it is yielded.

    Whenever this is interrupted, what was yielded is kept, and a new plan goes on from there.
    """
    planned = {play.task: play for play in plan.todo}
    with closing(executor.run(play.task for play in plan.todo)) as attempts:
        for attempt in attempts:
            play = planned[attempt.task]
            add_play(store, play.board, play.player, attempt, replace=plan.again)
            yield play, attempt
