"""Runs and evaluations in the store."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, select

import babalab
from babalab.arena import Contestant, Store
from babalab.arena.schema import tuning_evaluations, tuning_runs, tuning_steps
from babalab.base.parameters import Value
from babalab.base.suggestions import unknown
from babalab.tuning.dimension import dimension_words
from babalab.tuning.errors import TuningError
from babalab.tuning.evaluator import Terms
from babalab.tuning.history import Evaluation, History
from babalab.tuning.objectives import fitness, measured, objective_named
from babalab.tuning.outcome import Score
from babalab.tuning.packing import packed, unpacked

NOT_COMPARED = frozenset({"agent", "evaluations", "levels", "version"})
"""Settings that may change when a run goes on: files may have other paths and the same content."""


@dataclass(frozen=True)
class RunSummary:
    """A run as a list of them shows it."""

    name: str
    settings: Mapping[str, Any]
    created: str
    evaluations: int


def enter_run(store: Store, name: str, settings: Mapping[str, Any]) -> None:
    """Make a run known, or check that it is the one it was.

    Raises `TuningError` with every difference if the run of this name had other settings.
    """
    row = {"name": name, "settings": dict(settings), "created": _now()}
    with store.connection() as connection:
        connection.execute(
            store.insert(tuning_runs).values(row).on_conflict_do_nothing(index_elements=["name"])
        )
        query = select(tuning_runs.c.settings).where(tuning_runs.c.name == name)
        before: dict[str, Any] = connection.execute(query).scalar_one()
        _refuse_others(name, before, settings)
        most = max(before["evaluations"], settings["evaluations"])
        connection.execute(
            tuning_runs.update()
            .where(tuning_runs.c.name == name)
            .values(settings={**before, "evaluations": most})
        )


def stored_score(store: Store, contestant: Contestant, terms: Terms) -> Score | None:
    """What came of an agent under these terms, if that is known."""
    query = select(tuning_evaluations.c.outcomes).where(*_same(contestant, terms))
    with store.connection() as connection:
        kept = connection.execute(query).scalar_one_or_none()
    return None if kept is None else unpacked(kept, terms.budget.iterations or 0)


def keep_score(store: Store, contestant: Contestant, terms: Terms, score: Score) -> Score:
    """Keep what came of an agent under these terms, unless something is known already.

    Returns what is kept. That is another score if another process was quicker, and the one to go
    on with: an optimiser that is told something else asks other questions when the run is resumed.
    """
    levels, seeds, budget = terms.key
    row = {
        "agent": contestant.spec,
        "code": contestant.code,
        "levels": levels,
        "seeds": seeds,
        "budget": budget,
        "outcomes": packed(score),
        "finished": _now(),
        "version": babalab.__version__,
    }
    insert = store.insert(tuning_evaluations).values(row)
    key = ["agent", "code", "levels", "seeds", "budget"]
    with store.connection() as connection:
        connection.execute(insert.on_conflict_do_nothing(index_elements=key))
    kept = stored_score(store, contestant, terms)
    assert kept is not None
    return kept


def add_step(
    store: Store,
    run: str,
    number: int,
    point: Mapping[str, Value],
    spec: str,
    contestant: Contestant,
    terms: Terms,
) -> None:
    """Say which evaluation this one of a run is.

    Raises `TuningError` if it was another one before, which can't be with the same libraries.
    """
    with store.connection() as connection:
        query = select(tuning_evaluations.c.number).where(*_same(contestant, terms))
        evaluation = connection.execute(query).scalar_one()
        row = {
            "run": run,
            "number": number,
            "point": dict(point),
            "spec": spec,
            "evaluation": evaluation,
        }
        insert = store.insert(tuning_steps).values(row)
        connection.execute(insert.on_conflict_do_nothing(index_elements=["run", "number"]))
        before = select(tuning_steps.c.spec, tuning_steps.c.evaluation).where(
            tuning_steps.c.run == run, tuning_steps.c.number == number
        )
        kept = connection.execute(before).one()
    if kept.evaluation != evaluation:
        raise TuningError(
            f"evaluation {number} of {run} was {kept.spec}, and now it would be {spec}: something "
            "the optimiser is made of has changed; give this run another name with --name"
        )


def load_history(store: Store, name: str) -> History:
    """A run with everything it found out. Raises `TuningError` if there is none of this name."""
    with store.connection() as connection:
        query = select(tuning_runs.c.settings).where(tuning_runs.c.name == name)
        settings = connection.execute(query).scalar_one_or_none()
        steps = (
            select(tuning_steps, tuning_evaluations.c.outcomes)
            .join(tuning_evaluations)
            .where(tuning_steps.c.run == name)
            .order_by(tuning_steps.c.number)
        )
        rows = connection.execute(steps).all()
    if settings is None:
        names = [each.name for each in runs(store)]
        raise TuningError(unknown("run", name, names, owner=store.name))
    objectives = settings["objectives"]
    limit = settings["budget"]["iterations"]
    return History(
        name,
        settings,
        [
            evaluated(row.number, row.point, row.spec, unpacked(row.outcomes, limit), objectives)
            for row in rows
        ],
    )


def runs(store: Store) -> list[RunSummary]:
    """All runs in a store, from the oldest to the newest."""
    query = (
        select(tuning_runs, func.count(tuning_steps.c.number).label("made"))
        .outerjoin(tuning_steps)
        .group_by(tuning_runs.c.name, tuning_runs.c.created)
        .order_by(tuning_runs.c.created, tuning_runs.c.name)
    )
    with store.connection() as connection:
        return [
            RunSummary(row.name, row.settings, row.created, row.made)
            for row in connection.execute(query)
        ]


def evaluated(
    number: int, point: Mapping[str, Value], spec: str, score: Score, objectives: Iterable[str]
) -> Evaluation:
    """A point with everything that is measured there."""
    return Evaluation(
        number=number,
        point=dict(point),
        spec=spec,
        objectives=measured(score, [objective_named(name) for name in objectives]),
        fitness=fitness(score),
        solved=score.solved,
        attempts=len(score.attempts),
        iterations=score.iterations,
        seconds=score.seconds,
        length=score.length,
        failed=score.failed,
        refused=score.refused,
    )


def _refuse_others(name: str, before: Mapping[str, Any], now: Mapping[str, Any]) -> None:
    different: list[str] = []
    for key in {**before, **now}:
        if key in NOT_COMPARED or before.get(key) == now.get(key):
            continue
        if key == "vary":
            different += differing_dimensions(before.get(key) or [], now.get(key) or [])
        else:
            different.append(f"{key}: {_shown(before.get(key))}; now {_shown(now.get(key))}")
    if different:
        lines = "\n".join(f"  {line}" for line in different)
        raise TuningError(
            f"the run {name} was made with other settings:\n{lines}\n"
            "use the same to go on with it, or give this one another name with --name"
        )


def differing_dimensions(
    before: Sequence[Mapping[str, Any]], now: Sequence[Mapping[str, Any]]
) -> list[str]:
    """A line for each dimension that is not as it was; one if just their order is not."""
    old, new = ({each["name"]: dimension_words(each) for each in some} for some in (before, now))
    different = [
        f"vary {name}: {old.get(name, 'not')}; now {new.get(name, 'not')}"
        for name in {**old, **new}
        if old.get(name) != new.get(name)
    ]
    return different or [f"vary: {', '.join(old)}; now in the order {', '.join(new)}"]


def _shown(setting: Any) -> str:
    """A setting as a line of a difference has it."""
    if isinstance(setting, list):
        return ", ".join(map(_shown, setting))
    if isinstance(setting, dict):
        return " ".join(f"{name}={value}" for name, value in setting.items())
    return str(setting)


def _same(contestant: Contestant, terms: Terms) -> list[Any]:
    levels, seeds, budget = terms.key
    columns = tuning_evaluations.c
    return [
        columns.agent == contestant.spec,
        columns.code == contestant.code,
        columns.levels == levels,
        columns.seeds == seeds,
        columns.budget == budget,
    ]


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
