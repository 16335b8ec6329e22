"""Tuning runs in the store: their settings, and which evaluation was which of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlalchemy import ForeignKeyConstraint, func, select

from babalab.arena import Store
from babalab.arena.schema import declare_table
from babalab.base.parameters import Value
from babalab.base.suggestions import unknown
from babalab.tuning.dimension import describe_dimension
from babalab.tuning.errors import TuningError
from babalab.tuning.evaluating import EvaluationRecord, tuning_evaluations
from babalab.tuning.history import Evaluation, History
from babalab.tuning.objectives import find_objective, fitness, measure_all
from babalab.tuning.outcome import Score
from babalab.tuning.packing import unpack_score

tuning_runs = declare_table(
    "tuning_runs",
    {"name": "text", "settings": "json", "created": "text"},
    primary_key=("name",),
)  # fmt: skip
"""The settings of runs, by name."""

tuning_steps = declare_table(
    "tuning_steps",
    {
        "run": "text", "number": "number", "point": "json", "spec": "text", "evaluation": "number",
    },
    ForeignKeyConstraint(["run"], [tuning_runs.c.name]),
    ForeignKeyConstraint(["evaluation"], [tuning_evaluations.c.number]),
    primary_key=("run", "number"),
)  # fmt: skip
"""The evaluations of runs, in order."""

NOT_COMPARED = frozenset({"agent", "evaluations", "levels", "version"})
"""Settings that may change when a run goes on: files may have other paths and the same content."""


_SETTINGS: Final[Mapping[str, type]] = {
    "agent": str, "optimizer": str, "levels": str, "evaluations": int, "seed": int,
    "objectives": list, "budget": dict, "vary": list,
}  # fmt: skip
"""Settings that every run has, and their types."""


@dataclass(frozen=True)
class RunSummary:
    """A run as a list of them shows it."""

    name: str
    settings: Mapping[str, Any]
    created: str
    evaluations: int


def enter_run(
    store: Store, name: str, settings: Mapping[str, Any], former_codes: Collection[str] = ()
) -> None:
    """Make a run known, or check that it is the one it was.

    One made with one of `former_codes` is the same. Raises `TuningError` with every difference if
    the run of this name had other settings.
    """
    row = {"name": name, "settings": dict(settings), "created": _now()}
    with store.connection([tuning_runs]) as connection:
        connection.execute(
            store.insert(tuning_runs).values(row).on_conflict_do_nothing(index_elements=["name"])
        )
        query = select(tuning_runs.c.settings).where(tuning_runs.c.name == name)
        with store.interpret():
            before = _check_settings(connection.execute(query).scalar_one())
        if before.get("code") in former_codes:
            before = {**before, "code": settings["code"]}
        _refuse_others(name, before, settings)
        most = max(before["evaluations"], settings["evaluations"])
        connection.execute(
            tuning_runs.update()
            .where(tuning_runs.c.name == name)
            .values(settings={**before, "evaluations": most})
        )


def add_step(
    store: Store,
    run: str,
    number: int,
    point: Mapping[str, Value],
    spec: str,
    evaluation: EvaluationRecord,
) -> None:
    """Say which evaluation this one of a run is.

    Raises `TuningError` if it was another one before, which can't be with the same libraries.
    """
    row = {
        "run": run,
        "number": number,
        "point": dict(point),
        "spec": spec,
        "evaluation": evaluation.number,
    }
    with store.connection([tuning_steps]) as connection:
        insert = store.insert(tuning_steps).values(row)
        connection.execute(insert.on_conflict_do_nothing(index_elements=["run", "number"]))
        before = select(tuning_steps.c.spec, tuning_steps.c.evaluation).where(
            tuning_steps.c.run == run, tuning_steps.c.number == number
        )
        kept = connection.execute(before).one()
    if kept.evaluation != evaluation.number:
        raise TuningError(
            f"evaluation {number} of {run} was {kept.spec}, and now it would be {spec}: something "
            "the optimiser is made of has changed; give this run another name with --name"
        )


def load_history(store: Store, name: str) -> History:
    """Load a run with everything it found out. Raises `TuningError` if there is none."""
    found = store.rows(
        select(tuning_runs.c.settings).where(tuning_runs.c.name == name), [tuning_runs]
    )
    if not found:
        names = [each.name for each in runs(store)]
        raise TuningError(unknown("run", name, names, owner=store.name))
    steps = store.rows(
        select(tuning_steps, tuning_evaluations.c.outcomes)
        .join(tuning_evaluations)
        .where(tuning_steps.c.run == name)
        .order_by(tuning_steps.c.number),
        [tuning_steps],
    )
    with store.interpret():
        settings = _check_settings(found[0]["settings"])
        objectives = settings["objectives"]
        limit = settings["budget"]["iterations"]
        evaluations = [
            make_evaluation(
                step["number"],
                step["point"],
                step["spec"],
                unpack_score(step["outcomes"], limit),
                objectives,
            )
            for step in steps
        ]
    return History(name, settings, evaluations)


def runs(store: Store) -> list[RunSummary]:
    """Return all runs in a store, from the oldest to the newest."""
    query = (
        select(tuning_runs, func.count(tuning_steps.c.number).label("made"))
        .outerjoin(tuning_steps)
        .group_by(tuning_runs.c.name, tuning_runs.c.created)
        .order_by(tuning_runs.c.created, tuning_runs.c.name)
    )
    with store.interpret():
        return [
            RunSummary(row["name"], _check_settings(row["settings"]), row["created"], row["made"])
            for row in store.rows(query, [tuning_steps])
        ]


def make_evaluation(
    number: int, point: Mapping[str, Value], spec: str, score: Score, objectives: Iterable[str]
) -> Evaluation:
    """Return a point with everything that is measured there."""
    return Evaluation(
        number=number,
        point=dict(point),
        spec=spec,
        objectives=measure_all(score, [find_objective(name) for name in objectives]),
        fitness=fitness(score),
        solved=score.solved,
        attempts=len(score.attempts),
        iterations=score.iterations,
        seconds=score.seconds,
        length=score.length,
        failed=score.failed,
        refused=score.refused,
    )


def _check_settings(settings: Any) -> dict[str, Any]:
    """Return the settings of a run. Raises `ValueError` or so if they are something else."""
    for name, kind in _SETTINGS.items():
        if not isinstance(settings[name], kind):
            raise ValueError(f"{name} can't be {settings[name]!r}")
    return dict(settings)


def _refuse_others(name: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    different: list[str] = []
    for key in {**before, **now}:
        if key in NOT_COMPARED or before.get(key) == now.get(key):
            continue
        if key == "vary":
            different += list_differences(before.get(key) or [], now.get(key) or [])
        else:
            different.append(
                f"{key}: {_format_setting(before.get(key))}; now {_format_setting(now.get(key))}"
            )
    if different:
        lines = "\n".join(f"  {line}" for line in different)
        raise TuningError(
            f"the run {name} was made with other settings:\n{lines}\n"
            "use the same to go on with it, or give this one another name with --name"
        )


def list_differences(
    before: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]
) -> list[str]:
    """Return a line for each dimension that is not as it was; one if just their order is not."""
    old, new = ({each["name"]: describe_dimension(each) for each in some} for some in (before, now))
    different = [
        f"vary {name}: {old.get(name, 'not')}; now {new.get(name, 'not')}"
        for name in {**old, **new}
        if old.get(name) != new.get(name)
    ]
    return different or [f"vary: {', '.join(old)}; now in the order {', '.join(new)}"]


def _format_setting(setting: Any) -> str:
    """Return a setting as a line of a difference has it."""
    if isinstance(setting, list):
        return ", ".join(map(_format_setting, setting))
    if isinstance(setting, dict):
        return " ".join(f"{name}={value}" for name, value in setting.items())
    return str(setting)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
