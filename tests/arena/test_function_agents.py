"""Function agents in the arena: counted, judged and stored as all others are."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from babalab.agents import AGENTS, Verdict, make_agent
from babalab.arena import Contestant, Store
from babalab.arena.fingerprint import list_modules
from babalab.arena.stand_in import find_or_stand_in
from babalab.base.budget import Budget
from support.arena import LEVELS, evaluate

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no workers")

BREADTH_FIRST = """
def solve(level):
    queue, seen = [level.start()], set()
    for state in queue:
        if state.won:
            return state.moves
        queue += state.children() if state not in seen else []
        seen.add(state)
"""


def write(folder: Path, name: str, text: str) -> str:
    file = folder / f"{name}.py"
    file.write_text(text)
    return str(file)


def test_results_are_the_same_in_any_process(tmp_path: Path) -> None:
    agent = write(tmp_path, "my_agent", BREADTH_FIRST)
    with Store(tmp_path / "results.db") as store:
        made = evaluate(store, [agent], LEVELS[:2])
        assert evaluate(store, [agent], LEVELS[:2]) == [], "nothing is done again"
    assert {attempt.task.who for attempt in made} == {"my-agent"}
    assert len(made) == 2
    for attempt in made:  # in the order in which the workers were done
        here = make_agent(agent).solve(attempt.task.level, Budget(iterations=200))
        there = attempt.result
        assert here.solved
        assert (there.solution, there.iterations, there.steps) == (
            here.solution, here.iterations, here.steps,
        )  # fmt: skip


def test_a_lying_function_is_counted_all_the_same(tmp_path: Path) -> None:
    """It has nothing to report by; what it makes of the engine is what counts."""
    agent = write(
        tmp_path, "greedy", "def solve(level):\n    while True:\n        level.play('lr')\n"
    )
    with Store(tmp_path / "results.db") as store:
        (made,) = evaluate(store, [agent], LEVELS[:1], budget=Budget(steps=99))
    assert (made.result.verdict, made.result.steps) == (Verdict.OUT_OF_STEPS, 99)


def test_code_is_known_by_what_it_means(tmp_path: Path) -> None:
    agent = write(tmp_path, "my_agent", BREADTH_FIRST)
    before = Contestant.of(agent)
    write(tmp_path, "my_agent", f"{BREADTH_FIRST}# done\n")
    assert Contestant.of(agent).code == before.code
    write(tmp_path, "my_agent", BREADTH_FIRST.replace("not in", "in"))
    assert Contestant.of(agent).code != before.code
    assert not before.ours


def test_how_functions_are_run_is_a_part_of_their_code(tmp_path: Path) -> None:
    agent = write(tmp_path, "my_agent", BREADTH_FIRST)
    kind = type(find_or_stand_in(AGENTS, agent))
    assert "babalab.agents.functions" in list_modules(kind)


def test_one_called_as_one_of_ours_is_refused(tmp_path: Path) -> None:
    from babalab.arena import ArenaError

    agent = write(tmp_path, "bfs", BREADTH_FIRST)
    with pytest.raises(ArenaError, match="calls itself 'bfs', as one of ours; rename it"):
        Contestant.of(agent)
