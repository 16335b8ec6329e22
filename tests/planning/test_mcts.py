"""Tree search, against what can be worked out by hand or by trying everything."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Sequence
from typing import ClassVar

import pytest
from scipy.stats import chisquare

from babalab.games import Fireflies, Game, GameLevel
from babalab.games.baba import Baba
from babalab.planning import Mcts, MctsAdaptive, OneStep, Planner, make_planner, play, think
from babalab.planning.planner import fixed_settings
from babalab.planning.tree import TreeNode, best_child, expand, propagate, select
from babalab.planning.tree_mind import TreeMind
from babalab.planning.tuners import TUNERS
from support.corridor import Corridor, corridor

LENGTH = 6
SECRET = (2, 0, 1, 1, 2, 0)


class Lock(Game[tuple[int, ...]]):
    """Three actions, six times: the one right sequence wins, all others lose at their end.

    The score is the length of the beginning that is right.
    """

    name: ClassVar[str] = "lock"
    actions: ClassVar[tuple[str, ...]] = ("a", "b", "c")
    ticks: ClassVar[int] = 20

    @classmethod
    def levels(cls) -> Sequence[GameLevel]:
        return [GameLevel("only", "")]

    def start(self, chance: random.Random) -> tuple[int, ...]:  # noqa: ARG002
        return ()

    def step(self, state: tuple[int, ...], action: int, chance: random.Random) -> tuple[int, ...]:  # noqa: ARG002
        return state if self.over(state) else (*state, action)

    def score(self, state: tuple[int, ...]) -> float:
        right = 0
        while right < len(state) and state[right] == SECRET[right]:
            right += 1
        return float(right)

    def won(self, state: tuple[int, ...]) -> bool:
        return state == SECRET

    def lost(self, state: tuple[int, ...]) -> bool:
        return len(state) == LENGTH and state != SECRET


class CountingLock(Lock):
    """A lock that counts the steps made."""

    steps = 0

    def step(self, state: tuple[int, ...], action: int, chance: random.Random) -> tuple[int, ...]:
        self.steps += 1
        return super().step(state, action, chance)


class Coins(Game[tuple[int, int]]):
    """One move: `safe` always scores 6, `bold` scores 10 or 0, as a coin falls; then all is over.

    `half`, which is not legal, would score 100.
    """

    name: ClassVar[str] = "coins"
    actions: ClassVar[tuple[str, ...]] = ("bold", "half", "safe")
    stochastic: ClassVar[bool] = True

    @classmethod
    def levels(cls) -> Sequence[GameLevel]:
        return [GameLevel("only", "")]

    def start(self, chance: random.Random) -> tuple[int, int]:  # noqa: ARG002
        return (0, 0)

    def legal_actions(self, state: tuple[int, int]) -> Sequence[int]:
        return () if self.over(state) else (0, 2)

    def step(self, state: tuple[int, int], action: int, chance: random.Random) -> tuple[int, int]:
        if self.over(state):
            return state
        return (1, (10 * (chance.random() < 0.5), 100, 6)[action])

    def score(self, state: tuple[int, int]) -> float:
        return float(state[1])

    def won(self, state: tuple[int, int]) -> bool:  # noqa: ARG002
        return False

    def lost(self, state: tuple[int, int]) -> bool:
        return state[0] == 1


LOCK = Lock(Lock.levels()[0])
COINS = Coins(Coins.levels()[0])


def thought(planner: Planner, game: Game[tuple[int, ...]], calls: int, seed: int = 0) -> TreeMind:  # type: ignore[type-arg]
    chance = random.Random(seed)
    mind = planner.mind(game, chance)
    assert isinstance(mind, TreeMind)
    for _ in think(mind, game.start(chance), planner.begin_tuning(chance), calls=calls):
        pass
    return mind


def test_uct_by_hand() -> None:
    """Of 10 visits one child has 8 and value 6, the other 2 and value 1."""
    busy = TreeNode((), (), visits=8, value=6.0, action=0)
    idle = TreeNode((), (), visits=2, value=1.0, action=1)
    chance = random.Random(0)
    # 0.75 and 0.5; with c = 1: 0.75 + 0.5365 and 0.5 + 1.0730
    assert busy.mean() == 0.75 > idle.mean() == 0.5
    assert best_child([busy, idle], 10, 0.0, chance) is busy
    assert best_child([busy, idle], 10, 1.0, chance) is idle
    tie = 0.25 / (math.sqrt(math.log(10) / 2) - math.sqrt(math.log(10) / 8))
    assert best_child([busy, idle], 10, tie - 1e-6, chance) is busy
    assert best_child([busy, idle], 10, tie + 1e-6, chance) is idle


def test_scores_count_as_they_are_normalised() -> None:
    """Scores 3 + 5 + 4 in three visits, lowest 2, a tenth a point: 0.2 on average, beside 1 / 3."""
    node = TreeNode((), (), visits=3, value=1.0, scores=12.0)
    assert node.mean(2.0, 0.1) == pytest.approx(1 / 3 + 0.2)


def test_equals_and_missing_actions_are_drawn_evenly() -> None:
    chance, counts, grown = random.Random(3), Counter[int](), Counter[int]()
    for _ in range(3000):
        twins = [TreeNode((), (), visits=5, value=2.0, action=action) for action in range(3)]
        counts[best_child(twins, 15, 1.0, chance).action] += 1
        root = TreeNode((), (0, 1, 2), visits=1)
        root.children[1] = TreeNode((1,), (0, 1, 2), root, 1, 1)
        grown[expand(LOCK, root, chance).action] += 1
    assert chisquare([counts[action] for action in range(3)]).pvalue > 0.001
    assert grown[1] == 0
    assert chisquare([grown[0], grown[2]]).pvalue > 0.001


def test_selection_stops_where_something_is_missing_or_over() -> None:
    chance = random.Random(1)
    root = TreeNode((), (0, 1, 2))
    assert select(root, 1.0, chance) is root
    for value in (0.0, 0.9, 0.1):
        propagate(expand(LOCK, root, chance), value)
    assert root.visits == 3
    assert root.value == pytest.approx(1.0)
    best = max(root.children.values(), key=TreeNode.mean)
    assert select(root, 0.0, chance) is best
    assert best.actions == (best.action,)
    best.legal = ()
    best.children.clear()
    assert select(root, 0.0, chance) is best


@pytest.mark.parametrize("planner", [Mcts(), Mcts(plays=4, c=3.3, depth=7), MctsAdaptive()])
def test_it_opens_the_lock(planner: Planner) -> None:
    """One of 729 sequences; each beginning is worth more than those before it."""
    for seed in range(3):
        done = play(LOCK, planner, seed)
        assert done.won
        assert done.actions == SECRET


def test_the_tree_adds_up() -> None:
    """Every visit of a node that is not its own making went to one of its children."""
    mind = thought(Mcts(depth=5), LOCK, 400)  # type: ignore[arg-type]
    nodes = [mind.root]
    while nodes:
        node = nodes.pop()
        below = sum(child.visits for child in node.children.values())
        own = node.visits - below
        assert own == (0 if node is mind.root else 1 if node.legal else own)
        assert node.state == node.actions
        assert node.depth == len(node.actions)
        nodes += node.children.values()
    assert mind.root.visits > 50


def test_calls_are_counted_and_kept_to() -> None:
    game = CountingLock(Lock.levels()[0])
    for planner in (Mcts(depth=4), MctsAdaptive(tuner="mab"), Mcts(plays=3, depth=3)):
        game.steps = 0
        mind = thought(planner, game, 250)  # type: ignore[arg-type]
        assert game.steps == mind.calls <= 250


def test_calls_are_kept_to_where_chance_has_a_say() -> None:
    level = Fireflies.levels()[0]

    class Counting(Fireflies):
        steps = 0

        def step(self, state, action, chance):  # type: ignore[no-untyped-def]
            self.steps += 1
            return super().step(state, action, chance)

    game = Counting(level)
    for planner in (Mcts(depth=4), MctsAdaptive(tuner="nmc")):
        game.steps = 0
        mind = thought(planner, game, 900)  # type: ignore[arg-type]
        assert 600 < game.steps == mind.calls <= 900


def test_following_a_way_to_win_costs_calls_too() -> None:
    """What a planner does for a move, looking and deciding too, is counted and in its budget."""
    followed = 0
    for seed in range(30):
        game, chance = CountingLock(Lock.levels()[0]), random.Random(seed)
        planner, state = Mcts(), game.start(chance)
        mind, tuner = planner.mind(game, chance), planner.begin_tuning(chance)
        for calls in (400, 1, 2, 3, 1):
            before = mind.calls
            game.steps = 0
            for _ in think(mind, state, tuner, calls=calls):
                pass
            action = mind.decide()
            assert game.steps == mind.calls - before <= calls
            followed += mind.winning is not None
            state = game.step(state, action, chance)
    assert followed > 20


def test_thinking_ends_where_all_is_known() -> None:
    """The lock has 1093 nodes, and a budget for many times as many."""
    mind = thought(Mcts(), LOCK, 30_000)  # type: ignore[arg-type]
    assert mind.calls < 30_000
    assert mind.winning == SECRET
    assert mind.decide() == SECRET[0]


def test_all_plays_of_a_simulation_count() -> None:
    space, combination = fixed_settings(Mcts(plays=4))
    mind = TreeMind(LOCK, random.Random(0), space)
    mind.look(())
    mind.iterate(combination)
    assert mind.root.visits == 4


def test_of_actions_tried_equally_often_the_better_one_is_played() -> None:
    mind = TreeMind(LOCK, random.Random(0), fixed_settings(Mcts())[0])
    mind.look(())
    for action, visits, value in ((0, 3, 1.0), (1, 3, 2.0), (2, 2, 2.0)):
        mind.root.children[action] = TreeNode(
            (action,), (), action=action, visits=visits, value=value
        )
    assert mind.decide() == 1


def test_the_shortest_way_to_win_is_taken() -> None:
    """Waiting on the way wins too."""
    for seed in range(5):
        mind = thought(Mcts(c=10), corridor("3 0 6"), 3000, seed)  # type: ignore[arg-type]
        assert mind.winning == (2, 2, 2)


def test_ends_are_worth_less_the_more_steps_they_are_away() -> None:
    """All steps from the root: one in the tree, none or one of a random play."""

    class OneWay(Corridor):
        actions: ClassVar[tuple[str, ...]] = ("right",)

        def step(self, state: int, action: int, chance: random.Random) -> int:
            return super().step(state, 2 - action, chance)

    for text, worth in (("1 0 2", 0.98), ("1 0 3", 0.98**2)):
        game = OneWay(corridor(text).level)
        space, combination = fixed_settings(Mcts())
        mind = TreeMind(game, random.Random(0), space)
        mind.look(1)
        mind.iterate(combination)
        assert (mind.root.visits, mind.root.value) == (1, pytest.approx(worth))


def test_what_was_found_is_kept_for_the_next_move() -> None:
    mind = thought(Mcts(depth=1), LOCK, 200)  # type: ignore[arg-type]
    mind.winning = None
    child = mind.root.children[1]
    visits = child.visits
    mind.look((1,))
    assert mind.root is child
    assert mind.root.visits == visits > 1
    assert mind.root.actions == ()
    mind.look((2, 2, 2))  # not below
    assert mind.root.visits == 0


def test_a_way_to_win_is_followed_and_forgotten_elsewhere() -> None:
    mind = thought(Mcts(), LOCK, 30_000)  # type: ignore[arg-type]
    assert mind.decide() == SECRET[0]
    mind.look(SECRET[:1])
    assert mind.winning == SECRET[1:]
    assert mind.decide() == SECRET[1]
    mind.look((0,))
    assert mind.winning is None


@pytest.mark.parametrize("spec", ["mcts", "mcts:plays=3", "mcts-adaptive", "one-step:tries=300"])
def test_chance_is_respected(spec: str) -> None:
    """Safe is worth 6, bold 5 in the mean, though its best is 10; what is not legal is not played.

    Searching by states would see one throw of the coin, and be wrong half of the time.
    """
    decisions = Counter(
        play(
            COINS, make_planner(f"{spec},calls=3000" if ":" in spec else f"{spec}:calls=3000"), s
        ).actions[0]
        for s in range(12)
    )
    assert decisions == {2: 12}


def test_one_step_takes_what_is_best_after_it() -> None:
    assert play(LOCK, OneStep(), 3).actions == SECRET
    done = play(LOCK, OneStep(), 3)
    assert done.calls == 3 * LENGTH
    assert play(COINS, OneStep(tries=2), 0).calls == 4


def test_too_few_calls_for_anything_are_played_at_random() -> None:
    counts = Counter(play(LOCK, Mcts(calls=1), seed, ticks=1).actions[0] for seed in range(300))
    assert chisquare([counts[action] for action in range(3)]).pvalue > 0.001


@pytest.mark.parametrize("spec", ["mcts", *(f"mcts-adaptive:tuner={name}" for name in TUNERS)])
def test_the_same_seed_is_the_same_play(spec: str) -> None:
    game = Fireflies(Fireflies.levels()[2])
    planner = make_planner(spec)
    one, same, other = (play(game, planner, seed, ticks=4) for seed in (5, 5, 6))
    assert (one.actions, one.score, one.calls) == (same.actions, same.score, same.calls)
    assert one.journal == same.journal
    assert one.journal != other.journal


def test_payoffs_are_from_minus_one_to_one() -> None:
    for game in (LOCK, COINS, Baba(Baba.levels()[4])):
        done = play(game, MctsAdaptive(), 1, ticks=3)  # type: ignore[arg-type]
        assert done.journal.payoffs
        assert all(-1 <= payoff <= 1 for payoff in done.journal.payoffs)


def test_settings_that_are_not_tuned_to_can_be_set() -> None:
    space, combination = fixed_settings(Mcts(c=3.3, depth=20))
    assert space.settings(combination) == {"c": 3.3, "depth": 20, "plays": 1}
    mind = thought(Mcts(c=3.3), LOCK, 100)  # type: ignore[arg-type]
    assert mind.calls > 50
