"""The arena: running agents on levels under one budget, keeping the results, ranking.

An evaluation is a plan (agents times levels times seeds, less what the store has already) carried
out by an executor, each result being stored as it comes:

>>> import tempfile
>>> from babalab.levels import load_levels
>>> with Store(tempfile.mkdtemp() + "/results.db") as store:
...     plan = make_plan(
...         store, contestants(["bfs", "random"]), load_levels("first-steps"), budget=COMPETITION
...     )
...     for contestant, attempt in carry_out(plan, store, InThisProcess()):
...         assert attempt.result.solved
...     table = leaderboard(store.records())
>>> [(row.agent, row.win_rate) for row in sorted(table, key=lambda row: row.agent)]
[('bfs', 1.0), ('random', 1.0)]
"""

from babalab.arena.comparison import Comparison, LevelComparison, Side, compare
from babalab.arena.contestant import Contestant, contestants, known_as
from babalab.arena.errors import ArenaError, StoreError
from babalab.arena.evaluation import Plan, carry_out, make_plan
from babalab.arena.export import export_records
from babalab.arena.ranking import ClassRate, Standing, leaderboard, select_records
from babalab.arena.record import Record
from babalab.arena.store import Store, default_store
from babalab.arena.task import Attempt, Task, run_task
from babalab.base.budget import COMPETITION
from babalab.base.errors import MissingExtraError
from babalab.execution.executor import Executor
from babalab.execution.in_this_process import InThisProcess
from babalab.execution.ray_cluster import RayCluster
from babalab.execution.workers import Workers

__all__ = [
    "COMPETITION",
    "ArenaError",
    "Attempt",
    "ClassRate",
    "Comparison",
    "Contestant",
    "Executor",
    "InThisProcess",
    "LevelComparison",
    "MissingExtraError",
    "Plan",
    "RayCluster",
    "Record",
    "Side",
    "Standing",
    "Store",
    "StoreError",
    "Task",
    "Workers",
    "carry_out",
    "compare",
    "contestants",
    "default_store",
    "export_records",
    "known_as",
    "leaderboard",
    "make_plan",
    "run_task",
    "select_records",
]
