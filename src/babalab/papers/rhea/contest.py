"""The plays behind the tables and figures of paper C: which there are, and what came of them.

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

from babalab.arena.entrant import each_once
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
from babalab.planning.move_limits import with_move_limits
from babalab.planning.planner import planner_named
from babalab.planning.tuners import Combination, Space, online_space

TUNERS = ("ea", "mab", "nmc", "ntbea", "random")
"""In the order of the paper's Table II."""
GAMES = ("baba", "sokoban", "fireflies")
FIXED, ADAPTIVE = "rhea", "rhea-adaptive"
BEST_FIXED = "best-fixed"
"""Stands among planners beside for the best fixed operators of RHEA."""
FIRST_SCREENING_SEED = 1_000_000
"""Far from those of the runs that count, which begin with 0."""


@dataclass(frozen=True)
class Scale:
    """How much is played."""

    runs: int = 20
    """On every level."""
    levels: int = 10
    """Of every game. The paper's games have five, but of ours some are won by everyone, and say
    nothing."""
    first: int = 1
    """The number of the first of them."""
    screening_runs: int = 2
    screened: int | None = None
    """Combinations of operators, spread evenly; None is all."""
    finalists: int = 5

    def __str__(self) -> str:
        """The runs that count, in words."""
        return f"{self.runs} {'run' if self.runs == 1 else 'runs'} a level"


QUICK = Scale(runs=1, levels=5, screening_runs=1, screened=9, finalists=2)
"""To see that everything works."""
SUITE = Scale(levels=5)
"""The paper's: 20 runs on each of five levels."""


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
    """What the games are called together, if they are."""

    def __post_init__(self) -> None:
        for what in ("games", "tuners", "configurations"):
            if not getattr(self, what):
                raise ArenaError(f"the experiment needs at least one of its {what}")
        for tuner in self.tuners:
            if tuner not in TUNERS:
                raise ArenaError(unknown("tuner", tuner, TUNERS))
        _ = self._players_beside  # which raises if there is no such planner

    @cached_property
    def boards(self) -> dict[str, list[Board]]:
        """What is played, by the name of the game."""
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
        """The operators of RHEA."""
        return online_space(planner_named(FIXED))

    @property
    def seeds(self) -> range:
        """Of the runs that count."""
        return range(self.scale.runs)

    @property
    def screening_seeds(self) -> range:
        """Of the runs that finalists are found by."""
        first = FIRST_SCREENING_SEED
        return range(first, first + self.scale.screening_runs)

    @property
    def screening_configuration(self) -> Configuration:
        """The paper's usual one if it is among those asked for, else the last of them."""
        return USUAL if USUAL in self.configurations else self.configurations[-1]

    @property
    def screened(self) -> list[Combination]:
        """The combinations of operators that may become finalists."""
        arms = self.space.arms
        count = min(len(arms), self.scale.screened or len(arms))
        return [arms[place * len(arms) // count] for place in range(count)]

    def adaptive(self, tuner: str, configuration: Configuration) -> Player:
        """Self-adaptive RHEA."""
        return self._player(ADAPTIVE, configuration, tuner=tuner)

    def fixed(self, operators: Combination, configuration: Configuration) -> Player:
        """RHEA with fixed operators."""
        return self._player(FIXED, configuration, **self.space.settings(operators))

    def planner_beside(self, text: str, configuration: Configuration) -> Player:
        """Another planner with the budget of a configuration, unless it has one of its own."""
        shape = {"length": configuration.length, "population": configuration.population}
        text = with_move_limits(text, configuration.calls, configuration.milliseconds)
        return Player.of(complete_spec(text, planner_named, shape))

    @property
    def planners_beside(self) -> list[str]:
        """Those who play beside, without the best fixed operators."""
        return [text for text in self.beside if text != BEST_FIXED]

    @property
    def has_best_fixed(self) -> bool:
        """Whether the best fixed operators are looked for."""
        return BEST_FIXED in self.beside

    def plan_adaptive(self, store: Store) -> PlayPlan:
        """What is left to play of all tuners."""
        return make_plan(store, self._study(self._adaptive_players, self.seeds))

    def plan_beside(self, store: Store) -> PlayPlan:
        """What is left to play of the planners beside."""
        return make_plan(store, self._study(self._players_beside, self.seeds))

    def plan_screening(self, store: Store) -> PlayPlan:
        """What is left of finding the finalists."""
        configuration = self.screening_configuration
        everybody = [self.fixed(operators, configuration) for operators in self.screened]
        return make_plan(store, self._study(everybody, self.screening_seeds))

    def plan_finals(self, store: Store) -> PlayPlan:
        """What is left to play of the finalists, once these are known."""
        finalists = self.finalists(store)
        studies = [
            GameStudy(
                self.boards[game],
                [
                    self.fixed(operators, configuration)
                    for configuration in self.configurations
                    for operators in finalists[game]
                ],
                seeds=self.seeds,
            )
            for game in self.boards
        ]
        return make_plan(store, JoinedStudy(studies))

    def finalists(self, store: Store) -> dict[str, list[Combination]]:
        """The combinations that did best in the screening of each game, the best first.

        By their wins, then by the sum of their scores, then in order.
        """
        configuration = self.screening_configuration
        players = [self.fixed(operators, configuration) for operators in self.screened]
        wins = {(game, player.spec): 0 for game in self.boards for player in players}
        scores: dict[tuple[str, str], list[float]] = {key: [] for key in wins}
        for outcome in self.outcomes(store, players, self.screening_seeds):
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

    def outcomes(
        self, store: Store, players: Iterable[Player], seeds: Sequence[int]
    ) -> Iterator[PlayEnd]:
        """How the plays of these on our boards ended, as they and the games are now."""
        listed = list(players)
        return self._study(listed, seeds).ends(store) if listed else iter(())

    def logged(self, store: Store, player: Player, game: str) -> list[PlayRecord]:
        """The plays of a planner in a game, with what its tuner tried."""
        study = GameStudy(self.boards[game], [player], seeds=self.seeds)
        return study.records(store, whole=True)

    def rates(self, store: Store, players: Iterable[Player]) -> dict[tuple[str, str], Rate]:
        """How often each of these won each game; by game and planner."""
        wins: dict[tuple[str, str], list[bool]] = {}
        for outcome in self.outcomes(store, players, self.seeds):
            wins.setdefault((outcome.game, outcome.planner), []).append(outcome.won)
        return {key: Rate(sum(won), len(won)) for key, won in wins.items()}

    def failures(self, store: Store) -> int:
        """Plays of all that are shown that came to nothing; they count as not won."""
        shown = [*self._adaptive_players, *self._players_beside]
        if self.has_best_fixed:
            finalists = {each for found in self.finalists(store).values() for each in found}
            shown += [
                self.fixed(operators, configuration)
                for configuration in self.configurations
                for operators in sorted(finalists)
            ]
        return sum(outcome.failed for outcome in self.outcomes(store, shown, self.seeds))

    def _study(self, players: Sequence[Player], seeds: Sequence[int]) -> GameStudy:
        """The plays of these on all our boards."""
        return GameStudy(self._all_boards, players, seeds=seeds)

    @property
    def _adaptive_players(self) -> list[Player]:
        return [
            self.adaptive(tuner, configuration)
            for configuration in self.configurations
            for tuner in self.tuners
        ]

    @property
    def _players_beside(self) -> list[Player]:
        """Each once: some don't depend on all of a configuration."""
        return each_once(
            self.planner_beside(text, configuration)
            for configuration in self.configurations
            for text in self.planners_beside
        )

    @property
    def _all_boards(self) -> list[Board]:
        return [board for game in self.boards.values() for board in game]

    def _player(self, name: str, configuration: Configuration, **settings: object) -> Player:
        kind: Any = planner_named(name)
        planner = kind(
            length=configuration.length,
            population=configuration.population,
            **configuration.budget,
            **settings,
        )
        return Player.of(spec_of(planner))
