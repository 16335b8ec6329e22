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

import babalab
from babalab.arena import Contestant, Executor, Store
from babalab.base.budget import COMPETITION, Budget
from babalab.base.errors import BabalabError
from babalab.game.level import Level
from babalab.tuning.choice import losses
from babalab.tuning.errors import TuningError
from babalab.tuning.evaluator import Evaluator, Terms
from babalab.tuning.folds import Fold
from babalab.tuning.history import Evaluation
from babalab.tuning.objectives import SUBSETS, chosen_objectives
from babalab.tuning.optimizers import OPTIMIZERS, make_optimizer
from babalab.tuning.optimizers.optimizer import Optimizer, Request
from babalab.tuning.outcome import Score
from babalab.tuning.records import add_step, enter_run, evaluated, keep_score, stored_score
from babalab.tuning.space import Point, Space

PAPER = Budget(seconds=2, iterations=2000)
"""What the paper's agents may use for a level while they are tuned."""
FINAL = COMPETITION
"""What they may use on levels that were held out; without the seconds if tuning has none."""
POPULATION = 10
EVALUATIONS = 200
SUBSET_SIZE = 10


class Tuning:
    """What shall be tuned, how, and on what.

    `agent` and `vary` say what to tune, as `Space.of` reads them. `objectives` are names of
    `OBJECTIVES`, or ``subsets``; by default the fitness or, for optimisers that need several,
    the subsets. The levels of the fold `hold_out` are not tuned on. Whatever makes no sense
    raises `TuningError` here, before anything runs.
    """

    def __init__(
        self,
        agent: str,
        levels: Sequence[Level],
        *,
        optimizer: str = "ga",
        vary: Iterable[str] = (),
        objectives: Sequence[str] | None = None,
        subset_size: int = SUBSET_SIZE,
        budget: Budget = PAPER,
        population: int = POPULATION,
        seed: int = 0,
        seeds: int = 1,
        start_from_current: bool = False,
        sampler: str = "tpe",
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
        self.space = Space.of(agent, vary)
        self.terms = Terms(levels, range(seeds), budget)
        usual = ["fitness"] if self.kind.for_one else [SUBSETS]
        wanted = usual if objectives is None else objectives
        self.objectives = chosen_objectives(wanted, len(levels), subset_size)
        self.request = Request(
            self.space, len(self.objectives), population, seed, start_from_current, sampler
        )
        self.name = name or self._usual_name(set_name)
        self._set_name = set_name
        self.errors: Counter[str] = Counter()
        """What went wrong with attempts of this run that failed, also when repeated, and how often;
        also where that was in the store."""
        self.refusals: Counter[str] = Counter()
        """Why there are no agents at points of this run, and at how many."""
        self.made = 0
        """Evaluations that were not in the store and had to be made."""
        self._optimizer()  # which may have something against the request

    @property
    def final(self) -> Budget:
        """What the agent taken may use on levels held out."""
        return replace(FINAL, seconds=None) if self.terms.budget.seconds is None else FINAL

    @property
    def settings(self) -> dict[str, Any]:
        """All that makes this run what it is, in types JSON knows."""
        budget = self.terms.budget
        return {
            "agent": self.space.text,
            "spec": self.space.base.spec,
            "code": self.space.code,
            "vary": self.space.as_json(),
            "optimizer": self.kind.name,
            "library": self.kind.made_by,
            **({"sampler": self.request.sampler} if self.kind.name == "bo" else {}),
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
            "version": babalab.__version__,
        }

    def run(
        self, store: Store, executor: Executor, evaluations: int = EVALUATIONS
    ) -> Generator[Evaluation, None, None]:
        """Tune until there were so many evaluations; each is stored before it is yielded.

        What the store knows is not tried again. So the same run goes on where it was broken off,
        and asked for more evaluations it is the run it would have been with more from the start.
        """
        enter_run(store, self.name, {**self.settings, "evaluations": evaluations})
        optimizer = self._optimizer()
        evaluator = Evaluator(self.terms, executor)
        self.errors.clear()
        self.refusals.clear()
        number = 0
        with executor:
            while number < evaluations:
                points = optimizer.ask()
                told: list[Evaluation] = []
                for evaluation in self._evaluate(
                    store, evaluator, points[: evaluations - number], number
                ):
                    told.append(evaluation)
                    yield evaluation
                number += len(told)
                if len(told) == len(points):
                    optimizer.tell(points, [losses(each) for each in told])

    def try_held_out(self, store: Store, executor: Executor, chosen: Evaluation) -> Evaluation:
        """How the agent of an evaluation does on the levels held out, with `final`."""
        terms = Terms(self.held_out, self.terms.seeds, self.final)
        contestant = self.space.contestant(chosen.point)
        score = stored_score(store, contestant, terms)
        if score is None:
            with (
                executor,
                closing(Evaluator(terms, executor).scores([contestant])) as it,
            ):
                _, score = next(it)
            score = keep_score(store, contestant, terms, score)
        self.errors += score.errors
        return evaluated(chosen.number, chosen.point, chosen.spec, score, ["solved"])

    def _evaluate(
        self, store: Store, evaluator: Evaluator, points: Sequence[Point], first: int
    ) -> Generator[Evaluation, None, None]:
        """Try some points; evaluations come in their order, and are stored as they come."""
        contestants: list[Contestant] = []
        scores: dict[str, Score] = {}
        unknown: dict[str, Contestant] = {}
        for point in points:
            each, refusal = self._contestant(point)
            contestants.append(each)
            known = stored_score(store, each, self.terms)
            if known is None and refusal is not None:
                known = keep_score(store, each, self.terms, self.terms.refused(refusal))
            if known is None:
                unknown[each.source] = each
            else:
                scores[each.source] = known
        names = [each.name for each in self.objectives]
        with closing(evaluator.scores(list(unknown.values()))) as coming:
            for number, point, contestant in zip(count(first), points, contestants, strict=False):
                while contestant.source not in scores:
                    finished, score = next(coming)
                    scores[finished.source] = keep_score(store, finished, self.terms, score)
                    self.made += 1
                spec = self.space.spec(point)
                add_step(store, self.name, number, point, spec, contestant, self.terms)
                yield self._noted(number, point, spec, scores[contestant.source], names)

    def _noted(
        self, number: int, point: Point, spec: str, score: Score, names: Sequence[str]
    ) -> Evaluation:
        """An evaluation, with what went wrong counted."""
        self.errors += score.errors
        if score.refused is not None:
            self.refusals[score.refused] += 1
        return evaluated(number, point, spec, score, names)

    def _contestant(self, point: Point) -> tuple[Contestant, str | None]:
        """The agent at a point; if it can't be made, a stand-in, and why."""
        try:
            return self.space.contestant(point), None
        except Exception as error:
            spec = self.space.spec(point)
            ours = isinstance(error, BabalabError)
            reason = str(error) if ours else f"{type(error).__name__}: {error}"
            return replace(self.space.base, spec=spec, source=f"refused {spec}"), reason

    def _optimizer(self) -> Optimizer:
        return make_optimizer(self.kind.name, self.request)

    def _usual_name(self, set_name: str) -> str:
        agent = self.space.base.name
        levels = PurePath(set_name).stem if set_name else "levels"
        fold = "" if self.hold_out is None else f"without-{self.hold_out}"
        return "-".join(
            re.sub(r"[^\w.]+", "-", part).strip("-")
            for part in (agent, self.kind.name, levels, fold, str(self.request.seed))
            if part
        )
