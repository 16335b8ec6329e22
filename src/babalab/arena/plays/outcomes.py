"""How plays ended, and nothing more: for tables of very many of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from sqlalchemy import case, select

from babalab.arena.plays.board import Board
from babalab.arena.plays.player import Player
from babalab.arena.schema import plays
from babalab.arena.store import Store


class Outcome(NamedTuple):
    """The end of a play."""

    game: str
    level: str
    """The key of the level."""
    planner: str
    won: bool
    score: float
    ticks: int
    failed: bool


def outcomes(
    store: Store, boards: Iterable[Board], players: Iterable[Player], seeds: Sequence[int]
) -> Iterator[Outcome]:
    """The plays of these on those boards, as planners and games are now, in no order.

    Behind the logs of tuners, which are large, a row goes on with what would have to be looked up
    for each play; so only plays without a single tick are asked whether they failed.
    """
    here = {(board.game, board.code, board.key, board.ticks) for board in boards}
    codes = {player.spec: player.code for player in players}
    failed = case((plays.c.ticks == 0, plays.c.error.is_not(None)), else_=False)
    query = select(
        plays.c.game, plays.c.game_code, plays.c.level, plays.c.max_ticks, plays.c.planner,
        plays.c.code, plays.c.won, plays.c.score, plays.c.ticks, failed,
    ).where(
        plays.c.game.in_({game for game, *_ in here}),
        plays.c.planner.in_(codes),
        plays.c.seed.in_(seeds),
    )  # fmt: skip
    with store.connection() as connection:
        rows = connection.execute(query).all()
    for game, game_code, level, limit, planner, code, *ended in rows:
        if codes[planner] == code and (game, game_code, level, limit) in here:
            won, score, ticks, nothing = ended
            yield Outcome(game, level, planner, won, score, ticks, bool(nothing))
