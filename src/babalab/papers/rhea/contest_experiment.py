"""The base of experiments about plays of self-adaptive RHEA."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from babalab.base.parameters import parameter
from babalab.papers.errors import ExperimentError
from babalab.papers.experiment import Experiment, Paper, Stored
from babalab.papers.laboratory import Laboratory
from babalab.papers.rhea.published import PAPER, TUNERS
from babalab.papers.rhea.published_wins import ALL_TUNERS
from babalab.papers.rhea.scale import BEST_FIXED, GAMES, NOBODY, QUICK, SUITE, Scale

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from babalab.arena import Store
    from babalab.arena.plays import PlayPlan
    from babalab.papers.exhibit import Exhibit
    from babalab.papers.rhea.configuration import Configuration
    from babalab.papers.rhea.contest import Contest

    Phase = tuple[str, Callable[[Store], PlayPlan]]
    """A name for some plays, and a function that plans those that are left."""

PAPER_C = Paper("C", PAPER)
ALL = "all"
"""Stands for all configurations of the paper."""
CONFIGURATIONS_HELP = "RHEA's POPULATION-LENGTH-CALLS, or with a time: 10-15-40ms."


@dataclass(frozen=True, kw_only=True)
class ContestExperiment(Experiment):
    """An experiment about plays of self-adaptive RHEA with several tuners.

    All of them share their plays. The games of a suite have the paper's design: five levels of
    each, nobody beside the tuners unless somebody is named.
    """

    paper = PAPER_C
    shows_others: ClassVar[bool] = False
    """Whether it is about more than the tuners."""
    shows_several: ClassVar[bool] = False
    """Whether it is about more than one configuration."""
    quick: ClassVar[Mapping[str, Any]] = {"runs": QUICK.runs, "scale": QUICK}
    quick_help = "Make one run on 5 levels of each game."

    games: tuple[str, ...] | None = parameter(
        None, "Games to play.", usual=f"{','.join(GAMES)}; all of a suite"
    )
    suite: str | None = parameter(
        None,
        "Play all games of a folder, or of our own suite (arcade), with the paper's design: 20 "
        "runs on five levels of each.",
        placeholder="DIR",
    )
    levels: str | None = parameter(
        None,
        "Levels of each game: how many, or from which to which (2-3).",
        placeholder="N",
        usual="10, of a suite 5",
    )
    runs: int = parameter(20, "Plays per level.", low=1)
    tuners: tuple[str, ...] = parameter(TUNERS, f"Tuners to compare, of {', '.join(ALL_TUNERS)}.")
    configurations: tuple[str, ...] = parameter(("5-10-1000",), CONFIGURATIONS_HELP)
    sizes: Literal["population-length", "length-population"] = parameter(
        "population-length",
        "What comes first in the names of configurations: the population, as in the data of the "
        "paper, or the length, as in its text.",
    )
    fitness: Literal["score", "value"] = parameter(
        "value",
        "What RHEA scales to 0 to 1: the value of a state, in which a win or loss is a million "
        "points, or the score, wins and losses counting beside it.",
    )
    flat: float = parameter(
        0.0,
        "What a score or value counts, 0 to 1, as long as all that were met are the same.",
        low=0.0,
        high=1.0,
    )
    softmax: Literal["share", "place"] = parameter(
        "place",
        "What RHEA's softmax mutation is about: the place of a gene, so that the first is e times "
        "as likely as the second, or the share of the plan before it.",
    )
    payoff: Literal["gain", "success"] = parameter(
        "gain",
        "What the tuners learn of a generation: how much fitter the best of the offspring is than "
        "the best plan before, or whether it is, 1 or 0.",
    )
    merged: bool = parameter(
        False, "Let the tuners see 99 different combinations of operators instead of all 270."
    )
    scale: Scale | None = None
    """The scale of the experiment; None means the whole design."""

    def run(self, laboratory: Laboratory) -> Exhibit:
        """Make the plays that the store lacks."""
        for game, error in self._find_broken_games().items():
            laboratory.monitor.complain(f"{game} can't be played and is left out: {error}")
        contest = self.make_contest()
        with laboratory.open_store() as store:
            with laboratory.work(f"all plays made are safe in {store.name}") as executor:
                for phase, plan in self._list_phases(contest):
                    laboratory.make_missing(
                        plan(store),
                        store,
                        executor,
                        heading=f"{phase}: ",
                        nouns=("play", "plays"),
                        place=lambda attempt: (
                            f"{attempt.task.player.spec} on {attempt.task.board.game} "
                            f"{attempt.task.board.level.name}"
                        ),
                        consequence="they count as not won",
                    )
            return self.make_exhibit(contest, store)

    def count_stored(self, laboratory: Laboratory) -> Stored:
        """Count the plays in the store."""
        contest = self.make_contest()
        with laboratory.look_into_store() as store:
            found = contest.count_stored(store, tuners_only=not self.shows_others)
        return Stored(*found, "play")

    def make_contest(self) -> Contest:
        """Return what is to be played. Raises a `BabalabError` for names that are none."""
        from babalab.papers.rhea.contest import Contest
        from babalab.papers.rhea.suite import list_suite_games

        games: Sequence[str] = self.games or GAMES
        if self.suite is not None:
            games = list_suite_games(self.suite, self.games)
        return Contest(
            games,
            self.tuners,
            self._parse_configurations(),
            self._make_scale(),
            self._choose_beside(),
            self.suite,
            self.fitness,
            self.flat,
            self.softmax,
            self.payoff,
            self.merged,
        )

    def _list_phases(self, contest: Contest) -> Iterator[Phase]:
        yield "tuners", contest.plan_adaptive
        if self.shows_others and contest.planners_beside:
            yield "beside", contest.plan_beside
        if self.shows_others and contest.has_best_fixed:
            yield "screening", contest.plan_screening
            yield "finalists", contest.plan_finals

    def _parse_configurations(self) -> tuple[Configuration, ...]:
        from babalab.papers.rhea.configuration import CONFIGURATIONS, Configuration

        names = map(str, CONFIGURATIONS) if self.configurations == (ALL,) else self.configurations
        chosen = tuple(dict.fromkeys(Configuration.parse(name, self.sizes) for name in names))
        if len(chosen) > 1 and not self.shows_several:
            raise ExperimentError(
                f"{self.name} shows one configuration; name one with --configurations"
            )
        return chosen

    def _make_scale(self) -> Scale:
        """Return how much is played, with the levels of each game that were asked for."""
        scale = self.scale or (Scale() if self.suite is None else SUITE)
        scale = replace(scale, runs=self.runs)
        if self.levels is None:
            return scale
        found = re.fullmatch(r"(?:(\d+)-)?(\d+)", self.levels)
        first, last = (int(found[1] or 1), int(found[2])) if found else (0, 0)
        if not 1 <= first <= last:
            raise ExperimentError(
                f"--levels {self.levels}: of paper C it is how many of each game, such as 5, or "
                "which, such as 2-3"
            )
        return replace(scale, first=first, levels=last - first + 1)

    def _choose_beside(self) -> tuple[str, ...]:
        """Return who plays beside the tuners."""
        return () if self.suite is not None else (BEST_FIXED,)

    def _find_broken_games(self) -> Mapping[str, Exception]:
        from babalab.papers.rhea.suite import find_broken_games

        return {} if self.suite is None else find_broken_games(self.suite)


@dataclass(frozen=True, kw_only=True)
class ComparingExperiment(ContestExperiment):
    """An experiment that shows others beside the tuners."""

    shows_others = True
    quick_help = "Make one run on 5 levels of each game, with 9 fixed combinations."

    beside: tuple[str, ...] | None = parameter(
        None,
        "Planners to compare the tuners with, such as best-fixed,rhea,mcts, or nobody.",
        usual=f"{BEST_FIXED}; of a suite {NOBODY}",
    )

    def _choose_beside(self) -> tuple[str, ...]:
        if self.beside is None:
            return super()._choose_beside()
        return () if self.beside == (NOBODY,) else self.beside
