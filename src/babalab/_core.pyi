"""
The native core. Use it through babalab's Level, State, Batch and games.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray


SEARCH_DIGEST: str

GAMES_DIGEST: str

MAPS_DIGEST: str

VGDL_DIGEST: str

THING_CHARACTERS: str = 'bsfoavlrwkg'

WORD_CHARACTERS: str = 'BSFOAVLRWKG1234567890'

WON: int = 1

HELPLESS: int = 2

LOST: int = 4

OVERFLOWN: int = 8

STATUS_AT: int = 12

FRONT: int = 8192

BACK: int = 16384

MOVABLE: int = 128

STOPPING: int = 256

ROSTER: int = 512

TAG_AT: int = 14

KIN: int = 1024

DEAD_END_NAMES: tuple[str, ...]

class DeadEnds:
    """Proofs that a state of a level can't be won any more."""

    def __init__(self, level: Level) -> None:
        """Find out what never changes in a level."""

class VisitedSet:
    """A set of 128-bit hashes that only grows."""

    def __init__(self) -> None:
        """Make an empty set."""

    def __len__(self) -> int:
        """Return the number of members."""

    @property
    def nbytes(self) -> int:
        """The memory it occupies, in bytes."""

    def insert(self, hashes: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> NDArray[numpy.bool_]:
        """
        Insert hashes, rows of two halves, in order, and return which were not there yet.
        """

    def contains(self, hashes: Annotated[NDArray[numpy.uint64], dict(shape=(None, 2), order='C', device='cpu', writable=False)]) -> NDArray[numpy.bool_]:
        """Return which of the hashes are members."""

class Level:
    """
    A level made ready to be played.

    One state is a bytes object, many are the rows of an array. A `status` has the bits `WON`,
    `HELPLESS`, `LOST` and `OVERFLOWN`; a `kind` is the number of a hash: exact, loose, picture,
    future, unordered. The results are the same for any number of `threads`.

    What is no state of the level is refused. But `step`, `step_many`, `expand` and `status_many` check
    only the header of a state. If the rest of it has been tampered with, they read and write nothing
    outside of it, but what they return means nothing.
    """

    def __init__(self, rows: Sequence[str]) -> None:
        """Read the rows of a map. Raises ValueError if they are none."""

    @property
    def width(self) -> int:
        """The number of columns."""

    @property
    def height(self) -> int:
        """The number of rows."""

    @property
    def records_facing(self) -> bool:
        """Whether states know which way things face."""

    @property
    def row_bytes(self) -> int:
        """The number of bytes of a state."""

    @property
    def alike_nouns(self) -> int:
        """A bit for each noun whose things are alike but for where they stand."""

    def possible_rules(self) -> list[int]:
        """Return for each noun a bit for every word that may ever be said of it."""

    def start(self) -> bytes:
        """Return the first state."""

    def step(self, row: bytes, action: int) -> bytes:
        """Return the state after an action."""

    def status(self, row: bytes) -> int:
        """Return the status of a state."""

    def you_count(self, row: bytes) -> int:
        """Return how many things are YOU."""

    def hash(self, row: bytes, kind: int) -> int:
        """Return a hash of a state, a number of 128 bits."""

    def rules(self, row: bytes) -> list[tuple[int, int]]:
        """Return the rules in force: subject and predicate of each."""

    def words(self, row: bytes) -> list[tuple[int, int, int, bool]]:
        """Return word, row, column and whether it is in front, of each word."""

    def things(self, row: bytes) -> list[tuple[int, int, int, int, int, int]]:
        """
        Return noun, row, column, facing (-1: none), layer and meta bits of each thing.
        """

    def picture(self, row: bytes) -> str:
        """Return the characters of the map, row after row."""

    def step_many(self, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], actions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], threads: int) -> NDArray[numpy.uint8]:
        """Return the states after one action each."""

    def hash_many(self, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], kind: int, threads: int) -> NDArray[numpy.uint64]:
        """Return the hash of each state, its low half and its high half."""

    def status_many(self, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> NDArray[numpy.uint8]:
        """Return the status of each state."""

    def pictures(self, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> NDArray[numpy.uint8]:
        """Return the characters of the map of each state."""

    def expand(self, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], kind: int, threads: int) -> tuple[NDArray[numpy.uint8], NDArray[numpy.uint8], NDArray[numpy.uint64]]:
        """Return the five children of each state, their status and their hashes."""

    def dead_ends(self, dead_ends: DeadEnds, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int) -> NDArray[numpy.uint8]:
        """
        Return for each state the number in `DEAD_END_NAMES` that says why it is a dead end.
        """

    def expand_unseen(self, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], visited: VisitedSet, kind: int, dropped: int, order: Sequence[int], dead_ends: DeadEnds | None, twins: bool, threads: int) -> tuple[NDArray[numpy.uint8], NDArray[numpy.uint32], NDArray[numpy.uint8], NDArray[numpy.uint8], int, int, tuple[int, ...]]:
        """
        Return the children that are not in `visited`, and insert them there.

        Children whose status has a bit of `dropped` are left out, and so are those that
        `dead_ends`, if given, proves to be such. Those of one parent come in the `order` of their
        actions; with `twins` some of them may be the same. Returned are rows, the numbers of their
        parents, actions, status; how many children were dropped, how many the engine could not
        represent, and how many were dead ends, by reason.
        """

    def rollout(self, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], depth: int, seed: int, first: int, stop: int, threads: int) -> tuple[NDArray[numpy.uint8], NDArray[numpy.uint8], NDArray[numpy.uint32]]:
        """
        Play random actions from each state until its status has a bit of `stop`.

        Row i draws from a stream that `seed` and `first` + i determine. Returned are the last
        states, the actions played, up to `depth` each, and how many they are.
        """

    def play_plans(self, row: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], plans: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], stop: int, threads: int) -> tuple[NDArray[numpy.uint8], NDArray[numpy.bool_], NDArray[numpy.bool_], NDArray[numpy.int64]]:
        """
        Play each plan, a row of actions, from one state until its status has a bit of `stop`.

        Returned are the last states, which are won, which are over without a win, and how many
        actions were played.
        """

    def average_distances(self, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int) -> NDArray[numpy.float64]:
        """
        Return the average distances from YOU to what wins, to words and to what can be pushed.

        A distance is NaN where there is no pair to measure.
        """

    def attractions(self, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], threads: int) -> NDArray[numpy.float64]:
        """
        Return 3 / (the sum of the average distances), with 10 for a distance that is NaN.
        """

EVALUATORS: tuple[str, ...]

UNFINISHED: int = 0

SOLVED: int = 1

EXHAUSTED: int = 2

OUT_OF_MEMORY: int = 3

class LayeredSearch:
    """
    Breadth-first search, layer by layer, that keeps as little of a state as will do.
    """

    def __init__(self, level: Level, start: bytes, kind: int, dropped: int, order: Sequence[int], threads: int) -> None:
        """
        Begin at a state; states with equal hashes of this kind count as one.

        Children whose status has a bit of `dropped` are left out. Those of one parent come in the
        `order` of their actions.
        """

    def advance(self, most: int, memory: int) -> int:
        """
        Expand up to `most` states, as far as `memory` bytes allow, and return how many were expanded.
        """

    def path(self) -> list[int]:
        """
        Return the actions from the start to the state found last, which is the start if there is no other.
        """

    def tree(self) -> NDArray[numpy.uint8]:
        """
        Return for every state, in the order they were found, a bit for each action whose child was new.
        """

    @property
    def won(self) -> bool:
        """Whether the state found last is won. That ends the search."""

    @property
    def exhausted(self) -> bool:
        """Whether no state is left to expand, and none was won."""

    @property
    def depth(self) -> int:
        """Moves from the start to the newest states."""

    @property
    def frontier(self) -> int:
        """The number of states found at that depth."""

    @property
    def states(self) -> int:
        """The number of states found."""

    @property
    def dropped(self) -> int:
        """The number of children that were left out, counted each time."""

    @property
    def unrepresentable(self) -> int:
        """
        The number of states that the engine could not represent; with any, a search proves nothing.
        """

    @property
    def order_mattered(self) -> bool:
        """
        Whether a step depended on the order of like things, which the unordered hash leaves out.

        With that hash a search means something only as long as this is false.
        """

    @property
    def nbytes(self) -> int:
        """The memory it occupies, in bytes."""

    @property
    def nbytes_for_next(self) -> int:
        """The memory that the next round may take on top, in bytes."""

class Search:
    """A search that goes on piece by piece until there is an answer."""

    def advance(self, expansions: int, steps: int, seconds: float, nbytes: int) -> int:
        """
        Go on until there is an answer or a limit is reached, and return the outcome.

        An outcome is `UNFINISHED`, `SOLVED`, `EXHAUSTED` or `OUT_OF_MEMORY`. Expansions and steps
        are counted from this call on, bytes are those of the whole search.
        """

    def solution(self) -> bytes:
        """
        Return the actions of the solution that was found. Raises ValueError if there is none.
        """

    @property
    def sound(self) -> bool:
        """Whether `EXHAUSTED` would prove that there is no solution."""

    @property
    def nbytes(self) -> int:
        """The memory it occupies, in bytes."""

    @property
    def statistics(self) -> dict[str, int]:
        """The counts so far, by name."""

class BestFirst(Search):
    """
    Best-first search that takes turns between open lists, each sorted by evaluators of its own.
    """

    def __init__(self, level: Level, start: bytes, lists: Sequence[tuple[int, int, int]], walks: bool, prune: bool, seed: int, threads: int, published: bool = False, weights: Sequence[float] = [], code: bool = False, repaired: bool = False, revisits: bool = False) -> None:
        """
        Begin at a state.

        `lists` has an evaluator, a second one for ties and a number of turns for each open list.
        `walks` takes a walk and the move that ends it for one step, `prune` leaves out dead ends, a
        `seed` other than 0 changes the order of directions. With one thread states are expanded one by
        one, with more many at a time, and alike for any number of them. `published` searches as the
        papers' agents do. `weights` are those of the evaluator `score`: of the features, read as `code`
        and `repaired` say, then of the other evaluators. With `revisits`, equal children of a state all
        count, and the start is met anew once.
        """

    @property
    def frontier(self) -> int:
        """The number of states that wait to be expanded."""

class AStar(Search):
    """
    A search for shortest solutions, in which a walk and the move that ends it are one step.
    """

    def __init__(self, level: Level, start: bytes, most_moves: int) -> None:
        """Begin at a state and look for solutions of at most so many moves."""

    def tighten(self, most_moves: int) -> None:
        """Look only for solutions of at most so many moves from now on."""

class Shortener:
    """A solution that gets shorter piece by piece."""

    def __init__(self, level: Level, start: bytes, moves: bytes, prove: bool) -> None:
        """
        Begin with moves that win from a state; `prove` says whether to try for a proof.
        """

    def advance(self, iterations: int, steps: int, seconds: float, nbytes: int, moment: float) -> bool:
        """
        Go on for about a moment, in seconds, within what is left of the budget, and return whether
        there is more to do, and room for it.

        Iterations, steps and seconds are counted from this call on, bytes are those of the whole search.
        """

    @property
    def moves(self) -> bytes:
        """The actions of the solution as it is now."""

    @property
    def shortest(self) -> bool:
        """Whether it is proved to be a shortest solution."""

    @property
    def iterations(self) -> int:
        """The iterations spent so far."""

    @property
    def steps(self) -> int:
        """The engine steps spent so far."""

    @property
    def nbytes(self) -> int:
        """The memory it occupies, in bytes."""

FEATURES: tuple[str, ...]

class RulesMet:
    """The rules that were met so far."""

    def __init__(self) -> None:
        """Begin with none."""

    def __len__(self) -> int:
        """Return how many they are."""

def features(level: Level, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], wanted: int, code: bool, repaired: bool, met: RulesMet, threads: int) -> NDArray[numpy.float32]:
    """
    Return the features of each state, a column for each of `FEATURES`.

    `wanted` has a bit for each that is to be computed; the others are 0. `code` computes them as the
    authors' program does, `repaired` changes what docs/heuristics.md calls broken. The feature
    `rules` counts those in `met`, which grows by the rules of these states.
    """

STATE_PARTS: tuple[str, ...]

STEP_PARTS: tuple[str, ...]

ONGOING: int = 0

ENDED_WON: int = 1

ENDED_DEAD: int = 2

class RewardWeights:
    """
    The weights of all parts of states and steps: lists in the order of `STATE_PARTS` or `STEP_PARTS`.
    """

    def __init__(self, *, value: Sequence[float] = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], difference: Sequence[float] = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], potential: Sequence[float] = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], event: Sequence[float] = [0.0, 0.0, 0.0, 0.0, 0.0]) -> None:
        """
        Give weights to state parts after the step (`value`), after less before (`difference`) and
        the plan's discount times after less before (`potential`), and to step parts (`event`).
        """

class RewardPlan:
    """A reward: a sum of parts of states and steps, each with a weight."""

    def __init__(self, *, during: RewardWeights = ..., at_end: RewardWeights = ..., discount: float = 1.0, first_weight: Sequence[float] = [0.0, 0.0, 0.0, 0.0, 0.0], factor: Sequence[float] = [0.0, 0.0, 0.0, 0.0, 0.0]) -> None:
        """
        Give steps the weights `during`, and the step that ends a play those `at_end`.

        In each pair part the nearest pair has the weight `first_weight`, and that of each farther
        pair is smaller by its `factor`.
        """

    @property
    def discount(self) -> float:
        """The factor of potentials."""

    @property
    def factor(self) -> list[float]:
        """
        By how much the weight of each farther pair is smaller, of each pair part.
        """

    def wanted(self) -> int:
        """Return a bit for each state part that has a weight."""

def reward_parts(level: Level, plan: RewardPlan, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]:
    """Return all state parts of each state."""

def step_parts(level: Level, before: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], after: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]:
    """
    Return all step parts of each step from one state to another.

    An end is `ONGOING`, `ENDED_WON` or `ENDED_DEAD`.
    """

def step_rewards(level: Level, plan: RewardPlan, before: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], after: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], ends: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> NDArray[numpy.float64]:
    """Return the reward of each step."""

def observe(level: Level, rows: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], observation: int, height: int, width: int) -> NDArray[numpy.uint8] | tuple[NDArray[numpy.uint8], NDArray[numpy.uint8]]:
    """
    Return what a learner sees of each state, in a frame of this size.

    An observation is 0 (planes of the paper), 1 (characters) or 2 (cells, and the rules beside them).
    """

class VectorEnv:
    """
    Many plays at once for a learner: each slot plays episodes, one after the other.

    Arrays are the environment's own; its next step changes what is in them. All are read-only but
    observations, rules and masks.
    """

    def __init__(self, levels: Sequence[Level], starts: Sequence[tuple[int, bytes]], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], slots: int, observation: int, height: int, width: int, reward: RewardPlan, most_steps: int, deadly: int, masks: bool, autoreset: int, threads: int) -> None:
        """
        Make so many slots.

        `starts` are numbers of levels, each with a state of it, drawn in proportion to `weights`. An
        episode ends with a win, with a status that has a bit of `deadly`, or after `most_steps`.
        `autoreset` says when the next begins: 0 with the following step, 1 at once, 2 when told to.
        """

    def replace(self, levels: Sequence[Level], starts: Sequence[tuple[int, bytes]], weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], slot_starts: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Replace the levels and starts; `slot_starts` are the new numbers of those that slots play.
        """

    def weigh(self, weights: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Set how often each start is chosen, in proportion."""

    def seed(self, seed: int) -> None:
        """Seed the random streams of all slots."""

    def reset(self, marked: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)] | None) -> None:
        """Begin an episode in the slots marked, or in all."""

    def reset_to(self, slot: int, start: int) -> None:
        """Begin an episode in a slot at this start."""

    def step(self, actions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Play an action in every slot. Raises ValueError where an episode is over and nothing resets it.
        """

    def save(self) -> bytes:
        """Return everything needed to go on identically."""

    def restore(self, saved: bytes) -> None:
        """
        Go on where an equal environment was saved. Raises ValueError if it was none.
        """

    def row(self, slot: int) -> bytes:
        """Return the state of a slot."""

    def take_statistics(self) -> tuple[NDArray[numpy.uint32], NDArray[numpy.uint32]]:
        """
        Return how many episodes from each start ended since this was last called, and how many were won.
        """

    @property
    def observations(self) -> NDArray[numpy.uint8]:
        """The observation of each slot."""

    @property
    def rules(self) -> NDArray[numpy.uint8]:
        """The rules in force in each slot, for the full observation."""

    @property
    def masks(self) -> NDArray[numpy.uint8]:
        """A mask of the actions of each slot that change anything."""

    @property
    def rewards(self) -> Annotated[NDArray[numpy.float32], dict(writable=False)]:
        """The rewards of the last step."""

    @property
    def terminated(self) -> Annotated[NDArray[numpy.uint8], dict(writable=False)]:
        """A mask of the episodes that ended with a win or a death."""

    @property
    def truncated(self) -> Annotated[NDArray[numpy.uint8], dict(writable=False)]:
        """A mask of the episodes that were cut off."""

    @property
    def won(self) -> Annotated[NDArray[numpy.uint8], dict(writable=False)]:
        """A mask of the episodes that ended with a win."""

    @property
    def begun(self) -> Annotated[NDArray[numpy.uint8], dict(writable=False)]:
        """A mask of the slots in which the last call began an episode."""

    @property
    def starts(self) -> Annotated[NDArray[numpy.uint32], dict(writable=False)]:
        """The start of each slot's episode."""

    @property
    def levels(self) -> Annotated[NDArray[numpy.uint32], dict(writable=False)]:
        """The level of each slot's episode."""

    @property
    def steps(self) -> Annotated[NDArray[numpy.uint32], dict(writable=False)]:
        """The steps of each slot's episode."""

    @property
    def returns(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """The sum of rewards of each slot's episode."""

    @property
    def final_slots(self) -> Annotated[NDArray[numpy.uint32], dict(writable=False)]:
        """
        The slots whose episode ended with the last step, where the next began at once.
        """

    @property
    def final_observations(self) -> NDArray[numpy.uint8]:
        """The observations at the ends of these episodes."""

    @property
    def final_rules(self) -> NDArray[numpy.uint8]:
        """The rules in force at the ends."""

    @property
    def final_masks(self) -> NDArray[numpy.uint8]:
        """The masks at the ends."""

    @property
    def final_steps(self) -> Annotated[NDArray[numpy.uint32], dict(writable=False)]:
        """The steps of these episodes."""

    @property
    def final_starts(self) -> Annotated[NDArray[numpy.uint32], dict(writable=False)]:
        """The starts of these episodes."""

    @property
    def final_returns(self) -> Annotated[NDArray[numpy.float64], dict(writable=False)]:
        """The sums of rewards of these episodes."""

class Sokoban:
    """A level of Sokoban. A state is a bytes object."""

    def __init__(self, rows: Sequence[str]) -> None:
        """Read a map in the characters of XSB. Raises ValueError if it is none."""

    @property
    def state_bytes(self) -> int:
        """The number of bytes of a state."""

    def start(self) -> bytes:
        """Return the first state."""

    def step(self, state: bytes, action: int) -> bytes:
        """Return the state after an action: 0 left, 1 right, 2 up, 3 down."""

    def won(self, state: bytes) -> bool:
        """Return whether all boxes are on goals."""

    def lost(self, state: bytes) -> bool:
        """
        Return whether a box can't get to a goal any more, or no move is possible.
        """

    def over(self, state: bytes) -> bool:
        """Return whether the state is won or lost."""

    def placed(self, state: bytes) -> int:
        """Return how many boxes are on goals."""

    def legal_actions(self, state: bytes) -> list[int]:
        """Return the actions that change the state."""

    def hash(self, state: bytes) -> bytes:
        """Return a hash of 16 bytes."""

    def picture(self, state: bytes) -> str:
        """Return the map in the characters of XSB."""

    def play_plans(self, state: bytes, plans: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)]) -> tuple[tuple[list[bytes], NDArray[numpy.float64], NDArray[numpy.bool_], NDArray[numpy.bool_]], NDArray[numpy.int64]]:
        """
        Play each plan, a row of actions, from a state until it is over.

        Returned are the last states with their scores (boxes on goals), which are won and which lost;
        and how many actions were played.
        """

    def play_randomly(self, states: Sequence[bytes], depth: int, seed: int) -> tuple[tuple[list[bytes], NDArray[numpy.float64], NDArray[numpy.bool_], NDArray[numpy.bool_]], NDArray[numpy.int64], NDArray[numpy.uint8]]:
        """
        Play up to `depth` random actions from each state until it is over.

        Returned are the same as from `play_plans`, and the actions.
        """

class Vgdl:
    """
    A game of VGDL on one level. A state is a bytes object.

    Actions are numbers of those that were passed, from 0.
    """

    def __init__(self, tables: object, level: object, actions: Sequence[int]) -> None:
        """
        Make a game of `Tables`, a `Map` and the numbers of the core's actions that players have.
        """

    def start(self) -> bytes:
        """Return the first state."""

    def step(self, state: bytes, action: int, java: bool, chance: int) -> tuple[bytes, int]:
        """
        Return the state after an action, and the random stream after what the step drew.

        `chance` is the state of the stream: of java.util.Random if `java`, else of SplitMix64.
        """

    def status(self, state: bytes) -> tuple[int, int, int, bool]:
        """
        Return score, tick, winner (1: the player; -1: none yet) and whether the play is over.
        """

    def sprites(self, state: bytes) -> tuple[NDArray[numpy.int64], NDArray[numpy.float64], NDArray[numpy.int64]]:
        """
        Return all sprites, by type and in the order of creation, a row for each.

        Returned are whole numbers (type, number, x, y, health, greatest health, disabled, category),
        orientations, and amounts of every resource; the least number of 64 bits where it was never held.
        """

    def player(self, state: bytes) -> tuple[int, int, bool] | None:
        """
        Return type and number of the player's sprite and whether it is disabled; None without one.
        """

    def hash(self, state: bytes) -> bytes:
        """Return a hash of 16 bytes."""

    def grid(self, state: bytes) -> NDArray[numpy.uint8]:
        """Return types x rows x columns: 1 where a sprite of the type is."""

    def features(self, state: bytes) -> NDArray[numpy.float32]:
        """Return the state as a row of numbers."""

    def play_plans(self, state: bytes, plans: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], seed: int) -> tuple[bytes, NDArray[numpy.int64], NDArray[numpy.float64], NDArray[numpy.bool_], NDArray[numpy.bool_], NDArray[numpy.int64]]:
        """
        Play each plan, a row of actions, from a state until it is over.

        Returned are the last states in one bytes object and where each begins there (and the end of the
        last), scores, which are won, which are lost, and how many actions were played. Every play has a
        random stream of its own, which `seed` and its number determine.
        """

    def play_randomly(self, states: Sequence[bytes], depth: int, seed: int) -> tuple[tuple[bytes, NDArray[numpy.int64], NDArray[numpy.float64], NDArray[numpy.bool_], NDArray[numpy.bool_], NDArray[numpy.int64]], NDArray[numpy.uint8]]:
        """
        Play up to `depth` random actions from each state until it is over.

        Returned are the same as from `play_plans`, and the actions.
        """

class VgdlBatch:
    """
    Many plays of one game of VGDL side by side, on any of its levels.

    Arrays are as long as there are plays. What is known of the plays is kept in arrays of the caller's:
    the states of random streams (SplitMix64), scores, which are won, which are lost, and ticks. Only plays
    that are `marked` are meant, or all if it is None.
    """

    def __init__(self, games: Sequence[Vgdl], count: int, threads: int) -> None:
        """Make room for so many plays on the levels of these games."""

    def begin(self, levels: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], marked: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Begin the marked plays anew, each on a level: the number of one of the games.
        """

    def step(self, actions: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], marked: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)] | None, streams: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], won: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], lost: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], ticks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> None:
        """Play an action in every play that is not over."""

    def play_randomly(self, depth: int, streams: Annotated[NDArray[numpy.uint64], dict(shape=(None,), order='C', device='cpu')], scores: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu')], won: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], lost: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu')], ticks: Annotated[NDArray[numpy.int32], dict(shape=(None,), order='C', device='cpu')]) -> NDArray[numpy.int64]:
        """
        Play up to `depth` random actions in every play, and return how many were played.
        """

    def masks(self, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu')]) -> None:
        """Write down which actions are legal, a row for each play."""

    def state(self, play: int) -> bytes:
        """Return the state of a play."""

    def grids(self, out: Annotated[NDArray[numpy.uint8], dict(shape=(None, None, None, None), order='C', device='cpu')], marked: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)] | None) -> None:
        """Draw the grid of each play: types x rows x columns."""

    def features(self, out: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], marked: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)] | None) -> None:
        """Write down the features of each play."""

def measure_binary(maps: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], width: int, height: int) -> NDArray[numpy.float64]:
    """
    Return the statistics of each map of the problem `binary`: regions, longest path, empty cells.

    A map is a row of tiles, here 0 empty and 1 solid.
    """

def measure_zelda(maps: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], width: int, height: int) -> NDArray[numpy.float64]:
    """
    Return the statistics of each map of the problem `zelda`.

    Tiles are empty, solid, player, key, door, bat, scorpion, spider; statistics are players, keys,
    doors, enemies, regions, steps to the nearest enemy, steps to the key and on to the door, whether
    the door can be reached, and empty cells.
    """

def measure_sokoban(maps: Annotated[NDArray[numpy.uint8], dict(shape=(None, None), order='C', device='cpu', writable=False)], width: int, height: int, power: int) -> NDArray[numpy.float64]:
    """
    Return the statistics of each map of the problem `sokoban`.

    Tiles are empty, solid, player, crate, target; statistics are players, crates, targets, regions,
    the difference of crates and targets, how far crates are from targets (0 if solved), moves of a
    shortest solution (0 if `power` states were not enough to find one), and empty cells.
    """

def solve_sokoban(map: Annotated[NDArray[numpy.uint8], dict(shape=(None,), order='C', device='cpu', writable=False)], width: int, height: int, power: int) -> str | None:
    """
    Return the moves (u, d, l, r) of a shortest solution, or None if none was found in `power` states.
    """

class Wants:
    """The ranges wanted of statistics."""

    def __init__(self, wants: Sequence[tuple[int, float, float, float, bool, bool]], statistics: int) -> None:
        """
        Want of rows of so many `statistics` what is said by each of `wants`.

        That is a column, a weight, the least and the greatest value, whether these are relative to the
        start map, and whether they are required for the goal.
        """

    def judge(self, statistics: Annotated[NDArray[numpy.float64], dict(shape=(None, None), order='C', device='cpu', writable=False)], start: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> tuple[NDArray[numpy.float64], NDArray[numpy.bool_]]:
        """
        Return of each row by how much it is better than the start map, and whether it reaches the goal.
        """

class Model:
    """A game on a level, as planners in the core play it."""

def model_of_baba(level: Level, stop: int, threads: int) -> Model:
    """
    Return the model of a level of Baba; a play ends with a status that has a bit of `stop`.
    """

def model_of_sokoban(sokoban: Sokoban) -> Model:
    """Return the model of a level of Sokoban."""

def model_of_vgdl(vgdl: Vgdl) -> Model:
    """Return the model of a game of VGDL."""

class Operators:
    """The operators of a generation."""

    def __init__(self, genetic: int, selection: int, crossover: int, mutation: int, transducer: int) -> None:
        """Choose operators by their numbers in Table I of paper C, from 0."""

class Horizon:
    """Rolling horizon evolution of one play."""

    def __init__(self, model: Model, length: int, population: int, elite: int, rank: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], tournament: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], softmax: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], points: float, worths: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)], decay: float, discount: float, flat: float, generator: Sequence[int]) -> None:
        """
        Prepare to evolve `population` plans of `length` actions.

        `rank` and `tournament` have the sums of the weights with which plans become parents, `softmax`
        of those with which genes mutate. A win adds `points` to the score before that is scaled, and
        after that what `worths` has for so many steps; a loss subtracts both. A worth is divided by
        `decay` and the fitness multiplied by `discount` whenever plans are shifted.
        As long as all scores are the same, each counts `flat`.
        `generator` has the halves of the state and of the increment of a PCG64 of NumPy's, the upper
        ones first.
        """

    def begin(self, state: bytes, seed: int) -> int:
        """
        Make random plans, play them from a state, and return how many steps that were.

        `seed` is for the chance of the game.
        """

    def shift(self, state: bytes) -> None:
        """Shift all plans by a move: drop the first action, append a random one."""

    def evolve(self, operators: Operators, seed: int) -> tuple[float, int]:
        """
        Breed, play and judge a generation.

        Returned are the fitness of the best offspring less that of the best plan before, and how many
        steps were played. `seed` is for the chance of the game.
        """

    @property
    def plans(self) -> NDArray[numpy.uint8]:
        """The plans, the fittest first."""

    @property
    def fitness(self) -> NDArray[numpy.float64]:
        """The fitness of each plan."""

    def winning_plan(self) -> list[int] | None:
        """
        Return the shortest winning plan among those played last, up to its win; None if none won.
        """

class Tree:
    """Monte Carlo tree search of one play."""

    def __init__(self, model: Model, worths: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """
        Prepare to grow a tree.

        `worths` has what a win is worth after 0 steps, 1 and so on, beside a score from 0 to 1.
        """

    def look(self, state: bytes, words: Annotated[NDArray[numpy.uint32], dict(shape=(None,), order='C', device='cpu', writable=False)], drawn: int) -> tuple[int, tuple[int, int]]:
        """
        Begin to think about a state; what is known of it from the state before is kept.

        `words` and `drawn` are the state of a `random.Random`, which goes on here. Returned are the steps played, and what is next: the steps that a simulation must be allowed to
        make, -1 if there is nothing to choose, and how long the longest way down may be.
        """

    def replace_worths(self, worths: Annotated[NDArray[numpy.float64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None:
        """Replace the worths of wins by more of them."""

    def simulate(self, c: float, depth: int, plays: int, room: int) -> tuple[float, int, tuple[int, int]]:
        """
        Select, expand, play at random and add what came of it, in at most `room` steps.

        Returned are the value of the simulation, from -1 to 1, the steps played, and what is next. There
        must be a worth for the longest way down and `depth` steps more.
        """

    def decide(self) -> tuple[int, NDArray[numpy.uint32], int]:
        """
        Return the first action of a way to win, else the one tried most often.

        Returned are also the `words` and `drawn` of the random numbers that come next.
        """

    @property
    def winning(self) -> list[int]:
        """The shortest known way to win; none is empty."""

    @property
    def children(self) -> list[tuple[int, int, float, float]]:
        """
        Of each action tried, the oldest first: its number, visits, and sums of values and scores.
        """
