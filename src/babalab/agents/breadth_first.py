"""Breadth-first search over batches: the loop that `bfs` and `exhaustive` share."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from babalab.agents.agent import Agent, Findings, Progress, Search
from babalab.agents.budget import Spending
from babalab.game.action import Action, format_moves
from babalab.game.batch import Batch, States, Stop, VisitedSet
from babalab.game.state import HashKind, State

CHUNK = 4096
"""States expanded at a time: enough to keep the core busy, little enough to stay in its cache."""


class BreadthFirst(Agent):
    """Expand layer by layer all states not seen before, until one is won or none is left.

    Chunks of a layer are expanded at a time, with the same result as one state after another.
    """

    order: ClassVar[Sequence[Action]] = tuple(Action)
    """In which the actions are tried."""
    drop: ClassVar[Stop] = "lost"
    """What makes a state not worth keeping."""

    @property
    @abstractmethod
    def same(self) -> HashKind:
        """What makes two states the same."""

    @property
    def _threads(self) -> int:
        return 1

    @property
    def _prune(self) -> bool:
        """Whether to leave out what is proved to be a dead end."""
        return False

    def search(self, start: State, spending: Spending, statistics: dict[str, int]) -> Search:
        """See the class."""
        batch = Batch(start.level, threads=self._threads)
        visited = VisitedSet()
        layer = Layer(deque([batch.pack([start])]))
        visited.insert(batch.hashes(layer.chunks[0], self.same))
        trail: list[Layer] = [layer]
        statistics.update(depth=0, frontier=1, visited=1, lost=0, unrepresentable=0)
        if self._prune:
            statistics["dead_ends"] = int(batch.dead_ends(layer.chunks[0]).any())
            if statistics["dead_ends"]:
                return Findings(proved_unsolvable=self._exact)
        kept = 0

        while layer.chunks:
            following = Layer(deque())
            done = 0
            while layer.chunks:
                states = layer.take(CHUNK)
                affordable = spending.affordable(len(states), len(Action))
                if affordable < len(states):
                    layer.chunks.appendleft(states[affordable:])
                    states = states[:affordable]
                unseen = batch.expand_unseen(
                    states,
                    visited,
                    self.same,
                    drop=self.drop,
                    order=self.order,
                    prune=self._prune,
                )
                following.append(unseen.children, unseen.parents + np.uint32(done), unseen.actions)
                statistics["depth"] = len(trail)
                statistics["frontier"] = following.count
                statistics["visited"] = len(visited)
                statistics["lost"] += unseen.dropped
                statistics["unrepresentable"] += unseen.unrepresentable
                if self._prune:
                    statistics["dead_ends"] += sum(unseen.dead_ends.values())
                if unseen.won.any():
                    trail.append(following)
                    winner = int(unseen.won.argmax())
                    needed = int(unseen.parents[winner]) + 1
                    spending.spend(iterations=needed, steps=len(Action) * needed)
                    last = following.count - len(unseen.won) + winner
                    return Findings(moves_to(trail, last), shortest=self._exact)
                spending.spend(iterations=len(states), steps=len(Action) * len(states))
                done += len(states)
                spending.occupy(
                    kept + layer.nbytes + following.nbytes + visited.nbytes,
                    about_to_need=growth(visited) + len(Action) * CHUNK * batch.state_bytes,
                )
                yield Progress(spending, statistics)
            trail.append(following)
            kept += layer.trail_bytes
            layer = following

        return Findings(proved_unsolvable=self._exact and not statistics["unrepresentable"])

    @property
    def _exact(self) -> bool:
        """Whether nothing that could win was left out."""
        return self.same == "exact" and self.drop == "lost"


class Layer:
    """The states of one depth, given up as they are expanded, and how each was reached."""

    def __init__(self, chunks: deque[States]) -> None:
        self.chunks = chunks
        self.count = 0
        self.parents: list[NDArray[np.uint32]] = []
        self.actions: list[NDArray[np.uint8]] = []

    def append(
        self, states: States, parents: NDArray[np.uint32], actions: NDArray[np.uint8]
    ) -> None:
        """Add states, each with its parent's place in the layer before and the action."""
        if len(states):
            self.chunks.append(states)
            self.parents.append(parents)
            self.actions.append(actions)
            self.count += len(states)

    def take(self, most: int) -> States:
        """Give up the next states, small chunks joined and large ones cut."""
        taken = [self.chunks.popleft()]
        size = len(taken[0])
        while self.chunks and size + len(self.chunks[0]) <= most:
            taken.append(self.chunks.popleft())
            size += len(taken[-1])
        states = taken[0] if len(taken) == 1 else np.concatenate(taken)
        if size > most:
            self.chunks.appendleft(states[most:])
            states = states[:most]
        return states

    @property
    def trail_bytes(self) -> int:
        """Memory that stays when all states have been given up."""
        return 5 * self.count

    @property
    def nbytes(self) -> int:
        """Memory of the states and the trail."""
        return sum(chunk.nbytes for chunk in self.chunks) + self.trail_bytes


def growth(visited: VisitedSet) -> int:
    """Memory that the visited set takes on top if the next chunk makes it grow."""
    soon = len(visited) + len(Action) * CHUNK
    return 2 * visited.nbytes if soon * 16 * 8 > 5 * visited.nbytes else 0


def moves_to(trail: list[Layer], place: int) -> str:
    """The moves that lead from the first layer to a place in the last one."""
    moves = []
    for layer in reversed(trail[1:]):
        for parents, actions in zip(layer.parents, layer.actions, strict=True):
            if place < len(parents):
                moves.append(int(actions[place]))
                place = int(parents[place])
                break
            place -= len(parents)
    return format_moves(reversed(moves))
