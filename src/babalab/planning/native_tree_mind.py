"""Monte Carlo tree search in the core, for games whose steps are native."""

from __future__ import annotations

import random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from babalab import _core
from babalab.games.game import Game, S
from babalab.planning.fitness import Fitness
from babalab.planning.mind import Mind
from babalab.planning.tree_mind import NOTHING_TO_CHOOSE, WORTH, TreeMind, read_settings
from babalab.planning.tuners.space import Combination, Space

DEEPEST = 100
"""Worths of wins are listed for ways down of this length, and later for longer ones."""
PLAYED: Final = (
    "legal_actions",
    "step",
    "score",
    "won",
    "lost",
    "over",
    "key",
    "play_randomly",
)
"""The methods of a game that the core stands in for."""


class NativeTreeMind(Mind[S]):
    """The same mind as `TreeMind`, in which a simulation is one call.

    It draws the same random numbers in the same order, and so grows the same tree. The stream is
    taken to the core when a state is looked at, and comes back with the decision.
    """

    def __init__(
        self, game: Game[S], chance: random.Random, model: _core.Model, space: Space
    ) -> None:
        super().__init__(game)
        self._settings = {each: read_settings(space, each) for each in space.all}
        self._longest_play = max(depth for _, depth, _ in self._settings.values())
        self._fitness = Fitness(WORTH)
        self._chance = chance
        self.tree = _core.Tree(model, self._list_worths(DEEPEST))

    @property
    def winning(self) -> tuple[int, ...] | None:
        """See `TreeMind`."""
        return tuple(self.tree.winning) or None

    @property
    def cost(self) -> int:
        """See `TreeMind`."""
        return self._cost

    def look(self, state: Any) -> None:
        """See `TreeMind`."""
        *words, drawn = self._chance.getstate()[1]
        # states of native games are bytes or arrays of them
        calls, following = self.tree.look(bytes(state), np.array(words, np.uint32), drawn)
        self.calls += calls
        self._note(following)

    def iterate(self, combination: Combination) -> float:
        """See `TreeMind`."""
        value, calls, following = self.tree.simulate(*self._settings[combination], self.room)
        self.calls += calls
        self._note(following)
        return value

    def decide(self) -> int:
        """See `TreeMind`."""
        action, words, drawn = self.tree.decide()
        version, _, gauss = self._chance.getstate()
        self._chance.setstate((version, (*words.tolist(), drawn), gauss))
        return action

    def _note(self, following: tuple[int, int]) -> None:
        cost, longest_way = following
        self._cost = NOTHING_TO_CHOOSE if cost < 0 else cost
        if longest_way > self._longest_way:
            self.tree.replace_worths(self._list_worths(2 * longest_way))

    def _list_worths(self, longest_way: int) -> NDArray[np.float64]:
        self._longest_way = longest_way
        longest = longest_way + self._longest_play
        return self._fitness.list_worths(longest)[: longest + 1]


def make_tree_mind(game: Game[S], chance: random.Random, space: Space) -> Mind[S]:
    """Return a mind with these settings, which thinks in the core if the game is played there."""
    model = _find_model(game, chance)
    if model is None:
        return TreeMind(game, chance, space)
    return NativeTreeMind(game, chance, model, space)


def _find_model(game: Game[S], chance: random.Random) -> _core.Model | None:
    """Return the model of a game, unless a class derived from its own plays in another way."""
    if type(chance) is not random.Random:
        return None
    kind = type(game)
    owner = next(each for each in kind.__mro__ if "native_model" in vars(each))
    if any(getattr(kind, name) is not getattr(owner, name) for name in PLAYED):
        return None
    return game.native_model(chance)
