"""The plays behind the tables and figures of paper C, and their results.

Self-adaptive RHEA with every tuner in every configuration plays the first levels of every game, a
number of runs on each. *Beside* it other planners may play, with the same budget, and the best
fixed operators, which are found in two steps: all 99 combinations of operators are *screened* with
few runs in one configuration, and the best few, the *finalists*, then make as many runs as the
tuners did, on other seeds than before, in every configuration. The best of these is the best fixed
one of its game and configuration.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from babalab.arena.entrant import require_distinct
from babalab.arena.errors import ArenaError
from babalab.arena.plays.board import Board, boards
from babalab.arena.plays.player import Player
from babalab.arena.plays.playing import GameStudy, PlayEnd, PlayPlan, PlayRecord
from babalab.arena.store import Store
from babalab.arena.study import JoinedStudy, make_plan
from babalab.base.specs import complete_spec, spec_of
from babalab.base.statistics import Rate
from babalab.base.suggestions import unknown
from babalab.games import game_named
from babalab.papers.rhea.configuration import USUAL, Configuration
from babalab.papers.rhea.published import TUNERS
from babalab.papers.rhea.published_wins import ALL_TUNERS
from babalab.papers.rhea.scale import BEST_FIXED, GAMES, Scale
from babalab.planning.move_limits import add_move_limits
from babalab.planning.planner import planner_named
from babalab.planning.tuners import Combination, Space, online_space

FIXED, ADAPTIVE = "rhea", "rhea-adaptive"
FIRST_SCREENING_SEED = 1_000_000
"""Far from those of the runs that count, which begin with 0."""


@dataclass(frozen=True)
class Contest:
    """Tuners in configurations on games, and who plays beside them.

    Games and planners are texts that `game_named` and `make_planner` understand. Planners beside
    have the budget of every configuration, and its other parameters as far as they know them.
    """

    games: Sequence[str] = GAMES
    tuners: Sequence[str] = TUNERS
    configurations: Sequence[Configuration] = (USUAL,)
    scale: Scale = field(default_factory=Scale)
    beside: Sequence[str] = (BEST_FIXED,)
    suite: str | None = None
    """The name of the suite that the games are, if they are one."""
    fitness: str = "value"
    """What RHEA normalises; see `RollingHorizon`."""
    flat: float = 0.0
    """What a value counts as long as all that were met are the same; see there, too."""
    softmax: str = "place"
    """What its softmax mutation is about; see there, too."""
    payoff: str = "gain"
    """What the tuners learn of a generation; see `RheaAdaptive`."""
    merged: bool = False
    """Whether the tuners see 99 combinations of operators instead of 270."""
    discount: float = 1.0
    """How much of what a tuner has learned stays after a move."""

    def __post_init__(self) -> None:
        for what in ("games", "tuners", "configurations"):
            if not getattr(self, what):
                raise ArenaError(f"the experiment needs at least one of its {what}")
        for tuner in self.tuners:
            if tuner not in ALL_TUNERS:
                raise ArenaError(unknown("tuner", tuner, ALL_TUNERS))
        _ = self._players_beside  # which raises if there is no such planner

    @cached_property
    def boards(self) -> dict[str, list[Board]]:
        """Return what is played, by the name of the game."""
        found: dict[str, list[Board]] = {}
        first, last = self.scale.first - 1, self.scale.first - 1 + self.scale.levels
        for game in self.games:
            levels = game_named(game).levels()
            here = boards(game, levels[first:last])
            if not here:
                raise ArenaError(
                    f"{game}: it has {len(levels)} levels, and none from number {first + 1} on"
                )
            if here[0].game in found:
                raise ArenaError(f"{game}: there are two games {here[0].game!r}; rename one")
            found[here[0].game] = here
        return found

    @cached_property
    def space(self) -> Space:
        """Return the operators of RHEA as the tuners see them."""
        return online_space(planner_named(FIXED), merged=self.merged)

    @property
    def seeds(self) -> range:
        """Return the seeds of the runs that count."""
        return range(self.scale.runs)

    @property
    def screening_seeds(self) -> range:
        """Return the seeds of the runs that finalists are found by."""
        first = FIRST_SCREENING_SEED
        return range(first, first + self.scale.screening_runs)

    @property
    def screening_configuration(self) -> Configuration:
        """Return the paper's usual one if it is among those asked for, else the last of them."""
        usual = (each for each in self.configurations if str(each) == str(USUAL))
        return next(usual, self.configurations[-1])

    @property
    def screened(self) -> list[Combination]:
        """Return the combinations of operators that may become finalists, each effect once."""
        arms = online_space(planner_named(FIXED)).arms
        count = min(len(arms), self.scale.screened or len(arms))
        return [arms[place * len(arms) // count] for place in range(count)]

    def make_adaptive(self, tuner: str, configuration: Configuration) -> Player:
        """Return self-adaptive RHEA."""
        return self._make_player(
            ADAPTIVE,
            configuration,
            tuner=tuner,
            payoff=self.payoff,
            merged=self.merged,
            discount=self.discount,
        )

    def make_fixed(self, operators: Combination, configuration: Configuration) -> Player:
        """Return RHEA with fixed operators."""
        return self._make_player(FIXED, configuration, **self.space.settings(operators))

    def make_planner_beside(self, text: str, configuration: Configuration) -> Player:
        """Return another planner, with the budget of a configuration unless it has its own."""
        shape = {
            "length": configuration.length,
            "population": configuration.population,
            "fitness": self.fitness,
            "flat": self.flat,
            "softmax": self.softmax,
            "payoff": self.payoff,
        }
        text = add_move_limits(text, configuration.calls, configuration.milliseconds)
        return Player.of(complete_spec(text, planner_named, shape))

    @property
    def planners_beside(self) -> list[str]:
        """Return those who play beside, without the best fixed operators."""
        return [text for text in self.beside if text != BEST_FIXED]

    @property
    def has_best_fixed(self) -> bool:
        """Return whether the best fixed operators are looked for."""
        return BEST_FIXED in self.beside

    def plan_adaptive(self, store: Store) -> PlayPlan:
        """Plan what is left to play of all tuners."""
        return make_plan(store, self._study(self._adaptive_players, self.seeds))

    def plan_beside(self, store: Store) -> PlayPlan:
        """Plan what is left to play of the planners beside."""
        return make_plan(store, self._study(self._players_beside, self.seeds))

    def plan_screening(self, store: Store) -> PlayPlan:
        """Plan what is left of finding the finalists."""
        return make_plan(store, self._study(self._screened_players, self.screening_seeds))

    def plan_finals(self, store: Store) -> PlayPlan:
        """Plan what is left to play of the finalists, once these are known."""
        return make_plan(store, JoinedStudy(self._study_finals(store)))

    def _study_finals(self, store: Store) -> list[GameStudy]:
        """Return the studies of each game's finalists."""
        finalists = self._make_finalists(store)
        return [
            GameStudy(self.boards[game], finalists[game], seeds=self.seeds) for game in self.boards
        ]

    def _make_finalists(self, store: Store) -> dict[str, list[Player]]:
        """Return RHEA with the finalists' operators in every configuration, by game."""
        return {
            game: [
                self.make_fixed(operators, configuration)
                for configuration in self.configurations
                for operators in finalists
            ]
            for game, finalists in self.find_finalists(store).items()
        }

    def count_stored(self, store: Store, *, tuners_only: bool) -> tuple[int, int]:
        """Return how many plays of the tuners, or of all, have been made, and how many there are.

        Who the finalists are is known when the screening is done; until then their plays count as
        not made.
        """
        studies = [self._study(self._adaptive_players, self.seeds)]
        if not tuners_only:
            if self._players_beside:
                studies.append(self._study(self._players_beside, self.seeds))
            if self.has_best_fixed:
                studies.append(self._study(self._screened_players, self.screening_seeds))
                studies += self._study_finals(store)
        return JoinedStudy(studies).count_stored(store)

    def find_finalists(self, store: Store) -> dict[str, list[Combination]]:
        """Return the combinations that did best in the screening of each game, the best first.

        By their wins, then by the sum of their scores, then in order.
        """
        players = self._screened_players
        wins = {(game, player.spec): 0 for game in self.boards for player in players}
        scores: dict[tuple[str, str], list[float]] = {key: [] for key in wins}
        for outcome in self.load_outcomes(store, players, self.screening_seeds):
            wins[outcome.game, outcome.planner] += outcome.won
            scores[outcome.game, outcome.planner].append(outcome.score)
        specs = {each: player.spec for each, player in zip(self.screened, players, strict=True)}

        def rank(game: str, operators: Combination) -> tuple[int, float]:
            key = game, specs[operators]
            return -wins[key], -math.fsum(scores[key])

        return {
            game: sorted(self.screened, key=lambda each: rank(game, each))[: self.scale.finalists]
            for game in self.boards
        }

    def load_outcomes(
        self, store: Store, players: Iterable[Player], seeds: Sequence[int]
    ) -> Iterator[PlayEnd]:
        """Return how the plays of these on our boards ended, as they and the games are now."""
        listed = list(players)
        return self._study(listed, seeds).ends(store) if listed else iter(())

    def load_logged(self, store: Store, player: Player, game: str) -> list[PlayRecord]:
        """Return the plays of a planner in a game, with what its tuner tried."""
        study = GameStudy(self.boards[game], [player], seeds=self.seeds)
        return study.records(store, whole=True)

    def compute_rates(self, store: Store, players: Iterable[Player]) -> dict[tuple[str, str], Rate]:
        """Return how often each of these won each game, by game and planner."""
        wins: dict[tuple[str, str], list[bool]] = {}
        for outcome in self.load_outcomes(store, players, self.seeds):
            wins.setdefault((outcome.game, outcome.planner), []).append(outcome.won)
        return {key: Rate(sum(won), len(won)) for key, won in wins.items()}

    def count_failures(self, store: Store) -> int:
        """Return how many plays of all that are shown failed; they count as not won."""
        shown = [*self._adaptive_players, *self._players_beside]
        if self.has_best_fixed:
            finalists = {each for found in self.find_finalists(store).values() for each in found}
            shown += [
                self.make_fixed(operators, configuration)
                for configuration in self.configurations
                for operators in sorted(finalists)
            ]
        return sum(outcome.failed for outcome in self.load_outcomes(store, shown, self.seeds))

    def _study(self, players: Sequence[Player], seeds: Sequence[int]) -> GameStudy:
        """Return the plays of these on all our boards."""
        return GameStudy(self._all_boards, players, seeds=seeds)

    @property
    def _adaptive_players(self) -> list[Player]:
        return [
            self.make_adaptive(tuner, configuration)
            for configuration in self.configurations
            for tuner in self.tuners
        ]

    @property
    def _screened_players(self) -> list[Player]:
        return [self.make_fixed(each, self.screening_configuration) for each in self.screened]

    @property
    def _players_beside(self) -> list[Player]:
        """Return the planners beside, each once: some don't depend on all of a configuration."""
        return require_distinct(
            self.make_planner_beside(text, configuration)
            for configuration in self.configurations
            for text in self.planners_beside
        )

    @property
    def _all_boards(self) -> list[Board]:
        return [board for game in self.boards.values() for board in game]

    def _make_player(self, name: str, configuration: Configuration, **settings: object) -> Player:
        kind: Any = planner_named(name)
        planner = kind(
            length=configuration.length,
            population=configuration.population,
            fitness=self.fitness,
            flat=self.flat,
            softmax=self.softmax,
            **configuration.budget,
            **settings,
        )
        return Player.of(spec_of(planner))
