"""A game and a planner in files of their own, small enough to know all about them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from babalab.arena import Executor, InThisProcess, Store, carry_out, make_plan
from babalab.arena.plays import GameStudy, PlayAttempt, boards, players

CORRIDOR = '''
"""A walk to the right, on slippery ground; the text of a level is its length."""

from babalab.games import Game, GameLevel


class Corridor(Game[int]):
    name = "corridor"
    actions = ("left", "right")
    stochastic = True
    ticks = 8

    def __init__(self, level):
        super().__init__(level)
        self.length = int(level.text)

    @classmethod
    def levels(cls):
        return [GameLevel("short", "2"), GameLevel("long", "5"), GameLevel("endless", "50")]

    def start(self, chance):
        return 0

    def step(self, state, action, chance):
        {extra}
        if self.over(state) or chance.random() < 0.3:
            return state
        return state + (1 if action else -1)

    def score(self, state):
        return float(state)

    def won(self, state):
        return state == self.length

    def lost(self, state):
        return state == -2
'''

GUESSER = '''
"""A planner that thinks about nothing, with settings that a tuner of its own guesses."""

from dataclasses import dataclass

from babalab.planning import Mind, Planner
from babalab.base.parameters import parameter
from babalab.planning.tuners import Tuner, online_space


class Guesses(Tuner):
    name = "guesses"

    def propose(self):
        return self.chance.choice(self.space.all)


class Guess(Mind):
    def __init__(self, game, chance):
        super().__init__(game)
        self.chance = chance

    def look(self, state):
        pass

    @property
    def cost(self):
        return 10

    def iterate(self, combination):
        {extra}
        self.calls += 10
        return combination[0] + 0.1 * combination[1] + self.chance.choice((0, 0, 1 / 3))

    def decide(self):
        return int(self.chance.random() < 0.8)


@dataclass(frozen=True, kw_only=True)
class Guesser(Planner):
    name = "guesser"

    pace: int = parameter(1, "how fast", online=(1, 2, 3))
    mood: str = parameter("calm", "how", online=("calm", "bold"))
    discount: float = parameter(1.0, "what is kept between ticks", low=0.0, high=1.0)

    @staticmethod
    def effects(settings):
        return ["pace", "mood"] if settings["pace"] > 1 else ["pace"]

    def mind(self, game, chance):
        return Guess(game, chance)

    def begin_tuning(self, chance):
        return Guesses(online_space(type(self)), chance, discount=self.discount)
'''


def write_game(folder: Path, extra: str = "pass") -> str:
    """Write the game, its steps beginning with this; how to name it."""
    path = folder / "corridor.py"
    path.write_text(CORRIDOR.format(extra=extra))
    return f"{path}:Corridor"


def write_planner(folder: Path, extra: str = "pass") -> str:
    """Write the planner, its iterations beginning with this; how to name it."""
    path = folder / "guesser.py"
    path.write_text(GUESSER.format(extra=extra))
    return f"{path}:Guesser"


def played(
    store: Store,
    game: str,
    planners: Sequence[str],
    *,
    levels: Sequence[str] | None = None,
    seeds: Sequence[int] = (0,),
    ticks: int | None = None,
    executor: Executor | None = None,
) -> list[PlayAttempt]:
    """Make the plays that the store lacks; what came of each."""
    study = GameStudy(boards(game, levels), players(planners), seeds=seeds, ticks=ticks)
    return list(carry_out(make_plan(store, study), store, executor or InThisProcess()))
