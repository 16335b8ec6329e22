"""Valid arguments for everything in the stub, from which hostile ones are made.

A recipe is found by the most specific of the names `Owner.method.parameter`, `Owner.parameter`,
`method.parameter` and `parameter`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from support.hostile import menagerie
from support.hostile.core import CORE
from support.hostile.stub import Member, constructor

LEVEL: Final = "_______/_B12bs_/_F13.f_/_S16kK_/_K17r._/_______"
"""Small, so that searches end soon, with movers, pushing and things that sink."""
TWIN: Final = "_______/_F13bs_/_B12.f_/_K17kS_/_S16r._/_______"
"""Another level whose states have as many bytes."""
OTHER: Final = "______/_B12b_/_..f._/______"
SOKOBAN: Final = "#######/#@ $. #/# $ . #/#######"
OTHER_SOKOBAN: Final = "#####/#@$.#/#####"
ACTIONS: Final = 5
PARTS_OF_STEPS: Final = len(CORE.STEP_PARTS)
PARTS_OF_STATES: Final = len(CORE.STATE_PARTS)
MAP_WIDTH, MAP_HEIGHT = 5, 4
PLANS, PLAN_LENGTH = 5, 7


def rows_of(level: Any, count: int) -> NDArray[np.uint8]:
    """Return states of a level that random plays lead to."""
    rows = np.tile(np.frombuffer(level.start(), np.uint8), (count, 1))
    chance = np.random.default_rng(1)
    for step in range(6):
        later = np.arange(count) > step
        actions = chance.integers(0, ACTIONS, count).astype(np.uint8)
        rows[later] = level.step_many(rows, actions, 1)[later]
    return rows


class World:
    """What recipes are made from. It starts no native thread, so a process with one can fork."""

    def __init__(self, count: int = 6, threads: int = 1, level: str = LEVEL) -> None:
        self.count = count
        """How many states, plays or slots there are in an array."""
        self.threads = threads
        self.map = level.split("/")
        self.level = CORE.Level(self.map)
        self.twin = CORE.Level(TWIN.split("/"))
        self.other = CORE.Level(OTHER.split("/"))
        self.vgdl = CORE.Vgdl(*menagerie.parts_of())
        self.other_vgdl = CORE.Vgdl(*menagerie.parts_of(menagerie.SMALLER))
        self.sokoban = CORE.Sokoban(SOKOBAN.split("/"))
        self.other_sokoban = CORE.Sokoban(OTHER_SOKOBAN.split("/"))

    @cached_property
    def rows(self) -> NDArray[np.uint8]:
        return rows_of(self.level, self.count)

    @cached_property
    def foreign_states(self) -> Mapping[str, bytes]:
        """States that belong to others, by a name."""
        return {
            "start": self.level.start(),
            "twin": self.twin.start(),
            "twin-played": rows_of(self.twin, 6)[-1].tobytes(),
            "other": self.other.start(),
            "sokoban": self.sokoban.start(),
            "other-sokoban": self.other_sokoban.start(),
            "vgdl": self.vgdl.start(),
            "other-vgdl": self.other_vgdl.start(),
        }

    def zeros(self, dtype: Any, *shape: int) -> NDArray[Any]:
        return np.zeros((self.count, *shape), dtype)

    def numbers(self, bound: int, *shape: int) -> NDArray[np.uint8]:
        """Return numbers below `bound`, the same each time."""
        chance = np.random.default_rng(bound)
        return chance.integers(0, bound, (self.count, *shape)).astype(np.uint8)

    def arguments(self, member: Member, receiver: Any) -> dict[str, Any]:
        """Return fresh valid arguments for a call."""
        return {name: self._argument(member, name, receiver) for name in member.parameters}

    def _argument(self, member: Member, name: str, receiver: Any) -> Any:
        owner, method = member.owner, member.name
        for key in (f"{owner}.{method}.{name}", f"{owner}.{name}", f"{method}.{name}", name):
            if key in CONSTANTS:
                return CONSTANTS[key]
            if key in MADE:
                return MADE[key](self)
            if key in ASKED:
                return ASKED[key](self, receiver)
        raise LookupError(f"{member.label} has no recipe for a valid `{name}`: see {__file__}")

    def make(self, owner: str) -> Any:
        """Return a new object of a class, in which nothing has happened yet."""
        member = constructor(owner)
        assert member, f"{owner} has no constructor"
        return getattr(CORE, owner)(**self.arguments(member, None))

    def receiver(self, owner: str) -> Any:
        """Return a new object in the middle of its work."""
        made = self.make(owner)
        if owner in PREPARATIONS:
            PREPARATIONS[owner](self, made)
        return made


def _begin_plays(world: World, plays: Any) -> None:
    plays.begin(world.zeros(np.uint32), np.ones(world.count, np.bool_))


def _begin_plans(world: World, horizon: Any) -> None:
    horizon.begin(world.vgdl.start(), 1)


def _grow_tree(world: World, tree: Any) -> None:
    tree.look(world.vgdl.start(), np.arange(624, dtype=np.uint32), 600)
    for _ in range(3):
        tree.simulate(1.4, 5, 2, 100)


def _begin_episodes(world: World, env: Any) -> None:
    env.seed(1)
    env.reset(None)
    for _ in range(3):
        env.step(world.numbers(ACTIONS))


def _search_layers(_: World, search: Any) -> None:
    search.advance(20, 1 << 30)


def _search_on(_: World, search: Any) -> None:
    search.advance(5, 1000, 1.0, 1 << 30)


def _shorten_a_bit(_: World, shortener: Any) -> None:
    shortener.advance(20, 1000, 1.0, 1 << 30, 1.0)


def _insert_some(world: World, visited: Any) -> None:
    visited.insert(world.numbers(99, 2).astype(np.uint64))


PREPARATIONS: Final[Mapping[str, Callable[[World, Any], None]]] = {
    "AStar": _search_on,
    "BestFirst": _search_on,
    "LayeredSearch": _search_layers,
    "Horizon": _begin_plans,
    "Shortener": _shorten_a_bit,
    "Tree": _grow_tree,
    "VectorEnv": _begin_episodes,
    "VgdlBatch": _begin_plays,
    "VisitedSet": _insert_some,
}
"""What brings an object into the middle of its work."""

CONSTANTS: Final[Mapping[str, Any]] = {
    "action": 1,
    "kind": 4,
    "dropped": CORE.LOST,
    "stop": CORE.WON | CORE.LOST,
    "depth": 8,
    "seed": 7,
    "first": 0,
    "most": 10,
    "memory": 1 << 30,
    "walks": True,
    "prune": True,
    "published": False,
    "code": False,
    "repaired": False,
    "revisits": False,
    "most_moves": 12,
    "expansions": 10,
    "steps": 1000,
    "seconds": 1.0,
    "iterations": 100,
    "moment": 0.5,
    "prove": True,
    "nbytes": 1 << 30,
    "wanted": 2 ** len(CORE.FEATURES) - 1,
    "discount": 0.9,
    "observation": 2,
    "most_steps": 4,
    "deadly": CORE.LOST,
    "masks": True,
    "autoreset": 1,
    "slot": 1,
    "reset_to.start": 1,
    "java": True,
    "chance": 12345,
    "play": 1,
    "width": MAP_WIDTH,
    "height": MAP_HEIGHT,
    "power": 200,
    "Wants.__init__.statistics": 3,
    "genetic": 0,
    "selection": 2,
    "crossover": 2,
    "mutation": 2,
    "transducer": 1,
    "length": PLAN_LENGTH,
    "population": PLANS,
    "elite": 1,
    "points": 0.0,
    "decay": 0.98,
    "Horizon.discount": 0.99,
    "flat": 0.5,
    "generator": (1, 2, 3, 5),
    "Shortener.moves": bytes(map("udlrs".index, "lrusursrrddsulluldsduddllsduudduusssurdr")),
    "Tree.drawn": 600,
    "Tree.c": 1.4,
    "Tree.depth": 5,
    "Tree.plays": 2,
    "Tree.room": 100,
}
"""Recipes that are the same for every call."""

MADE: Final[Mapping[str, Callable[[World], Any]]] = {
    "level": lambda world: world.level,
    "Level.__init__.rows": lambda world: list(world.map),
    "Sokoban.__init__.rows": lambda _: SOKOBAN.split("/"),
    "row": lambda world: world.rows[-1].tobytes(),
    "start": lambda world: world.level.start(),
    "rows": lambda world: world.rows.copy(),
    "before": lambda world: world.rows.copy(),
    "after": lambda world: world.level.step_many(world.rows, world.numbers(ACTIONS), 1),
    "Level.play_plans.row": lambda world: world.rows[:1].copy(),
    "actions": lambda world: world.numbers(ACTIONS),
    "plans": lambda world: world.numbers(4, 7),
    "order": lambda _: [0, 1, 2, 3, 4],
    "threads": lambda world: world.threads,
    "twins": lambda _: True,
    "hashes": lambda world: world.numbers(255, 2).astype(np.uint64) << np.uint64(50),
    "visited": lambda _: CORE.VisitedSet(),
    "lists": lambda _: [(0, 1, 1), (len(CORE.EVALUATORS) - 1, 0, 2)],
    "BestFirst.weights": lambda _: [1.0] * (len(CORE.FEATURES) + len(CORE.EVALUATORS) - 1),
    "met": lambda _: CORE.RulesMet(),
    "plan": lambda world: world.make("RewardPlan"),
    "reward": lambda world: world.make("RewardPlan"),
    "during": lambda world: world.make("RewardWeights"),
    "at_end": lambda world: world.make("RewardWeights"),
    "value": lambda _: [0.5] * PARTS_OF_STATES,
    "difference": lambda _: [1.0] * PARTS_OF_STATES,
    "potential": lambda _: [1.0] * PARTS_OF_STATES,
    "event": lambda _: [1.0] * PARTS_OF_STEPS,
    "first_weight": lambda _: [1.0] * PARTS_OF_STEPS,
    "factor": lambda _: [0.5] * PARTS_OF_STEPS,
    "observe.height": lambda world: world.level.height + 1,
    "observe.width": lambda world: world.level.width + 1,
    "VectorEnv.height": lambda world: max(world.level.height, world.other.height),
    "VectorEnv.width": lambda world: max(world.level.width, world.other.width),
    "ends": lambda world: world.numbers(3),
    "levels": lambda world: [world.level, world.other],
    "starts": lambda world: [(0, world.level.start()), (1, world.other.start())],
    "VectorEnv.weights": lambda _: np.array([2.0, 1.0]),
    "slots": lambda world: world.count,
    "VectorEnv.reset.marked": lambda world: world.numbers(2),
    "tables": lambda _: menagerie.parts_of()[0],
    "Vgdl.level": lambda _: menagerie.parts_of()[1],
    "Vgdl.actions": lambda _: menagerie.parts_of()[2],
    "games": lambda world: [world.vgdl],
    "count": lambda world: world.count,
    "VgdlBatch.levels": lambda world: world.zeros(np.uint32),
    "marked": lambda world: world.numbers(2).astype(np.bool_),
    "streams": lambda world: world.numbers(255).astype(np.uint64),
    "scores": lambda world: world.zeros(np.float64),
    "won": lambda world: world.zeros(np.bool_),
    "lost": lambda world: world.zeros(np.bool_),
    "ticks": lambda world: world.zeros(np.int32),
    "VgdlBatch.masks.out": lambda world: world.zeros(np.uint8, 6),
    "VgdlBatch.grids.out": lambda world: world.zeros(
        np.uint8, *world.vgdl.grid(world.vgdl.start()).shape
    ),
    "VgdlBatch.features.out": lambda world: world.zeros(
        np.float32, *world.vgdl.features(world.vgdl.start()).shape
    ),
    "sokoban": lambda world: world.sokoban,
    "vgdl": lambda world: world.vgdl,
    "model": lambda world: CORE.model_of_vgdl(world.vgdl),
    "rank": lambda _: np.arange(1.0, PLANS + 1),
    "tournament": lambda _: np.arange(1.0, PLANS + 1),
    "softmax": lambda _: np.arange(1.0, PLAN_LENGTH + 1),
    "worths": lambda _: np.ones(PLAN_LENGTH + 1),
    "Horizon.state": lambda world: world.vgdl.start(),
    "Tree.state": lambda world: world.vgdl.start(),
    "Tree.words": lambda _: np.arange(624, dtype=np.uint32),
    "Tree.worths": lambda _: np.ones(100),
    "operators": lambda world: world.make("Operators"),
    "maps": lambda world: world.numbers(2, MAP_WIDTH * MAP_HEIGHT),
    "measure_zelda.maps": lambda world: world.numbers(8, MAP_WIDTH * MAP_HEIGHT),
    "measure_sokoban.maps": lambda world: world.numbers(5, MAP_WIDTH * MAP_HEIGHT),
    "map": lambda _: np.array([1, 1, 1, 1, 1, 1, 2, 3, 4, 1] + [1] * 10, np.uint8),
    "wants": lambda _: [(0, 1.0, 0.0, 5.0, True, False), (2, 2.0, 1.0, 3.0, False, True)],
    "judge.statistics": lambda world: world.numbers(9, 3).astype(np.float64),
    "judge.start": lambda _: np.ones(3),
}
"""Recipes that are made anew for every call."""

ASKED: Final[Mapping[str, Callable[[World, Any], Any]]] = {
    "dead_ends": lambda _, receiver: CORE.DeadEnds(receiver),
    "slot_starts": lambda _, receiver: receiver.starts.copy(),
    "saved": lambda _, receiver: receiver.save(),
    "state": lambda _, receiver: receiver.start(),
    "states": lambda world, receiver: [receiver.start()] * world.count,
}
"""Recipes that depend on the object whose method is called."""
