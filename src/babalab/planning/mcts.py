"""Monte Carlo tree search for any game, with fixed settings and with some tuned while it plays."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import ClassVar

from babalab.base.parameters import parameter, parameter_like
from babalab.games.game import Game, S
from babalab.planning.mind import Mind
from babalab.planning.native_tree_mind import make_tree_mind
from babalab.planning.planner import Planner, fixed_settings, register_planner
from babalab.planning.tree import TreeSettings
from babalab.planning.tree_mind import TreeMind
from babalab.planning.tuned import Tuned


@register_planner
@dataclass(frozen=True, kw_only=True)
class Mcts(Planner):
    """MCTS with UCT: every iteration is one simulation.

    A simulation descends the tree by UCT, adds a child for a random action among those missing,
    plays at random from there, and adds the outcome to all nodes above. The action tried most often
    is played. Games of chance are searched in an open loop: a node stands for the actions that led
    there, and every simulation plays them anew. In other games nodes keep their states, the subtree
    of the action played is kept for the next move, and a known way to win is followed.
    """

    name: ClassVar[str] = "mcts"

    c: float = parameter_like(TreeSettings, "c", online=(0.35, 0.7, 1.41, 2.8))
    depth: int = parameter_like(TreeSettings, "depth", online=(5, 10, 20, 50))
    plays: int = parameter(
        1, "random plays of a simulation", low=1, high=1000, tuned=(1, 10), online=(1, 2, 4)
    )

    def mind(self, game: Game[S], chance: random.Random) -> Mind[S]:
        """See the class."""
        space, _ = fixed_settings(self)
        return make_tree_mind(game, chance, space)

    def plain_mind(self, game: Game[S], chance: random.Random) -> TreeMind[S]:
        """Return the same mind in plain Python, also for games that can be played in the core."""
        space, _ = fixed_settings(self)
        return TreeMind(game, chance, space)


@register_planner
@dataclass(frozen=True, kw_only=True)
class MctsAdaptive(Tuned):
    """MCTS whose c, depth and number of plays a tuner chooses for every simulation.

    The payoff of a choice is what its simulation was worth, as in "Self-Adaptive MCTS for General
    Video Game Playing" (Sironi et al., 2018), from which paper C takes its tuners.
    """

    name: ClassVar[str] = "mcts-adaptive"
    tunes: ClassVar[type[Planner]] = Mcts

    def mind(self, game: Game[S], chance: random.Random) -> Mind[S]:
        """See the class."""
        return make_tree_mind(game, chance, self.space)
