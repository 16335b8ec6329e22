"""The arena: studies of agents and planners, kept in one store, ranked and compared.

A study is a set of tasks of one kind, such as agents times levels times seeds. A plan is what the
store lacks of it; carried out by an executor, each attempt is stored as it comes:

>>> import tempfile
>>> from babalab.levels import load_levels
>>> study = LevelStudy(
...     contestants(["bfs", "random"]), load_levels("first-steps"), budget=COMPETITION
... )
>>> with Store(tempfile.mkdtemp() + "/results.db") as store:
...     for attempt in carry_out(make_plan(store, study), store, InThisProcess()):
...         assert attempt.result.solved
...     table = leaderboard(study.records(store))
>>> [(row.agent, row.win_rate) for row in sorted(table, key=lambda row: row.agent)]
[('bfs', 1.0), ('random', 1.0)]
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from babalab.base.lazy import import_lazily

if TYPE_CHECKING:
    from babalab.arena.comparison import Comparison, LevelComparison, Side, compare
    from babalab.arena.contestant import Contestant, contestants, find_agent_spec
    from babalab.arena.errors import ArenaError, StoreError
    from babalab.arena.export import export_records
    from babalab.arena.kind import Kind
    from babalab.arena.ranking import ClassRate, Standing, leaderboard
    from babalab.arena.solve_task import SolveAttempt, SolveTask
    from babalab.arena.solving import (
        SOLVING,
        LevelStudy,
        SolvePlan,
        SolveRecord,
        add_levels,
        find_records,
    )
    from babalab.arena.store import Store
    from babalab.arena.store_location import default_store
    from babalab.arena.study import JoinedStudy, Plan, Study, carry_out, make_plan
    from babalab.arena.task import Attempt, SingleTask, Task
    from babalab.base.budget import COMPETITION
    from babalab.base.errors import MissingExtraError
    from babalab.execution.executor import Executor
    from babalab.execution.in_this_process import InThisProcess
    from babalab.execution.ray_cluster import RayCluster
    from babalab.execution.workers import Workers

__all__ = [
    "COMPETITION",
    "SOLVING",
    "ArenaError",
    "Attempt",
    "ClassRate",
    "Comparison",
    "Contestant",
    "Executor",
    "InThisProcess",
    "JoinedStudy",
    "Kind",
    "LevelComparison",
    "LevelStudy",
    "MissingExtraError",
    "Plan",
    "RayCluster",
    "Side",
    "SingleTask",
    "SolveAttempt",
    "SolvePlan",
    "SolveRecord",
    "SolveTask",
    "Standing",
    "Store",
    "StoreError",
    "Study",
    "Task",
    "Workers",
    "add_levels",
    "carry_out",
    "compare",
    "contestants",
    "default_store",
    "export_records",
    "find_agent_spec",
    "find_records",
    "leaderboard",
    "make_plan",
]

__getattr__, __dir__ = import_lazily(
    __name__,
    {
        ".comparison": ("Comparison", "LevelComparison", "Side", "compare"),
        ".contestant": ("Contestant", "contestants", "find_agent_spec"),
        ".errors": ("ArenaError", "StoreError"),
        ".export": ("export_records",),
        ".kind": ("Kind",),
        ".ranking": ("ClassRate", "Standing", "leaderboard"),
        ".solve_task": ("SolveAttempt", "SolveTask"),
        ".solving": (
            "SOLVING",
            "LevelStudy",
            "SolvePlan",
            "SolveRecord",
            "add_levels",
            "find_records",
        ),
        ".store": ("Store",),
        ".store_location": ("default_store",),
        ".study": ("JoinedStudy", "Plan", "Study", "carry_out", "make_plan"),
        ".task": ("Attempt", "SingleTask", "Task"),
        "babalab.base.budget": ("COMPETITION",),
        "babalab.base.errors": ("MissingExtraError",),
        "babalab.execution.executor": ("Executor",),
        "babalab.execution.in_this_process": ("InThisProcess",),
        "babalab.execution.ray_cluster": ("RayCluster",),
        "babalab.execution.workers": ("Workers",),
    },
)
