"""Plays of planners on any game: run by the arena's executors, kept in its store.

>>> import tempfile
>>> from babalab.arena import InThisProcess, Store
>>> with Store(tempfile.mkdtemp() + "/results.db") as store:
...     plan = make_play_plan(store, boards("fireflies", ["meadow"]), players(["random"]))
...     for planned, attempt in carry_out_plays(plan, store, InThisProcess()):
...         assert attempt.error is None
...     [(record.level_name, record.planner) for record in play_records(store)]
[('meadow', 'random')]
"""

from babalab.arena.plays.board import Board, boards
from babalab.arena.plays.export import write_ticks
from babalab.arena.plays.plan import (
    PlannedPlay,
    PlayPlan,
    carry_out_plays,
    joined,
    make_play_plan,
)
from babalab.arena.plays.player import Player, players
from babalab.arena.plays.records import PlayRecord, add_boards, add_play, play_records
from babalab.arena.plays.task import PlayAttempt, PlayTask
from babalab.arena.plays.trials import PlayLog, space_from_json

__all__ = [
    "Board",
    "PlannedPlay",
    "PlayAttempt",
    "PlayLog",
    "PlayPlan",
    "PlayRecord",
    "PlayTask",
    "Player",
    "add_boards",
    "add_play",
    "boards",
    "carry_out_plays",
    "joined",
    "make_play_plan",
    "play_records",
    "players",
    "space_from_json",
    "write_ticks",
]
