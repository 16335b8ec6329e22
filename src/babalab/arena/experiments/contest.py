"""The plays behind the tables and figures of paper C: which there are, and what came of them.

Self-adaptive RHEA with every tuner in every configuration plays the first levels of every game, a
number of runs on each. What it is compared with, the best fixed operators, are found in two steps:
all 99 combinations of operators are *screened* with few runs in one configuration, and the best
few, the *finalists*, then make as many runs as the tuners did, on other seeds than before, in every
configuration. The best of these is the best fixed one of its game and configuration.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from babalab.arena.errors import ArenaError
from babalab.arena.experiments.configuration import USUAL, Configuration
from babalab.arena.experiments.rates import Rate
from babalab.arena.plays.board import Board, boards
from babalab.arena.plays.plan import PlayPlan, joined, make_play_plan
from babalab.arena.plays.player import Player
from babalab.arena.plays.records import PlayRecord, play_records
from babalab.arena.store import Store
from babalab.games import game_named
from babalab.planning.registry import planner_named
from babalab.planning.specs import spec_of
from babalab.planning.tuners import Combination, Space, online_space

TUNERS = ("ea", "mab", "nmc", "ntbea", "random")
"""In the order of the paper's Table II."""
GAMES = ("baba", "sokoban", "fireflies")
FIXED, ADAPTIVE = "rhea", "rhea-adaptive"
FIRST_SCREENING_SEED = 1_000_000
"""Far from those of the runs that count, which begin with 0."""


@dataclass(frozen=True)
class Scale:
    """How much is played."""

    runs: int = 20
    """On every level."""
    levels: int = 10
    """Of every game, the first. The paper's games have five, but of ours some are won by everyone,
    and say nothing."""
    screening_runs: int = 2
    screened: int | None = None
    """Combinations of operators, spread evenly; None is all."""
    finalists: int = 5

    def __str__(self) -> str:
        """The runs that count, in words."""
        return f"{self.runs} {'run' if self.runs == 1 else 'runs'} a level"


QUICK = Scale(runs=1, levels=5, screening_runs=1, screened=9, finalists=2)
"""To see that everything works."""


@dataclass(frozen=True)
class Contest:
    """Tuners in configurations on games."""

    games: Sequence[str] = GAMES
    tuners: Sequence[str] = TUNERS
    configurations: Sequence[Configuration] = (USUAL,)
    scale: Scale = field(default_factory=Scale)

    def __post_init__(self) -> None:
        for what in ("games", "tuners", "configurations"):
            if not getattr(self, what):
                raise ArenaError(f"the experiment needs at least one of its {what}")
        unknown = [tuner for tuner in self.tuners if tuner not in TUNERS]
        if unknown:
            raise ArenaError(f"there is no tuner {unknown[0]!r}; use some of {', '.join(TUNERS)}")

    @cached_property
    def boards(self) -> dict[str, list[Board]]:
        """What is played, by the name of the game."""
        found = {}
        for game in self.games:
            levels = game_named(game).levels()[: self.scale.levels]
            here = boards(game, levels)
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

    def plan_adaptive(self, store: Store) -> PlayPlan:
        """What is left to play of all tuners."""
        return make_play_plan(store, self._all_boards, self._adaptive_players, seeds=self.seeds)

    def plan_screening(self, store: Store) -> PlayPlan:
        """What is left of finding the finalists."""
        configuration = self.screening_configuration
        everybody = [self.fixed(operators, configuration) for operators in self.screened]
        return make_play_plan(store, self._all_boards, everybody, seeds=self.screening_seeds)

    def plan_finals(self, store: Store) -> PlayPlan:
        """What is left to play of the finalists, once these are known."""
        finalists = self.finalists(store)
        return joined(
            make_play_plan(
                store,
                self.boards[game],
                [
                    self.fixed(operators, configuration)
                    for configuration in self.configurations
                    for operators in finalists[game]
                ],
                seeds=self.seeds,
            )
            for game in self.boards
        )

    def finalists(self, store: Store) -> dict[str, list[Combination]]:
        """The combinations that did best in the screening of each game, the best first.

        By their wins, then by the sum of their scores, then in order.
        """
        configuration = self.screening_configuration
        players = {self.fixed(each, configuration).spec: each for each in self.screened}
        found: dict[str, dict[Combination, list[PlayRecord]]] = {
            game: {operators: [] for operators in players.values()} for game in self.boards
        }
        known = [self.fixed(each, configuration) for each in self.screened]
        for record in self.records(store, known, self.screening_seeds):
            found[record.game][players[record.planner]].append(record)
        return {
            game: sorted(
                by_operators,
                key=lambda each: (
                    -sum(record.won for record in by_operators[each]),
                    -sum(record.score for record in by_operators[each]),
                ),
            )[: self.scale.finalists]
            for game, by_operators in found.items()
        }

    def records(
        self, store: Store, players: Iterable[Player], seeds: Sequence[int], *, logs: bool = False
    ) -> Iterator[PlayRecord]:
        """The plays of these on our boards, as they and the games are now."""
        codes = {player.spec: player.code for player in players}
        here = {(board.game, board.key): board for board in self._all_boards}
        records = play_records(
            store, games=list(self.boards), planners=codes, seeds=seeds, logs=logs
        )
        for record in records:
            board = here.get((record.game, record.level))
            if (
                board is not None
                and record.game_code == board.code
                and record.code == codes[record.planner]
                and record.max_ticks == board.ticks
            ):
                yield record

    def rates(self, store: Store, players: Sequence[Player]) -> dict[tuple[str, str], Rate]:
        """How often each of these won each game; by game and planner."""
        wins: dict[tuple[str, str], list[bool]] = {}
        for record in self.records(store, players, self.seeds):
            wins.setdefault((record.game, record.planner), []).append(record.won)
        return {key: Rate(sum(won), len(won)) for key, won in wins.items()}

    def failures(self, store: Store) -> int:
        """Plays of tuners and finalists that came to nothing; they count as not won."""
        finalists = {each for found in self.finalists(store).values() for each in found}
        fixed = [
            self.fixed(operators, configuration)
            for configuration in self.configurations
            for operators in sorted(finalists)
        ]
        records = self.records(store, [*self._adaptive_players, *fixed], self.seeds)
        return sum(record.error is not None for record in records)

    @property
    def _adaptive_players(self) -> list[Player]:
        return [
            self.adaptive(tuner, configuration)
            for configuration in self.configurations
            for tuner in self.tuners
        ]

    @property
    def _all_boards(self) -> list[Board]:
        return [board for game in self.boards.values() for board in game]

    def _player(self, name: str, configuration: Configuration, **settings: object) -> Player:
        length, population, calls = configuration
        kind: Any = planner_named(name)
        planner = kind(length=length, population=population, calls=calls, **settings)
        return Player.of(spec_of(planner))
