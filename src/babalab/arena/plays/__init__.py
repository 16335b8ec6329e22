"""Plays of planners on any game: run by the arena's executors, kept in its store.

>>> import tempfile
>>> from babalab.arena import InThisProcess, Store, carry_out, make_plan
>>> study = GameStudy(boards("fireflies", ["meadow"]), players(["random"]))
>>> with Store(tempfile.mkdtemp() + "/results.db") as store:
...     for attempt in carry_out(make_plan(store, study), store, InThisProcess()):
...         assert attempt.error is None
...     [(record.level_name, record.planner) for record in study.records(store)]
[('meadow', 'random')]
"""

from babalab.arena.plays.board import Board, boards
from babalab.arena.plays.play_task import PlayAttempt, PlayResult, PlayTask
from babalab.arena.plays.player import Player, players
from babalab.arena.plays.playing import PLAYING, GameStudy, PlayEnd, PlayPlan, PlayRecord
from babalab.arena.plays.summary import PlaySummary, find_failed_plays, summarize_plays
from babalab.arena.plays.ticks import write_ticks
from babalab.arena.plays.trials import PlayLog, space_from_json

__all__ = [
    "PLAYING",
    "Board",
    "GameStudy",
    "PlayAttempt",
    "PlayEnd",
    "PlayLog",
    "PlayPlan",
    "PlayRecord",
    "PlayResult",
    "PlaySummary",
    "PlayTask",
    "Player",
    "boards",
    "find_failed_plays",
    "players",
    "space_from_json",
    "summarize_plays",
    "write_ticks",
]
