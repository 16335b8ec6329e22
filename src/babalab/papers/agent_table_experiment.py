"""Experiments that run agents on levels and compare them with a published table."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from babalab.base.parameters import parameter
from babalab.base.wording import pluralize
from babalab.papers.effort import Effort
from babalab.papers.experiment import Stored
from babalab.papers.laboratory import Laboratory, resumable
from babalab.papers.level_experiment import QUICK_LEVELS, LevelExperiment
from babalab.papers.published_table import PublishedTable

if TYPE_CHECKING:
    from babalab.arena import Store
    from babalab.papers.agent_table import Reproduction
    from babalab.papers.exhibit import Exhibit

SHOWN_FAILURES = 5
EFFORT_HELP = (
    "Limits per level: 10,000 iterations, and 1,000,000 engine steps (papers) or 10 seconds (ours)."
)


@dataclass(frozen=True, kw_only=True)
class AgentTable(LevelExperiment):
    """A table of agents that only need to be run."""

    table: ClassVar[PublishedTable]
    is_drawn = False
    quick: ClassVar[Mapping[str, Any]] = {**LevelExperiment.quick, "seeds": 1}
    quick_help = f"Use only a sample of {QUICK_LEVELS} levels, and one seed."

    effort: Literal["papers", "ours"] = parameter("papers", EFFORT_HELP)
    seeds: int = parameter(3, "Seeds to run agents with that draw random numbers.", low=1)
    agents: tuple[str, ...] | None = parameter(
        None, "Run only these agents of the table.", usual="all"
    )

    def run(self, laboratory: Laboratory) -> Exhibit:
        """Make the attempts that the store lacks."""
        from babalab.papers.agent_table_layout import lay_out

        reproduction = self._make_reproduction()
        with laboratory.open_store() as store:
            failures = self._make_attempts(reproduction, store, laboratory)
            rows = reproduction.make_rows(store)
        for failure in failures[:SHOWN_FAILURES]:
            laboratory.monitor.complain(failure)
        return lay_out(reproduction, rows, failures)

    def count_stored(self, laboratory: Laboratory) -> Stored:
        """Count the attempts in the store."""
        reproduction = self._make_reproduction()
        with laboratory.look_into_store() as store:
            return Stored(*reproduction.count_stored(store), "attempt")

    def _make_reproduction(self) -> Reproduction:
        from babalab.papers.agent_table import Reproduction

        return Reproduction(
            self.table,
            self.load_levels(),
            effort=Effort(self.effort),
            seeds=self.seeds,
            sample=self.sample,
            agents=self.agents,
            address=self.address,
        )

    def _make_attempts(
        self, reproduction: Reproduction, store: Store, laboratory: Laboratory
    ) -> list[str]:
        """Make the missing attempts; return descriptions of those that failed."""
        plan = reproduction.plan(store, self.address)
        before = f", {plan.stored:,} stored before" if plan.stored else ""
        laboratory.monitor.say(f"{pluralize(len(plan.todo), 'attempt')} to make{before}")
        failures: list[str] = []
        left = len(plan.todo)
        with (
            resumable(
                lambda: (
                    f"interrupted with {pluralize(left, 'attempt')} to go; the others are safe "
                    f"in {store.name}"
                )
            ),
            laboratory.executor() as executor,
            closing(laboratory.monitor.carry_out(plan, store, executor)) as coming,
        ):
            for attempt in coming:
                left -= 1
                if attempt.error is not None:
                    task = attempt.task
                    failures.append(
                        f"{task.contestant.spec} failed on {task.level.id}: {attempt.error}"
                    )
        return failures
