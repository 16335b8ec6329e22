"""A tuning run: ask the optimiser, try what it asks for, tell it, until there were enough."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import count
from pathlib import PurePath
from typing import Any

from babalab.arena import Executor, Store, carry_out, make_plan
from babalab.arena.stand_in import RefusedError
from babalab.base.budget import COMPETITION, Budget
from babalab.base.errors import BabalabError
from babalab.base.version import __version__
from babalab.game.level import Level
from babalab.tuning.choice import losses
from babalab.tuning.errors import TuningError
from babalab.tuning.evaluating import (
    EVALUATING,
    EvaluationRecord,
    EvaluationStudy,
    EvaluationTask,
    Terms,
)
from babalab.tuning.folds import Fold
from babalab.tuning.history import Evaluation
from babalab.tuning.objectives import SUBSETS, choose_objectives
from babalab.tuning.optimizers import OPTIMIZERS, make_optimizer
from babalab.tuning.optimizers.optimizer import Optimizer, Request
from babalab.tuning.records import add_step, enter_run, make_evaluation
from babalab.tuning.space import Point, TuningSpace

PAPER = Budget(seconds=2, iterations=2000)
"""The budget for a level while the paper's agents are tuned."""
FINAL = COMPETITION
"""Their budget on held-out levels; without the seconds if tuning has none."""
POPULATION = 10
EVALUATIONS = 200
SUBSET_SIZE = 10


class Tuning:
    """The settings of a tuning run.

    `agent` and `vary` say what to tune, as `TuningSpace.of` reads them. `objectives` are names of
    `OBJECTIVES`, ``subsets`` or ``subsets-fitness``; by default the fitness or, for optimisers that
    need several, the subsets. The levels of the fold `hold_out` are not tuned on. Whatever makes no
    sense raises `TuningError` here, before anything runs.
    """

    def __init__(
        self,
        agent: str,
        levels: Sequence[Level],
        *,
        optimizer: str = "cma",
        vary: Iterable[str] = (),
        objectives: Sequence[str] | None = None,
        subset_size: int = SUBSET_SIZE,
        budget: Budget = PAPER,
        population: int = POPULATION,
        seed: int = 0,
        seeds: int = 1,
        start_from_current: bool = False,
        sampler: str = "tpe",
        partitions: int | None = None,
        hold_out: Fold | None = None,
        name: str | None = None,
        set_name: str = "",
    ) -> None:
        self.hold_out = hold_out
        self.held_out: list[Level] = []
        if hold_out is not None:
            if len(levels) < hold_out.of:
                raise TuningError(f"{len(levels)} levels can't be cut into {hold_out.of} folds")
            levels, self.held_out = hold_out.split(levels)
        if not levels:
            raise TuningError(f"{set_name or 'the set'} holds no levels; tune on at least one")
        if seeds < 1:
            raise TuningError(f"{seeds} seeds make no attempt; use 1 or more")
        if not budget.iterations:
            raise TuningError("tuning needs a limit of iterations; give one with --iterations")
        self.kind = OPTIMIZERS.named(optimizer)
        self.space = TuningSpace.of(agent, vary)
        self.terms = Terms(levels, range(seeds), budget)
        usual = ["fitness"] if self.kind.for_one else [SUBSETS]
        wanted = usual if objectives is None else objectives
        self.objectives = choose_objectives(wanted, len(levels), subset_size)
        self.request = Request(
            self.space,
            len(self.objectives),
            population,
            seed,
            start_from_current,
            sampler,
            partitions,
        )
        self.name = name or self._make_name(set_name)
        self._set_name = set_name
        self.errors: Counter[str] = Counter()
        """The errors of attempts that failed twice, with their counts; stored ones included."""
        self.refusals: Counter[str] = Counter()
        """Why there are no agents at points of this run, and at how many."""
        self.made = 0
        """Evaluations that were not in the store and had to be made."""
        self._make_optimizer()  # which may have something against the request

    @property
    def final(self) -> Budget:
        """The budget of the chosen agent on levels held out."""
        return replace(FINAL, seconds=None) if self.terms.budget.seconds is None else FINAL

    @property
    def settings(self) -> dict[str, Any]:
        """All that makes this run what it is, in types JSON knows."""
        budget = self.terms.budget
        return {
            "agent": self.space.text,
            "spec": self.space.base.spec,
            "code": self.space.sample.code,
            "vary": self.space.as_json(),
            "optimizer": self.kind.name,
            "library": self.kind.made_by,
            **({"sampler": self.request.sampler} if self.kind.name == "bo" else {}),
            **({"partitions": self.request.partitions} if self.request.partitions else {}),
            **({"hold_out": str(self.hold_out)} if self.hold_out is not None else {}),
            "population": self.request.population,
            "start_from_current": self.request.start_from_current,
            "objectives": [each.name for each in self.objectives],
            "levels": self._set_name,
            "level_count": len(self.terms.levels),
            "level_digest": self.terms.digest,
            "budget": {"iterations": budget.iterations, "seconds": budget.seconds},
            "seed": self.request.seed,
            "seeds": len(self.terms.seeds),
            "version": __version__,
        }

    def run(
        self, store: Store, executor: Executor, evaluations: int = EVALUATIONS
    ) -> Generator[Evaluation, None, None]:
        """Tune until there were so many evaluations; each is stored before it is yielded.

        What the store knows is not tried again. So the same run goes on where it was broken off,
        and asked for more evaluations it is the run it would have been with more from the start.
        """
        settings = {**self.settings, "evaluations": evaluations}
        enter_run(store, self.name, settings, self.space.sample.former_codes)
        optimizer = self._make_optimizer()
        self.errors.clear()
        self.refusals.clear()
        number = 0
        with executor:
            while number < evaluations:
                points = optimizer.ask()
                told: list[Evaluation] = []
                for evaluation in self._evaluate(
                    store, executor, points[: evaluations - number], number
                ):
                    told.append(evaluation)
                    yield evaluation
                number += len(told)
                if len(told) == len(points):
                    optimizer.tell(points, [losses(each) for each in told])

    def try_held_out(self, store: Store, executor: Executor, chosen: Evaluation) -> Evaluation:
        """Return how the agent of an evaluation does on the levels held out, with `final`."""
        terms = Terms(self.held_out, self.terms.seeds, self.final)
        task = EvaluationTask(self.space.contestant(chosen.point), terms)
        plan = make_plan(store, EvaluationStudy([task]))
        with executor, closing(carry_out(plan, store, executor)) as coming:
            for _ in coming:
                pass
        score = _read_back(store, task).score(terms.budget.iterations or 0)
        self.errors += score.errors
        return make_evaluation(chosen.number, chosen.point, chosen.spec, score, ["solved"])

    def _evaluate(
        self, store: Store, executor: Executor, points: Sequence[Point], first: int
    ) -> Generator[Evaluation, None, None]:
        """Try some points; evaluations come in their order, and are stored as they come."""
        tasks = [self._make_task(point) for point in points]
        study = EvaluationStudy(tasks)
        plan = make_plan(store, study)
        known = {record.key: record for record in study.records(store)}
        with closing(carry_out(plan, store, executor)) as coming:
            for number, point, task in zip(count(first), points, tasks, strict=False):
                while task.key not in known:
                    made = next(coming).task
                    known[made.key] = _read_back(store, made)
                    self.made += made.refusal is None
                spec, record = self.space.spec(point), known[task.key]
                add_step(store, self.name, number, point, spec, record)
                yield self._note(number, point, spec, record)

    def _note(self, number: int, point: Point, spec: str, record: EvaluationRecord) -> Evaluation:
        """Return an evaluation, with what went wrong counted."""
        score = record.score(self.terms.budget.iterations or 0)
        self.errors += score.errors
        if score.refused is not None:
            self.refusals[score.refused] += 1
        return make_evaluation(number, point, spec, score, [each.name for each in self.objectives])

    def _make_task(self, point: Point) -> EvaluationTask:
        """Return the task of a point; if the agent can't be made, a stand-in that says why."""
        try:
            return EvaluationTask(self.space.contestant(point), self.terms)
        except BabalabError as error:
            spec = self.space.spec(point)
            reason = error.reason if isinstance(error, RefusedError) else str(error)
            nobody = replace(self.space.base, spec=spec, source=f"refused {spec}")
            return EvaluationTask(nobody, self.terms, reason)

    def _make_optimizer(self) -> Optimizer:
        return make_optimizer(self.kind.name, self.request)

    def _make_name(self, set_name: str) -> str:
        agent = self.space.base.name
        levels = PurePath(set_name).stem if set_name else "levels"
        fold = "" if self.hold_out is None else f"without-{self.hold_out}"
        return "-".join(
            re.sub(r"[^\w.]+", "-", part).strip("-")
            for part in (agent, self.kind.name, levels, fold, str(self.request.seed))
            if part
        )


def _read_back(store: Store, task: EvaluationTask) -> EvaluationRecord:
    """Return what the store has of an evaluation.

    That is another one if another process was quicker, and the one to go on with: an optimiser that
    is told something else asks other questions when the run is resumed.
    """
    (record,) = store.records(EVALUATING, among=[task.key])
    return record
