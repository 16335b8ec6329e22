"""One play of a game by a planner, from the start to the end."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from babalab.base.random_streams import derive_stream
from babalab.games.game import Game, S
from babalab.planning.journal import Journal
from babalab.planning.planner import Planner, think


@dataclass(frozen=True, slots=True)
class PlayOutcome:
    """The end of a play, and its costs."""

    won: bool
    lost: bool
    score: float
    ticks: int
    calls: int
    """Steps of the forward model, not counting the steps played."""
    seconds: float


@dataclass(frozen=True, slots=True)
class Play(PlayOutcome):
    """A whole play."""

    actions: tuple[int, ...]
    journal: Journal


def play(
    game: Game[S],
    planner: Planner,
    seed: int,
    *,
    ticks: int | None = None,
    watch: Callable[[S], None] | None = None,
) -> Play:
    """Let a planner play until the game is over or `ticks` (the game's limit) have passed.

    The game, the planner and its tuner each draw from a stream of their own, fixed by the seed; the
    planner's simulations draw from its stream.
    """
    purposes = "game", "planner", planner.purpose_of_tuning(game)
    real, imagined, choices = (derive_stream(seed, purpose) for purpose in purposes)
    began = time.perf_counter()
    state = game.start(real)
    mind, tuner, journal = planner.mind(game, imagined), planner.begin_tuning(choices), Journal()
    actions: list[int] = []
    while not game.over(state) and len(actions) < (game.ticks if ticks is None else ticks):
        if watch is not None:
            watch(state)
        for _ in think(
            mind, state, tuner, journal, calls=planner.calls, milliseconds=planner.milliseconds
        ):
            pass
        journal.tick()
        action = mind.decide()
        state = game.step(state, action, real)
        actions.append(action)
    if watch is not None:
        watch(state)
    return Play(
        game.won(state),
        game.lost(state),
        game.score(state),
        len(actions),
        mind.calls,
        time.perf_counter() - began,
        tuple(actions),
        journal,
    )
