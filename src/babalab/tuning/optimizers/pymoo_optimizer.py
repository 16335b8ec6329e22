"""The base class of pymoo's optimisers."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np
from pymoo.core.evaluator import Evaluator
from pymoo.core.individual import Individual
from pymoo.core.population import Population
from pymoo.core.problem import Problem
from pymoo.core.termination import NoTermination
from pymoo.problems.static import StaticProblem

from babalab.tuning.optimizers.optimizer import Losses, Optimizer
from babalab.tuning.space import Places


class PymooOptimizer(Optimizer):
    """An algorithm of pymoo's over places from 0 to 1.

    Where it comes to an end by itself, or asks only for points it knows, as it does when its
    steps have become smaller than six digits can tell, it starts anew with other random numbers.
    """

    least_dimensions = 1
    """More than there are get filled up with some that mean nothing."""

    @abstractmethod
    def _make_algorithm(self, first: Places) -> Any:
        """Return the algorithm with its first population."""

    @property
    def _first_count(self) -> int:
        """Return how many points the algorithm begins with."""
        return self.request.population

    def _begin(self) -> None:
        self._restarts = 0
        self._known: set[tuple[object, ...]] = set()
        self._start()

    def _start(self) -> None:
        dimensions = len(self.request.space.dimensions)
        self._width = max(dimensions, self.least_dimensions)
        first = self._list_first_places(self._first_count, self._restarts)
        filling = np.full((len(first), self._width - dimensions), 0.5)
        self._problem = Problem(n_var=self._width, n_obj=self.request.objectives, xl=0.0, xu=1.0)
        self._running = self._make_algorithm(np.hstack([first, filling]))
        self._running.setup(
            self._problem, seed=self._chance.number(self._restarts), termination=NoTermination()
        )
        self._stale = 0

    def _ask(self) -> Places:
        dimensions = len(self.request.space.dimensions)
        while True:
            self._infills = None
            if not self._running.termination.force_termination and self._stale <= 2 * dimensions:
                self._infills = self._running.ask()
            if self._infills is not None:
                break
            self._restarts += 1
            self._start()
        if isinstance(self._infills, Individual):
            places = np.atleast_2d(self._infills.X)
        else:
            places = self._infills.get("X")
        asked = {tuple(self.request.space.point(row[:dimensions]).values()) for row in places}
        self._stale = self._stale + 1 if asked <= self._known else 0
        self._known |= asked
        found: Places = np.asarray(places, dtype=float)[:, :dimensions]
        return found

    def _tell(self, losses: Losses) -> None:
        infills = self._infills
        whole = Population.create(infills) if isinstance(infills, Individual) else infills
        Evaluator().eval(StaticProblem(self._problem, F=losses), whole)
        self._running.tell(infills=infills)
