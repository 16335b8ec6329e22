"""Making solutions shorter until the budget is used up or none shorter can exist.

Three methods take turns, each good at what the others miss:

- *Leaving out.* Stretches of moves, and pairs of opposite moves, are left out and the rest is
  played as before, many candidates at a time. This removes needless errands, after which every
  state of the play differs.
- *Looking around.* All states near the play are searched breadth-first, from all of its states at
  once; a shortest way through everything seen replaces the play. This removes detours. The
  neighbourhood doubles whenever nothing was found.
- *Proving.* An exhaustive search from the start. When it has covered all plays shorter than ours,
  ours is proved shortest; if it wins first, its solution is.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from babalab import _core
from babalab.agents.agent import Progress
from babalab.agents.best_first import advance
from babalab.agents.result import Verdict
from babalab.agents.spending import OutOfBudgetError, Spending
from babalab.base.budget import Budget
from babalab.game.action import Action, format_moves, parse_moves
from babalab.game.batch import Batch, States, VisitedSet
from babalab.game.errors import EngineLimitError
from babalab.game.level import Level
from babalab.game.replay import replay
from babalab.game.state import State

AT_ONCE = 1024
"""States expanded between two checks of the clock."""
FIRST_EFFORT = 2048
"""States expanded around a play, and in the proof, before the first check."""
REPLAYED_AT_ONCE = 8_000
"""Engine steps in a batch of candidates: a few milliseconds."""
BYTES_OF_A_SEARCHED_NODE = 200
"""The approximate memory per node for finding a way, besides what is stored of it."""
SECONDS_A_NODE = 5e-6
"""The assumed time per node for finding a way, until it was measured."""
LEFT_OUT_STEPS = 400_000
"""The approximate limit of engine steps for leaving out moves of one play."""
Cut = Sequence[int]
"""Indices of moves to leave out, in order."""


@dataclass(frozen=True, slots=True)
class Shortened:
    """A solution, and whether it is proved to be a shortest one."""

    moves: str
    shortest: bool


def shorten(
    start: State | Level,
    moves: str,
    budget: Budget,
    *,
    prove: bool = True,
    watch: Callable[[Progress], None] | None = None,
) -> Shortened:
    """Make a solution as short as the budget allows.

    Raises `ValueError` if the moves do not win. Without any limit it goes on until there is a
    proof, or with `prove` false, until nothing is left to try.

    >>> level = Level.parse("______/_b..f_/_B12._/_F13._/______")
    >>> shorten(level, "slrrlrr", Budget(iterations=100))
    Shortened(moves='rrr', shortest=True)
    """
    state = start.start() if isinstance(start, Level) else start
    shortener = Shortener(state, moves, prove=prove)
    spending = Spending(budget)
    for progress in shortener.improve(spending, {}):
        if watch is not None:
            watch(progress)
    return Shortened(shortener.moves, shortener.shortest)


class Shortener:
    """A solution that gets shorter; `moves` wins at any time.

    The same solution and the same budget of iterations or steps give the same result.
    """

    def __init__(self, start: State, moves: str, *, prove: bool = True) -> None:
        self.start = start
        self.prove = prove
        self.batch = Batch(start.level)
        self.shortest = start.won
        self.moves = ""
        if not start.won:
            played = replay(start, parse_moves(moves))
            if played.won_at is None:
                raise ValueError(f"{moves!r} does not win, so there is nothing to make shorter")
            self.moves = played.moves[: played.won_at]

    def improve(
        self, spending: Spending, statistics: dict[str, int]
    ) -> Generator[Progress, None, Shortened]:
        """Shorten as long as the budget lasts, yielding progress; a proof ends it early.

        For use in an agent: ``found = yield from Shortener(start, moves).improve(...)``.
        """
        self._spending = spending
        self._statistics = statistics
        self._seconds_a_node = SECONDS_A_NODE
        self._nothing_to_leave_out = -1
        with suppress(OutOfBudgetError):
            yield from self._take_turns()
        self._note()
        return Shortened(self.moves, self.shortest)

    def _take_turns(self) -> Generator[Progress, None, None]:
        if self.shortest:
            return
        proof: Proof | None = Proof(self.start, self.moves) if self.prove else None
        effort = FIRST_EFFORT
        self._follow()
        around = self._make_neighbourhood()
        while True:
            if proof is not None:
                yield from self._prove(proof, effort)
                if self.shortest:
                    return
                if self._is_too_large(proof.native.nbytes):
                    proof = None
            grown, length = around.expanded, len(self.moves)
            kept = 0 if proof is None else proof.native.nbytes
            yield from self._look_around(around, effort, kept)
            if len(self.moves) == length and length != self._nothing_to_leave_out:
                yield from self._leave_out()
            if len(self.moves) < length:
                around = self._make_neighbourhood()
            elif around.expanded == grown and proof is None:
                return
            else:
                effort *= 2

    def _look_around(
        self, around: Neighbourhood, effort: int, kept: int
    ) -> Generator[Progress, None, None]:
        grown = around.expanded
        while around.expanded < effort and self._in_time(around):
            if not around.grow(self._spending):
                break
            self._occupy(kept + around.nbytes)
            yield self._note()
        if around.expanded > grown:
            self._adopt(self._find_way(around))

    def _adopt(self, moves: str | None) -> bool:
        """Adopt these moves if they win and are shorter; return whether they were adopted."""
        if moves is None or len(moves) >= len(self.moves):
            return False
        try:
            played = replay(self.start, parse_moves(moves))
        except EngineLimitError:
            return False
        if played.won_at is None:
            return False
        self.moves = moves[: played.won_at]
        self._follow()
        return True

    def _follow(self) -> None:
        """Play the moves, and cut out loops."""
        while True:
            self._spending.affordable(1, max(1, len(self.moves)))
            self._spending.spend(steps=len(self.moves))
            rows = [self.start.row]
            for action in parse_moves(self.moves):
                rows.append(self.start.level.core.step(rows[-1], action))
            flat = np.frombuffer(b"".join(rows), dtype=np.uint8)
            self._rows: States = flat.reshape(len(rows), -1)
            self._hashes = self.batch.hashes(self._rows)
            # Without the last state: only it is won, though it may be the same otherwise.
            hashes = [(int(low), int(high)) for low, high in self._hashes[:-1]]
            last = {each: i for i, each in enumerate(hashes)}
            kept, i = list[str](), 0
            while i < len(self.moves):
                i = last[hashes[i]]
                kept.append(self.moves[i])
                i += 1
            if len(kept) == len(self.moves):
                return
            self.moves = "".join(kept)

    # ------------------------------------------------------------ leaving out

    def _leave_out(self) -> Generator[Progress, None, None]:
        """Try stretches from half of the play down to single moves, then all, then pairs."""
        width = len(self.moves) // 2
        while width:
            improved = yield from self._try_all(_list_stretches(len(self.moves), width))
            width = min(width, len(self.moves) - 1) if improved else width // 2
        width = steps = 0
        while width < len(self.moves) - 1 and steps < LEFT_OUT_STEPS:
            width += 1
            steps += len(self.moves) ** 2 // 2
            yield from self._try_all(_list_stretches(len(self.moves), width))
        while (yield from self._try_all(_list_pairs(self.moves))):
            pass
        self._nothing_to_leave_out = len(self.moves)

    def _try_all(self, cuts: list[Cut]) -> Generator[Progress, None, bool]:
        """Play without each of these, and leave out as many of them together as possible."""
        winning: list[Cut] = []
        a_batch = max(1, REPLAYED_AT_ONCE // len(self.moves))
        for first in range(0, len(cuts), a_batch):
            winning += self._find_winning(cuts[first : first + a_batch])
            yield self._note()
        while winning:
            apart: list[Cut] = []
            for cut in winning:
                if not any(place in other for other in apart for place in cut):
                    apart.append(cut)
            self._spending.affordable(1, len(self.moves))
            self._spending.spend(iterations=1, steps=len(self.moves))
            if self._adopt(_cut(self.moves, [place for cut in apart for place in cut])):
                return True
            winning = apart[: len(apart) // 2]
        return False

    def _find_winning(self, cuts: list[Cut]) -> list[Cut]:
        """Return the cuts after which the rest of the moves still wins."""
        cuts = cuts[: self._spending.affordable(len(cuts), len(self.moves))]
        self._spending.spend(iterations=len(cuts))
        actions = np.array(parse_moves(self.moves), dtype=np.uint8)
        plan = np.zeros((len(cuts), len(actions)), dtype=np.uint8)
        lengths = np.zeros(len(cuts), dtype=np.int64)
        for number, cut in enumerate(cuts):
            rest = np.delete(actions, cut)[cut[0] :]
            plan[number, : len(rest)] = rest
            lengths[number] = len(rest)
        playing = np.arange(len(cuts))
        rows = self._rows[[cut[0] for cut in cuts]]
        winning: list[int] = []
        for turn in range(len(actions)):
            going = lengths[playing] > turn
            playing, rows = playing[going], rows[going]
            if not len(playing):
                break
            self._watch_the_clock()
            rows = self.batch.step(rows, plan[playing, turn])
            self._spending.spend(steps=len(playing))
            won = self.batch.won(rows)
            winning += playing[won].tolist()
            going = ~won & ~self.batch.lost(rows)
            playing, rows = playing[going], rows[going]
        return [cuts[number] for number in sorted(winning)]

    # ------------------------------------------------------------ looking around, proving

    def _make_neighbourhood(self) -> Neighbourhood:
        return Neighbourhood(self.batch, self._rows[:-1], self._hashes[:-1])

    def _prove(self, proof: Proof, effort: int) -> Generator[Progress, None, None]:
        native = proof.native
        native.tighten(len(self.moves) - 1)
        while native.statistics["expanded"] < effort:
            moves = proof.advance(self._spending)
            if moves is not None:
                self._adopt(moves)
            if proof.complete:
                self.shortest = native.sound
                return
            self._occupy(native.nbytes)
            yield self._note()

    def _watch_the_clock(self) -> None:
        limit = self._spending.budget.seconds
        if limit is not None and self._spending.seconds >= limit:
            raise OutOfBudgetError(Verdict.OUT_OF_TIME)

    def _in_time(self, around: Neighbourhood) -> bool:
        """Tell whether there is time to find a way after growing the neighbourhood."""
        limit = self._spending.budget.seconds
        left = float("inf") if limit is None else limit - self._spending.seconds
        return self._seconds_a_node * (around.expanded + AT_ONCE) < left

    def _find_way(self, around: Neighbourhood) -> str | None:
        """Return a shortest way through a neighbourhood, and measure the time it takes to find."""
        self._spending.affordable(1, 1)
        before = self._spending.seconds
        moves = around.find_way()
        taken = self._spending.seconds - before
        if around.expanded >= FIRST_EFFORT:
            self._seconds_a_node = max(3 * taken / around.expanded, self._seconds_a_node / 2)
        return moves

    def _is_too_large(self, memory: int) -> bool:
        limit = self._spending.budget.memory
        return limit is not None and 3 * memory > limit

    def _occupy(self, memory: int) -> None:
        room = len(Action) * AT_ONCE * self.batch.state_bytes
        self._spending.occupy(memory, about_to_need=room)

    def _note(self) -> Progress:
        self._statistics["length"] = len(self.moves)
        return Progress(self._spending, self._statistics)


def _cut(moves: str, places: list[int]) -> str:
    left_out = set(places)
    return "".join(move for place, move in enumerate(moves) if place not in left_out)


def _list_stretches(count: int, width: int) -> list[Cut]:
    """Return all stretches of a width, but only some of the many wide ones of a long play."""
    stride = max(1, min(width // 4, count * count // (4 * REPLAYED_AT_ONCE)))
    return [range(first, first + width) for first in range(0, count - width + 1, stride)]


def _list_pairs(moves: str) -> list[Cut]:
    """Return all pairs of opposite moves, the near ones only if there are many."""
    pairs: list[Cut] = []
    for one, other in (("u", "d"), ("l", "r")):
        places = [place for place, move in enumerate(moves) if move in (one, other)]
        for distance in range(1, len(places)):
            if len(pairs) * len(moves) > LEFT_OUT_STEPS:
                return pairs
            pairs += [
                (first, second)
                for first, second in zip(places, places[distance:], strict=False)
                if moves[first] != moves[second]
            ]
    return pairs


class Proof:
    """An incremental search for a shorter solution."""

    def __init__(self, start: State, moves: str) -> None:
        self.native = _core.AStar(start.level.core, start.row, len(moves) - 1)
        self.complete = False
        """Whether it has come to its end; if `native` is sound then, it has proved something."""

    def advance(self, spending: Spending) -> str | None:
        """Expand some states; return the shortest moves that win if it ends with a win."""
        outcome = advance(self.native, spending, AT_ONCE)
        self.complete = outcome in (_core.SOLVED, _core.EXHAUSTED)
        return format_moves(self.native.solution()) if outcome == _core.SOLVED else None


class Neighbourhood:
    """All states within some distance of a play, as a graph.

    Nodes are numbered as they are met, the play's own states first, and expanded in that order. An
    edge is kept as half the hash of the state it leads to, and looked up when a way is wanted; a
    way is played before it counts, so that a collision of halves can do no harm.
    """

    def __init__(self, batch: Batch, rows: States, hashes: NDArray[np.uint64]) -> None:
        self.batch = batch
        self.expanded = 0
        self._visited = VisitedSet()
        new = self._visited.insert(hashes)
        self._queue = deque([rows[new]])
        self._nodes = [hashes[new][:, 0]]
        self._edges: list[NDArray[np.uint64]] = []
        self._goals: list[NDArray[np.uint64]] = []

    @property
    def complete(self) -> bool:
        """Whether there is nothing left to expand."""
        return not self._queue

    @property
    def nbytes(self) -> int:
        """Memory in use, including what finding a way or growing the visited set would take."""
        rows = sum(chunk.nbytes for chunk in self._queue)
        known = sum(each.nbytes for each in self._nodes) + sum(each.nbytes for each in self._edges)
        besides = BYTES_OF_A_SEARCHED_NODE * self.expanded + self._visited.nbytes // 8
        return rows + known + self._visited.nbytes + besides

    def grow(self, spending: Spending) -> bool:
        """Expand the next chunk of nodes, and return whether there was one."""
        if not self._queue:
            return False
        rows = self._queue.popleft()
        count = spending.affordable(min(len(rows), AT_ONCE), len(Action))
        if count < len(rows):
            self._queue.appendleft(rows[count:])
            rows = rows[:count]
        children = self.batch.expand(rows)
        spending.spend(iterations=count, steps=len(Action) * count)
        self.expanded += count
        new = self._visited.insert(children.hashes)
        halves = children.hashes[:, :, 0]
        self._edges.append(halves)
        self._goals.append(halves[new & children.won])
        wanted = new & ~children.won & ~children.lost
        if wanted.any():
            self._queue.append(children.children[wanted])
            self._nodes.append(halves[wanted])
        return True

    def find_way(self) -> str | None:
        """Return the shortest way from the first node to a win through all that was expanded."""
        if not self._edges:
            return None
        nodes = np.concatenate(self._nodes)
        goals = np.unique(np.concatenate(self._goals))
        edges = np.concatenate(self._edges)
        order = np.argsort(nodes, kind="stable")
        ordered = nodes[order]
        places = np.minimum(np.searchsorted(ordered, edges), len(nodes) - 1)
        leads_to = np.where(ordered[places] == edges, order[places], -1)
        goal = len(nodes)
        leads_to[np.isin(edges, goals)] = goal
        return _find_shortest(leads_to, goal)


def _find_shortest(leads_to: NDArray[np.int64], goal: int) -> str | None:
    """Search breadth first from node 0 to the goal; nodes without a row have no edges."""
    reached_from = np.full(goal + 1, -1, dtype=np.int64)
    by = np.zeros(goal + 1, dtype=np.uint8)
    reached_from[0] = 0
    frontier = np.zeros(1, dtype=np.int64)
    while len(frontier):
        targets = leads_to[frontier].ravel()
        fresh = np.flatnonzero((targets >= 0) & (reached_from[targets] < 0))
        found, first = np.unique(targets[fresh], return_index=True)
        edge = fresh[first]
        reached_from[found] = frontier[edge // len(Action)]
        by[found] = edge % len(Action)
        if reached_from[goal] >= 0:
            moves, node = [int(by[goal])], int(reached_from[goal])
            while node:
                moves.append(int(by[node]))
                node = int(reached_from[node])
            return format_moves(reversed(moves))
        frontier = found[found < len(leads_to)]
    return None
