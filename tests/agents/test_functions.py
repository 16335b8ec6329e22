"""Functions as agents: what they may be, and that the engine counts what they spend."""

# ruff: noqa: ARG001, ARG005 - what a function takes says what it is
from __future__ import annotations

import copy
import random
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from babalab import (
    Action,
    Agent,
    Batch,
    Champion,
    Level,
    State,
    VisitedSet,
    hint,
    load_level,
    solve,
)
from babalab.agents import AgentError, OutOfBudgetError, Verdict, make_agent
from babalab.agents.functions import MOST_REFUSALS, STEPS_EACH, agent_of_function
from babalab.base.budget import Budget
from babalab.base.parameters import parameters_of
from babalab.execution.faults import NonsenseError
from babalab.testing import AgentContract
from support.program import ENDLESS, MAP

LEVEL = Level.parse(MAP, solution="rrr", name="known")


def run(function: Callable[..., Any], level: Level | State = LEVEL, **limits: Any) -> Any:
    seed = limits.pop("seed", 0)
    return agent_of_function(function)(seed=seed).solve(level, **limits)


def breadth_first(level: Level) -> str | None:
    queue, seen = [level.start()], set()
    for state in queue:
        if state.won:
            return state.moves
        queue += state.children() if state not in seen else []
        seen.add(state)
    return None


def wander(state: State, random: random.Random, hurry: float = 0.5) -> Action:
    return Action.RIGHT if random.random() < hurry else random.choice(list(Action))


class TestSolving(AgentContract):
    def make(self, seed: int) -> Agent:
        return agent_of_function(breadth_first)(seed=seed)


class TestActing(AgentContract):
    def make(self, seed: int) -> Agent:
        return agent_of_function(wander)(seed=seed, longest=50)  # type: ignore[call-arg]


class TestInAFile(AgentContract):
    @pytest.fixture(autouse=True)
    def _write(self, tmp_path: Path) -> None:
        self.file = tmp_path / "right_on.py"
        self.file.write_text("def act(state, random):\n    return random.choice('rrrud')\n")

    def make(self, seed: int) -> Agent:
        return make_agent(f"{self.file}:longest=20", seed=seed)


# ---------------------------------------------------------------- whole solutions


def test_breadth_first_search_needs_what_ours_needs() -> None:
    """Its iterations and steps are those of the published agent that does the same."""

    def search(level: Level) -> str | None:
        queue, seen = deque([level.start()]), set()
        while queue:
            state = queue.popleft()
            if state in seen:
                continue
            seen.add(state)
            for child in state.children():
                if child.won:
                    return child.moves
                if child not in seen and not child.lost:
                    queue.append(child)
        return None

    for address in ("first-steps/across", "first-steps/open-sesame"):
        mine, ours = run(search, load_level(address)), make_agent("bfs").solve(address)
        assert mine.solved
        assert len(mine.solution) == len(ours.solution)
        assert mine.steps == STEPS_EACH * mine.iterations
        assert mine.steps > 0


def test_what_it_is_handed_knows_no_solution() -> None:
    def peek(level: Level) -> str | None:
        assert (level.name, level.solution, level.map) == ("", "", LEVEL.map)
        return level.solution or None

    assert run(peek).verdict is Verdict.GAVE_UP


def test_play_begins_where_the_search_does() -> None:
    state = LEVEL.play("r")

    def go_on(level: Level) -> str:
        start = level.start()
        assert (start, start.moves) == (state, "")
        assert Batch(level).state(Batch(level).start()[0]) == state
        return start.step("r").step("r").moves or ""

    assert run(go_on, state).solution == "rr"


STEPPING: dict[str, tuple[Callable[[Level], object], int]] = {
    "step": (lambda level: level.start().step("r"), 1),
    "play": (lambda level: level.play("rru"), 3),
    "children": (lambda level: level.start().children(), 5),
    "trace": (lambda level: level.start().trace("rr"), 2),
    "deep copies": (lambda level: copy.deepcopy(level).play("rr"), 2),
    "another solution": (lambda level: level.with_solution("r").play("rr"), 2),
    "batch step": (lambda level: Batch(level).step(Batch(level).start(7), "r"), 7),
    "batch expand": (lambda level: Batch(level).expand(Batch(level).start(3)), 15),
    "batch unseen": (
        lambda level: Batch(level).expand_unseen(Batch(level).start(2), VisitedSet(), prune=True),
        10,
    ),
    "batch plans": (
        lambda level: Batch(level).play_plans(Batch(level).start()[0], np.array([[0, 0], [1, 1]])),
        4,
    ),
    "looking": (lambda level: (level.start().rules, level.start().hash, str(level)), 0),
}


@pytest.mark.parametrize("name", STEPPING)
def test_the_engine_counts(name: str) -> None:
    act, steps = STEPPING[name]

    def look(level: Level) -> None:
        act(level)

    result = run(look)
    assert (result.steps, result.iterations) == (steps, -(-steps // STEPS_EACH))


def test_the_moves_of_random_plays_are_counted() -> None:
    lengths = []

    def roll(level: Level) -> None:
        batch = Batch(level)
        lengths.append(int(batch.rollout(batch.start(50), 20, 1).lengths.sum()))

    assert run(roll).steps == lengths[0] > 50


@given(st.lists(st.sampled_from(["step", "children", "batch expand"]), max_size=30), st.data())
@settings(max_examples=40, deadline=None)
def test_no_limit_is_exceeded(calls: list[str], data: st.DataObject) -> None:
    limit = data.draw(st.sampled_from(["steps", "iterations"]))
    most = data.draw(st.integers(0, 60))

    def spend(level: Level) -> None:
        for name in calls:
            STEPPING[name][0](level)

    wanted = sum(STEPPING[name][1] for name in calls)
    wanted = -(-wanted // STEPS_EACH) if limit == "iterations" else wanted
    result = run(spend, **{limit: most})
    assert getattr(result, limit) <= most
    assert (result.verdict is Verdict.GAVE_UP) == (wanted <= most)


def test_time_and_memory_end_it() -> None:
    hoard: list[Any] = []

    def wander(level: Level) -> None:
        while True:
            level.start().children()

    def collect(level: Level) -> None:
        while True:
            level.start().children()
            hoard.append(np.ones(50_000, dtype=np.uint8))

    assert run(wander, seconds=0.05).verdict is Verdict.OUT_OF_TIME
    assert run(collect, memory=20 << 20).verdict is Verdict.OUT_OF_MEMORY
    hoard.clear()


def test_it_may_return_its_best_when_the_budget_ends() -> None:
    def keep(level: Level) -> str:
        try:
            while True:
                level.start().step("r")
        except OutOfBudgetError:
            return "rrr"

    result = run(keep, steps=10)
    assert (result.solution, result.steps) == ("rrr", 10)


def test_one_that_goes_on_is_ended() -> None:
    refused = []

    def ignore(level: Level) -> None:
        while True:
            try:
                level.start().step("r")
            except Exception:
                refused.append(1)

    assert run(ignore, iterations=2).verdict is Verdict.OUT_OF_ITERATIONS
    assert len(refused) == MOST_REFUSALS


def test_searches_of_ours_count_and_keep_to_the_budget() -> None:
    def delegate(level: Level) -> str | None:
        return solve(level, "bfs").solution

    alone = make_agent("bfs").solve(LEVEL)
    result = run(delegate)
    assert (result.solution, result.iterations, result.steps) == (
        "rrr", alone.iterations, alone.steps,
    )  # fmt: skip

    def insist(level: Level) -> str | None:
        return Champion().solve(level).solution

    assert run(insist, Level.parse(ENDLESS), iterations=20).iterations <= 20

    def ask(level: Level) -> str:
        return hint(level).solution or ""

    assert run(ask).steps > 0


# ---------------------------------------------------------------- moves


@pytest.mark.parametrize("move", ["r", "R", Action.RIGHT, 3])
def test_a_move_is_an_action_or_its_letter(move: Any) -> None:
    def act(state: State) -> Any:
        return move

    result = run(act)
    assert (result.solution, result.iterations, result.steps) == ("rrr", 3, 3)


def test_looking_ahead_counts() -> None:
    def act(state: State) -> Action:
        won = [child.won for child in state.children()]
        return Action(won.index(True)) if True in won else Action.RIGHT

    result = run(act)
    assert (result.solution, result.iterations, result.steps) == ("rrr", 6, 18)
    assert run(act, iterations=5).verdict is Verdict.OUT_OF_ITERATIONS


def test_one_without_chance_plays_once() -> None:
    def act(state: State) -> str:
        return "l"

    result = run(act)
    assert (result.verdict, result.iterations) == (Verdict.GAVE_UP, 1000)
    again = agent_of_function(act)(longest=7).solve(LEVEL)  # type: ignore[call-arg]
    assert (again.iterations, again.statistics) == (7, {"plays": 1, "moves": 7})


def test_one_with_chance_begins_again_and_depends_on_the_seed() -> None:
    def act(state: State, random: random.Random) -> str:
        return random.choice("udlr")

    agent = agent_of_function(act)
    results = [agent(seed=seed, longest=5).solve(LEVEL) for seed in (1, 1, 2)]  # type: ignore[call-arg]
    assert [result.solved for result in results] == [True] * 3
    assert results[0].solution == results[1].solution
    assert results[0].iterations == results[1].iterations
    assert {(each.solution, each.iterations) for each in results[1:]} == {
        (each.solution, each.iterations) for each in results
    }
    assert max(each.statistics["plays"] for each in results) > 1


def test_lost_plays_end() -> None:
    level = Level.parse("_______/_B12.f_/_.br.._/_F13.._/_R14.._/_______")  # rocks kill
    assert not level.start().lost
    assert level.play("r").lost

    def act(state: State) -> str:
        return "r"

    def guess(state: State, random: random.Random) -> str:
        return random.choice("rud")

    once, often = run(act, level), run(guess, level, steps=50)
    assert (once.verdict, once.iterations) == (Verdict.GAVE_UP, 1)
    assert often.statistics["plays"] > 5 or often.solved


# ---------------------------------------------------------------- what is an agent


def test_parameters_with_defaults_are_the_agents() -> None:
    def walk(level: Level, seed: int, moves: str = "r", count: int = 2) -> str:
        return moves * count

    kind = agent_of_function(walk)
    assert [(each.name, each.default) for each in parameters_of(kind)] == [
        ("seed", 0), ("moves", "r"), ("count", 2),
    ]  # fmt: skip
    assert kind(count=3).solve(LEVEL).solution == "rrr"  # type: ignore[call-arg]


FILES = {
    "solve": ("def solve(level):\n    return 'rrr'\n", ""),
    "act": ("def act(state):\n    return 'r'\n", ""),
    "solve of a state": ("def solve(state):\n    return state.play('rrr').moves\n", ""),
    "the only one": ("def _help(level): pass\ndef win(level):\n    return 'rrr'\n", ""),
    "by annotation": (
        "from babalab import Level\ndef win(where: 'Level'):\n    return 'rrr'\n", ""),
    "by name": ("def solve(level): pass\ndef other(level):\n    return 'rrr'\n", ":other"),
    "lambda": ("solve = lambda level: 'rrr'\n", ""),
    "set": ("def solve(level, moves='u'):\n    return moves\n", ":moves=rrr"),
    "named and set": ("def go(level, moves='u'):\n    return moves\n", ":go:moves=rrr"),
}  # fmt: skip


@pytest.mark.parametrize("name", FILES)
def test_files(name: str, tmp_path: Path) -> None:
    text, rest = FILES[name]
    file = tmp_path / "my_own.py"
    file.write_text(text)
    agent = make_agent(f"{file}{rest}")
    assert agent.solve(LEVEL).solution == "rrr"
    named = {":other": "other", ":go:moves=rrr": "go"}.get(rest, "my-own")
    assert agent.name == ("win" if name in ("the only one", "by annotation") else named)


REFUSED = {
    "def solve(): pass": r"solve has to take the level: def solve\(level\) \(mine.py:1",
    "def act(level): pass": "act is called for every move, with a state",
    "def solve(level): yield 'r'": "solve yields; write a function that returns",
    "async def solve(level): pass": "solve yields",
    "def solve(level, depth): pass": "takes 'depth', and nobody knows what that is",
    "def solve(level, *rest): pass": r"solve can't take \*rest",
    "def solve(level, most=[]): pass": r"most = \[\] is no parameter",
    "def solve(level, name='x'): pass": "agents have a 'name' already",
    "def solve(level): pass\ndef act(state): pass": "which agent\\? It has act, solve|solve, act",
    "x = 1": r"there is no agent in it; write a function solve\(level\) or act\(state\)",
    "def solve(level)\n    pass": r"mine.py:1:\d+: can't be loaded: SyntaxError",
    "x = 1\nfoo": "mine.py:2: can't be loaded: NameError: name 'foo'",
    "import sys\nsys.exit()": "mine.py:2: can't be loaded: SystemExit",
}


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_no_agent(text: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(AgentError, match=REFUSED[text]):
        make_agent(str(file))


def test_one_that_is_not_clear(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def foo(x): return 'r'")
    with pytest.raises(AgentError, match="it is not clear what foo is: call it solve or act"):
        make_agent(f"{file}:foo")


ANSWERS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "number": (lambda level: 42, "returned 42; return the moves as a text"),
    "state": (lambda level: level.start(), "return its moves: state.moves"),
    "letters": (lambda level: "rxr", "'rxr' is no moves: .*column 2"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_wrong_answers_are_told_with_their_place(name: str) -> None:
    answer, message = ANSWERS[name]

    def solve(level: Level) -> Any:
        return answer(level)

    with pytest.raises(NonsenseError, match=rf"{message}.*\(test_functions.py:\d+: def solve"):
        run(solve)


def test_wrong_moves_are_told_with_their_place() -> None:
    def act(state: State) -> Any:
        return "rr"

    with pytest.raises(NonsenseError, match=r"act returned 'rr'; .*\(test_functions.py:\d+: def"):
        run(act)


def test_moves_that_do_not_win_count_for_nothing() -> None:
    def solve(level: Level) -> str:
        return "lll"

    result = run(solve)
    assert (result.verdict, result.solution) == (Verdict.FAILED, None)
    assert "'lll' does not win (test_functions.py:" in (result.error or "")


def test_what_solve_takes_for_an_agent() -> None:
    assert solve(MAP, lambda level: "rrr").solution == "rrr"
    assert solve(MAP, Champion).solution == "rrr"  # a class
    with pytest.raises(AgentError, match="int is no agent"):
        solve(MAP, 5)  # type: ignore[arg-type]


def test_a_budget_is_a_budget() -> None:
    assert Champion().solve(MAP, seconds=5).solved
    assert Champion().solve(MAP, Budget(iterations=0), seconds=5).verdict in (
        Verdict.OUT_OF_ITERATIONS,
    )
    with pytest.raises(TypeError, match=r"a budget is needed, such as Budget\(seconds=10\)"):
        Champion().solve(MAP, 10)  # type: ignore[arg-type]
