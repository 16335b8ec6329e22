"""Monte Carlo tree search during one play."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence

import numpy as np

from babalab.games.game import Ends, Game, S
from babalab.planning.fitness import Fitness
from babalab.planning.mind import Mind
from babalab.planning.tree import TreeNode, best_child, expand, propagate, select
from babalab.planning.tuners.space import Combination, Space

WORTH = 1.0
"""The worth of an immediate win or loss, beside a score from 0 to 1: the range that UCT needs."""

NOTHING_TO_CHOOSE = 1 << 62
"""A cost above any budget."""


class TreeMind(Mind[S]):
    """The mind of the planner `mcts`: it grows a tree from the state it looks at.

    The settings of an iteration are `c`, `depth` and `plays`, from the combinations of the space.
    Simulations are valued by the `Fitness` of paper C, with scores normalised over all that were
    met in this play. Random plays are shortened to fit into `room`.
    """

    def __init__(self, game: Game[S], chance: random.Random, space: Space) -> None:
        super().__init__(game)
        self.chance = chance
        self.fitness = Fitness(WORTH)
        self._root: TreeNode[S] | None = None
        self.winning: tuple[int, ...] | None = None
        """The shortest way to win from the state last looked at, if one is known for certain."""
        self._settings = {each: read_settings(space, each) for each in space.all}
        self._deepest = 0
        self._idle = 0

    @property
    def root(self) -> TreeNode[S]:
        """The node of the state last looked at."""
        assert self._root is not None
        return self._root

    @property
    def cost(self) -> int:
        """The step to a new node; in an open loop, also the steps down to it.

        Simulations that end in the tree make no calls. They raise the cost instead, so that
        thinking ends when all is known. If there is nothing to choose, it does not begin.
        """
        if len(self.root.legal) < 2:
            return NOTHING_TO_CHOOSE
        return 1 + self._idle + (self._deepest if self.game.stochastic else 0)

    def look(self, state: S) -> None:
        """See `Mind`."""
        self._deepest = self._idle = 0
        known = None
        if not self.game.stochastic:
            key = self.game.key(state)
            self.winning = self._continue_winning(key)
            known = self._find_child(key)
        self._state = state
        self._root = known or TreeNode(state, self.game.legal_actions(state))

    def iterate(self, combination: Combination) -> float:
        """Run one simulation and return its value, clipped to between -1 and 1."""
        c, depth, plays = self._settings[combination]
        before = self.calls
        descend = self._descend_by_actions if self.game.stochastic else self._descend_by_states
        node, state = descend(c)
        steps = node.depth - self.root.depth
        ends = self._play(state, depth, plays, self.room - (self.calls - before))
        outcomes = float(self.fitness.rate_outcomes(ends, steps).sum())
        scores, count = float(ends.scores.sum()), len(ends.scores)
        self.fitness.note_scores(ends.scores)
        self._note_win(node, ends)
        self._idle += self.calls == before
        propagate(node, outcomes, scores, count)
        lowest, scale = self._scale
        value = (outcomes + scale * (scores - lowest * count)) / count
        return min(1.0, max(-1.0, value))

    def decide(self) -> int:
        """Return the first action of a way to win, else the one tried most often."""
        if self.winning:
            return self.winning[0]
        children = self.root.children.values()
        if not children:
            return self.chance.choice(self.root.legal or (0,))
        return max(children, key=lambda node: (node.visits, node.mean(*self._scale))).action

    @property
    def _scale(self) -> tuple[float, float]:
        """The lowest score met, and the weight of each point above it."""
        span = self.fitness.highest - self.fitness.lowest
        return (self.fitness.lowest, 1.0 / span) if span > 0 else (0.0, 0.0)

    def _continue_winning(self, key: bytes) -> tuple[int, ...] | None:
        """Return the known way to win without its first action, if that one led to this state."""
        if self.winning is None:
            return None
        action, *rest = self.winning
        child = self.root.children.get(action)
        if child is not None:
            state = child.state
        else:
            state = self.game.step(self._state, action, self.chance)
            self.calls += 1
        return (tuple(rest) or None) if self.game.key(state) == key else None

    def _find_child(self, key: bytes) -> TreeNode[S] | None:
        """Return the child of the last root with this state, made a root; None if there is none."""
        same = [
            child
            for child in (self._root.children.values() if self._root else ())
            if self.game.key(child.state) == key
        ]
        if not same:
            return None
        child = max(same, key=lambda node: node.visits)
        child.parent = None
        return child

    def _descend_by_states(self, c: float) -> tuple[TreeNode[S], S]:
        """Select and expand by one step, in a closed loop."""
        node = select(self.root, c, self.chance, *self._scale)
        if node.legal:
            node = expand(self.game, node, self.chance)
            self.calls += 1
        return node, node.state

    def _descend_by_actions(self, c: float) -> tuple[TreeNode[S], S]:
        """Select and expand in an open loop: play the way down anew, with new random choices."""
        game, chance, scale = self.game, self.chance, self._scale
        node, state = self.root, self._state
        while legal := game.legal_actions(state):
            missing = [action for action in legal if action not in node.children]
            if missing:
                action = chance.choice(missing)
            else:
                children = [node.children[action] for action in legal]
                action = best_child(children, node.visits, c, chance, *scale).action
            state = game.step(state, action, chance)
            self.calls += 1
            if missing:
                node.children[action] = TreeNode(state, (), node, action, node.depth + 1)
            node = node.children[action]
            if missing:
                break
        self._deepest = max(self._deepest, node.depth)
        return node, state

    def _play(self, state: S, depth: int, plays: int, room: int) -> Ends[S]:
        """Play at random from a state; where nothing can follow, return its own end."""
        plays = min(plays, room)
        if plays < 1 or self.game.over(state):
            return _end_at_once(self.game, state)
        ends = self.game.play_randomly([state] * plays, min(depth, room // plays), self.chance)
        self.calls += ends.calls
        return ends

    def _note_win(self, node: TreeNode[S], ends: Ends[S]) -> None:
        if self.game.stochastic or not ends.won.any():
            return
        play = int(np.where(ends.won, ends.lengths, sys.maxsize).argmin())
        played: Sequence[int] = ends.actions[play, : ends.lengths[play]].tolist()
        if self.winning is None or node.depth - self.root.depth + len(played) < len(self.winning):
            self.winning = (*node.actions, *played)


def read_settings(space: Space, combination: Combination) -> tuple[float, int, int]:
    """Return c, the depth and the number of plays of a combination."""
    settings = space.settings(combination)
    return float(settings["c"]), int(settings["depth"]), int(settings["plays"])


def _end_at_once(game: Game[S], state: S) -> Ends[S]:
    """Return the end of a play without steps."""
    return Ends(
        [state],
        np.array([game.score(state)]),
        np.array([game.won(state)]),
        np.array([game.lost(state)]),
        np.zeros(1, np.int64),
        np.zeros((1, 0), np.uint8),
    )
