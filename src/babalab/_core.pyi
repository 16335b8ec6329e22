"""The native engine, as Python sees it. `native/` documents what each call does."""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

Rows = NDArray[np.uint8]
SokobanEnds = tuple[list[bytes], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_]]
"""States, boxes on goals, won, lost."""

THING_CHARACTERS: Final[str]
WORD_CHARACTERS: Final[str]
WON: Final[int]
HELPLESS: Final[int]
LOST: Final[int]
OVERFLOWN: Final[int]
STATUS_AT: Final[int]
FRONT: Final[int]
BACK: Final[int]
MOVABLE: Final[int]
STOPPING: Final[int]
ROSTER: Final[int]
KIN: Final[int]
DEAD_END_NAMES: Final[tuple[str, ...]]

class Level:
    width: int
    height: int
    records_facing: bool
    alike_nouns: int
    row_bytes: int
    def __init__(self, rows: list[str], /) -> None: ...
    def possible_rules(self) -> list[int]: ...
    def start(self) -> bytes: ...
    def step(self, row: bytes, action: int, /) -> bytes: ...
    def status(self, row: bytes, /) -> int: ...
    def you_count(self, row: bytes, /) -> int: ...
    def hash(self, row: bytes, kind: int, /) -> int: ...
    def rules(self, row: bytes, /) -> list[tuple[int, int]]: ...
    def words(self, row: bytes, /) -> list[tuple[int, int, int, bool]]: ...
    def things(self, row: bytes, /) -> list[tuple[int, int, int, int, int, int]]: ...
    def picture(self, row: bytes, /) -> str: ...
    def step_many(self, rows: Rows, actions: NDArray[np.uint8], threads: int, /) -> Rows: ...
    def hash_many(self, rows: Rows, kind: int, threads: int, /) -> NDArray[np.uint64]: ...
    def status_many(self, rows: Rows, /) -> NDArray[np.uint8]: ...
    def pictures(self, rows: Rows, /) -> NDArray[np.uint8]: ...
    def expand(
        self, rows: Rows, kind: int, threads: int, /
    ) -> tuple[Rows, NDArray[np.uint8], NDArray[np.uint64]]: ...
    def expand_unseen(
        self,
        rows: Rows,
        visited: VisitedSet,
        kind: int,
        dropped: int,
        order: list[int],
        dead_ends: DeadEnds | None,
        threads: int,
        /,
    ) -> tuple[
        Rows,
        NDArray[np.uint32],
        NDArray[np.uint8],
        NDArray[np.uint8],
        int,
        int,
        tuple[int, ...],
    ]: ...
    def dead_ends(self, dead_ends: DeadEnds, rows: Rows, threads: int, /) -> NDArray[np.uint8]: ...
    def rollout(
        self, rows: Rows, depth: int, seed: int, first: int, stop: int, threads: int, /
    ) -> tuple[Rows, NDArray[np.uint8], NDArray[np.uint32]]: ...
    def play_plans(
        self, row: Rows, plans: Rows, stop: int, threads: int, /
    ) -> tuple[Rows, NDArray[np.bool_], NDArray[np.bool_], NDArray[np.int64]]: ...
    def attractions(self, rows: Rows, threads: int, /) -> NDArray[np.float64]: ...
    def average_distances(self, rows: Rows, threads: int, /) -> NDArray[np.float64]: ...

class Sokoban:
    state_bytes: int
    def __init__(self, rows: list[str], /) -> None: ...
    def start(self) -> bytes: ...
    def step(self, state: bytes, action: int, /) -> bytes: ...
    def won(self, state: bytes, /) -> bool: ...
    def lost(self, state: bytes, /) -> bool: ...
    def over(self, state: bytes, /) -> bool: ...
    def placed(self, state: bytes, /) -> int: ...
    def legal_actions(self, state: bytes, /) -> list[int]: ...
    def hash(self, state: bytes, /) -> bytes: ...
    def picture(self, state: bytes, /) -> str: ...
    def play_plans(self, state: bytes, plans: Rows, /) -> tuple[SokobanEnds, NDArray[np.int64]]: ...
    def play_randomly(
        self, states: Sequence[bytes], depth: int, seed: int, /
    ) -> tuple[SokobanEnds, NDArray[np.int64], Rows]: ...

VGDL_DIGEST: str
VgdlEnds = tuple[
    bytes,
    NDArray[np.int64],
    NDArray[np.float64],
    NDArray[np.bool_],
    NDArray[np.bool_],
    NDArray[np.int64],
]

class Vgdl:
    def __init__(self, tables: object, level: object, actions: list[int], /) -> None: ...
    def start(self) -> bytes: ...
    def step(self, state: bytes, action: int, java: bool, chance: int, /) -> tuple[bytes, int]: ...
    def status(self, state: bytes, /) -> tuple[int, int, int, bool]: ...
    def sprites(
        self, state: bytes, /
    ) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int64]]: ...
    def player(self, state: bytes, /) -> tuple[int, int, bool] | None: ...
    def hash(self, state: bytes, /) -> bytes: ...
    def grid(self, state: bytes, /) -> NDArray[np.uint8]: ...
    def features(self, state: bytes, /) -> NDArray[np.float32]: ...
    def play_plans(self, state: bytes, plans: Rows, seed: int, /) -> VgdlEnds: ...
    def play_randomly(
        self, states: Sequence[bytes], depth: int, seed: int, /
    ) -> tuple[VgdlEnds, Rows]: ...

class VgdlBatch:
    def __init__(self, games: list[Vgdl], count: int, threads: int) -> None: ...
    def begin(self, levels: NDArray[np.uint32], marked: NDArray[np.bool_], /) -> None: ...
    def step(
        self,
        actions: NDArray[np.uint8],
        marked: NDArray[np.bool_] | None,
        streams: NDArray[np.uint64],
        scores: NDArray[np.float64],
        won: NDArray[np.bool_],
        lost: NDArray[np.bool_],
        ticks: NDArray[np.int32],
    ) -> None: ...
    def play_randomly(
        self,
        depth: int,
        streams: NDArray[np.uint64],
        scores: NDArray[np.float64],
        won: NDArray[np.bool_],
        lost: NDArray[np.bool_],
        ticks: NDArray[np.int32],
        /,
    ) -> NDArray[np.int64]: ...
    def masks(self, out: NDArray[np.uint8], /) -> None: ...
    def state(self, play: int, /) -> bytes: ...
    def grids(self, out: NDArray[np.uint8], marked: NDArray[np.bool_] | None) -> None: ...
    def features(self, out: NDArray[np.float32], marked: NDArray[np.bool_] | None) -> None: ...

MAPS_DIGEST: str

def measure_binary(maps: Rows, width: int, height: int, /) -> NDArray[np.float64]: ...
def measure_zelda(maps: Rows, width: int, height: int, /) -> NDArray[np.float64]: ...
def measure_sokoban(maps: Rows, width: int, height: int, power: int, /) -> NDArray[np.float64]: ...
def solve_sokoban(
    map_: NDArray[np.uint8], width: int, height: int, power: int, /
) -> str | None: ...

class Wants:
    def __init__(
        self, wants: Sequence[tuple[int, float, float, float, bool, bool]], statistics: int, /
    ) -> None: ...
    def judge(
        self, statistics: NDArray[np.float64], start: NDArray[np.float64], /
    ) -> tuple[NDArray[np.float64], NDArray[np.bool_]]: ...

FEATURES: tuple[str, ...]

class RulesMet:
    def __init__(self) -> None: ...
    def __len__(self) -> int: ...

def features(
    level: Level, rows: Rows, wanted: int, repaired: bool, met: RulesMet, threads: int, /
) -> NDArray[np.float32]: ...

STATE_PARTS: tuple[str, ...]
STEP_PARTS: tuple[str, ...]
ONGOING: int
ENDED_WON: int
ENDED_DEAD: int

class RewardPlan:
    value: list[float]
    difference: list[float]
    potential: list[float]
    event: list[float]
    discount: float
    first_weight: list[float]
    factor: list[float]
    def __init__(self) -> None: ...
    def wanted(self) -> int: ...

def reward_parts(level: Level, plan: RewardPlan, rows: Rows, /) -> NDArray[np.float64]: ...
def step_parts(
    level: Level, before: Rows, after: Rows, ends: NDArray[np.uint8], /
) -> NDArray[np.float64]: ...
def step_rewards(
    level: Level, plan: RewardPlan, before: Rows, after: Rows, ends: NDArray[np.uint8], /
) -> NDArray[np.float64]: ...

EVALUATORS: tuple[str, ...]
SEARCH_DIGEST: str
GAMES_DIGEST: str

UNFINISHED: int
SOLVED: int
EXHAUSTED: int
OUT_OF_MEMORY: int

class BestFirst:
    nbytes: int
    sound: bool
    frontier: int
    statistics: dict[str, int]
    def __init__(
        self,
        level: Level,
        start: bytes,
        lists: list[tuple[int, int, int]],
        walks: bool,
        prune: bool,
        seed: int,
        threads: int,
        published: bool = False,
        weights: list[float] = ...,
        repaired: bool = False,
        /,
    ) -> None: ...
    def advance(self, expansions: int, steps: int, seconds: float, nbytes: int, /) -> int: ...
    def solution(self) -> bytes: ...

class AStar:
    nbytes: int
    sound: bool
    statistics: dict[str, int]
    def __init__(self, level: Level, start: bytes, most_moves: int, /) -> None: ...
    def tighten(self, most_moves: int, /) -> None: ...
    def advance(self, expansions: int, steps: int, seconds: float, nbytes: int, /) -> int: ...
    def solution(self) -> bytes: ...

class DeadEnds:
    def __init__(self, level: Level, /) -> None: ...

class VisitedSet:
    nbytes: int
    def __init__(self) -> None: ...
    def __len__(self) -> int: ...
    def insert(self, hashes: NDArray[np.uint64], /) -> NDArray[np.bool_]: ...
    def contains(self, hashes: NDArray[np.uint64], /) -> NDArray[np.bool_]: ...

class LayeredSearch:
    won: bool
    exhausted: bool
    depth: int
    frontier: int
    states: int
    dropped: int
    overflown: int
    order_mattered: bool
    nbytes: int
    nbytes_for_next: int
    def __init__(
        self,
        level: Level,
        start: bytes,
        kind: int,
        dropped: int,
        order: list[int],
        threads: int,
        /,
    ) -> None: ...
    def advance(self, most: int, memory: int, /) -> int: ...
    def path(self) -> list[int]: ...
    def tree(self) -> NDArray[np.uint8]: ...

class VectorEnv:
    """Many plays for a learner; see native/vector_env.hpp. A step changes its arrays."""

    observations: NDArray[np.uint8]
    rules: NDArray[np.uint8]
    masks: NDArray[np.uint8]
    rewards: NDArray[np.float32]
    terminated: NDArray[np.uint8]
    truncated: NDArray[np.uint8]
    won: NDArray[np.uint8]
    begun: NDArray[np.uint8]
    starts: NDArray[np.uint32]
    levels: NDArray[np.uint32]
    steps: NDArray[np.uint32]
    returns: NDArray[np.float64]
    final_slots: NDArray[np.uint32]
    final_observations: NDArray[np.uint8]
    final_rules: NDArray[np.uint8]
    final_masks: NDArray[np.uint8]
    final_steps: NDArray[np.uint32]
    final_starts: NDArray[np.uint32]
    final_returns: NDArray[np.float64]
    def __init__(
        self,
        levels: list[Level],
        starts: list[tuple[int, bytes]],
        weights: NDArray[np.float64],
        slots: int,
        observation: int,
        height: int,
        width: int,
        reward: RewardPlan,
        most_steps: int,
        deadly: int,
        masks: bool,
        autoreset: int,
        threads: int,
        /,
    ) -> None: ...
    def replace(
        self,
        levels: list[Level],
        starts: list[tuple[int, bytes]],
        weights: NDArray[np.float64],
        slot_starts: NDArray[np.uint32],
        /,
    ) -> None: ...
    def weigh(self, weights: NDArray[np.float64], /) -> None: ...
    def seed(self, seed: int, /) -> None: ...
    def reset(self, marked: NDArray[np.uint8] | None) -> None: ...
    def reset_to(self, slot: int, start: int, /) -> None: ...
    def step(self, actions: NDArray[np.uint8], /) -> None: ...
    def save(self) -> bytes: ...
    def restore(self, saved: bytes, /) -> None: ...
    def row(self, slot: int, /) -> bytes: ...
    def take_statistics(self) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]: ...

def observe(
    level: Level, rows: Rows, observation: int, height: int, width: int, /
) -> NDArray[np.uint8] | tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """States as learners see them: planes, characters, or cells and rules."""
