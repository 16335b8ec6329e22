"""Rolling horizon evolution in the core, for games whose steps are native."""

from __future__ import annotations

import random
from typing import Any, Final

from babalab import _core
from babalab.games.game import Game, S
from babalab.planning.rhea.judged import DISCOUNT
from babalab.planning.rhea.mind import SPACE, HorizonMind
from babalab.planning.rhea.mutation import softmax_weights
from babalab.planning.rhea.population import Ranked
from babalab.planning.rhea.selection import rank_weights, tournament_weights
from babalab.planning.tuners.space import Combination

OPERATORS: Final = {each: _core.Operators(*each) for each in SPACE.all}


class NativeMind(HorizonMind[S]):
    """The same mind, in which breeding, playing and judging a generation is one call.

    It draws the same random numbers as `HorizonMind` in the same order, and so has the same plans
    with the same fitness.
    """

    def __init__(
        self, game: Game[S], chance: random.Random, model: _core.Model, **settings: Any
    ) -> None:
        super().__init__(game, chance, **settings)
        plans, length = self._shape
        self._horizon = _core.Horizon(
            model,
            length,
            plans,
            self._elite,
            rank_weights(plans),
            tournament_weights(plans),
            softmax_weights(length, self._softmax),
            self._judge.points,
            self._judge.list_worths(length)[: length + 1],
            self._judge.decay,
            DISCOUNT,
            self._judge.flat,
            self._draws.generator_halves,
        )
        self._begun = False

    @property
    def population(self) -> Ranked | None:
        """See `HorizonMind`."""
        return self._horizon if self._begun else None

    def look(self, state: Any) -> None:
        """See `HorizonMind`."""
        self._state = state
        row = bytes(state)  # states of native games are bytes or arrays of them
        if self._begun and self._shift:
            self._horizon.shift(row)
        else:
            self.calls += self._horizon.begin(row, self._draw_seed())
            self._begun = True

    def iterate(self, combination: Combination) -> float:
        """See `HorizonMind`."""
        gain, calls = self._horizon.evolve(OPERATORS[combination], self._draw_seed())
        self.calls += calls
        return self._pay(gain)

    def winning_plan(self) -> list[int] | None:
        """See `HorizonMind`."""
        return self._horizon.winning_plan()

    def _draw_seed(self) -> int:
        """Draw from the stream what plays draw from it."""
        return self._chance.getrandbits(64) if self.game.stochastic else 0


def make_mind(game: Game[S], chance: random.Random, **settings: Any) -> HorizonMind[S]:
    """Return a mind with these settings, which thinks in the core if the game is played there."""
    model = _find_model(game, chance)
    if model is None:
        return HorizonMind(game, chance, **settings)
    return NativeMind(game, chance, model, **settings)


def _find_model(game: Game[S], chance: random.Random) -> _core.Model | None:
    """Return the model of a game, unless a class derived from its own plays in another way."""
    kind = type(game)
    owner = next(each for each in kind.__mro__ if "native_model" in vars(each))
    assert issubclass(owner, Game)
    return game.native_model(chance) if kind.play_plans is owner.play_plans else None
