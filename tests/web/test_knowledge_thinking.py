"""The page's worker: judging and analysing against exhaustive search."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from babalab import Level, State
from babalab.agents.exhaustive import Exhaustive
from babalab.agents.result import Verdict
from babalab.base.budget import Budget
from babalab.game.difficulty import rate
from babalab.generation.baba.mechanics import find_mechanics
from babalab.levels import packs
from support.crowded import crowded_level
from support.javascript import needs_node, run_javascript

ENOUGH = Budget(iterations=20_000)
UNDECIDED = -1


def measure(state: State) -> int | None:
    """Return the moves of a shortest solution, None if there is none, or `UNDECIDED`."""
    result = Exhaustive().solve(state, ENOUGH)
    if result.solution is not None:
        return len(result.solution)
    return None if result.verdict is Verdict.UNSOLVABLE else UNDECIDED


def judge_in_python(level: Level) -> dict[str, Any] | None:
    shortest = measure(level.start())
    if shortest == UNDECIDED:
        return None
    record = level.solution
    return {
        "line": level.line,
        "record": record,
        "shortest": shortest,
        "difficulty": rate(level, record).as_json()["score"] if record else None,
        "mechanics": find_mechanics(level, record) if record else None,
    }


def analyse_in_python(state: State) -> dict[str, Any] | None:
    children = []
    for child in state.children():
        shortest = None if child.won or child.lost else measure(child)
        if shortest == UNDECIDED:
            return None
        children.append({"won": child.won, "lost": child.lost, "shortest": shortest})
    return {"text": state.text, "children": children}


def make_commands(chance: random.Random) -> list[str]:
    kinds = chance.choices(("step", "undo", "redo", "restart"), (60, 25, 12, 0.5), k=200)
    return [chance.choice("udlrs") if kind == "step" else kind for kind in kinds]


@needs_node
def test_the_worker_is_right(tmp_path: Path) -> None:
    chance = random.Random(3)
    shipped = [level for pack in packs() for level in pack.levels]
    short = [level for level in shipped if len(level.solution) <= 14]
    crowded = [Level(crowded_level(chance)) for _ in range(60)]
    judged = [judge_in_python(level) for level in (*chance.sample(short, 20), *crowded[:30])]
    states = [level.play(level.solution[: chance.randrange(len(level.solution))])
              for level in chance.sample(short, 20)]  # fmt: skip
    states += [level.play("".join(chance.choices("udlr", k=3))) for level in crowded]
    analysed = [analyse_in_python(state) for state in states]
    longest = max(shipped, key=lambda level: len(level.solution))
    expected: dict[str, Any] = {
        "judged": [each for each in judged if each is not None],
        "analysed": [each for each in analysed if each is not None],
        "playbacks": [
            {"line": Level(crowded_level(chance)).line, "commands": make_commands(chance)}
            for _ in range(60)
        ],
        "long": longest.line,
    }
    lengths = [each["shortest"] for each in expected["judged"]]
    assert lengths.count(None) >= 5
    assert len(lengths) >= 30
    assert len(expected["analysed"]) >= 40
    assert run_javascript("thinking", expected, tmp_path) == 8
