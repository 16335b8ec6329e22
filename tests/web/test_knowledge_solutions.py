"""Difficulty, hints and lint of the page against Python: all that needs the core."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babalab import Level
from babalab.agents import Champion
from babalab.agents.hints import hint
from babalab.base.budget import Budget
from babalab.game.difficulty import rate
from babalab.generation.baba.clutter import find_pieces
from babalab.generation.baba.linting import Code, Linter
from babalab.generation.baba.reach import find_unreachable
from babalab.levels import packs
from support.crowded import crowded_level
from support.javascript import needs_node, run_javascript

STEPS = (300, 2_000, 60_000)
"""Engine steps of all searches for a hint: some don't suffice."""

FAULTY = [
    ("______/_b.rf_/_B12o_/_F13S_/______", "rrr", ()),
    ("______/_b..f_/_B12S_/_F13._/______", "lrrr", ()),
    ("______/_b_.f_/_B12S_/_F13._/______", "rr", ()),
    ("_______/_b...f_/_.F.13_/_B12.._/_______", "drurrr", ("push", "make-rule")),
    ("________/_b...f._/_.F.13__/_B12..._/_...ww._/_.wrw.._/________", "drurrr", ("transform",)),
    ("________/_b..f.._/_B12..F_/_F13..1_/_.....3_/________", "rrrr", ("make-rule",)),
    ("____/_b._/____", "", ()),
    ("______/_b..f_/_B12o_/_F130_/______", "rrr", ()),
    # More states than are searched, and a part behind walls that might be opened:
    (
        "____________/_b..f..R.S._/_B12....r.._/_F13.....r._/_R15..r...._/_......wwww_/"
        "_..r...w..w_/_.r.W16wwww_/____________",
        "rrr",
        (),
    ),
]


def list_shipped() -> list[Level]:
    return [level for pack in packs() for level in pack.levels]


def rate_in_python(level: Level, before: str, solution: str) -> dict[str, Any]:
    state = level.play(before)
    rated = rate(state, solution)
    return {
        "text": state.text,
        "solution": solution,
        "difficulty": rated.as_json(),
        "number": rated.number,
    }


def hint_in_python(level: Level, moves: str, steps: int) -> dict[str, Any]:
    state = level.play(moves)
    found = hint(state, Budget(steps=steps), Champion())
    return {
        "text": state.text,
        "known": level.solution,
        "steps": steps,
        "hint": found.as_json(),
        "advised": list(found.steps),
    }


def look_at(level: Level) -> dict[str, Any]:
    reach = find_unreachable(level, time.monotonic() + 1000)
    return {
        "rows": list(level.rows),
        "pieces": [sorted(piece) for piece in find_pieces(level)],
        "parts": [sorted(part) for part in reach.parts],
        "doubtful": [sorted(part) for part in reach.doubtful],
    }


def lint_in_python(levels: list[Level]) -> Iterator[dict[str, Any]]:
    linter = Linter(1000)
    for number, level in enumerate(levels):
        name = str(number)
        findings = [finding.as_json() for finding in linter.lint(name, level)]
        for finding in findings:
            del finding["fix"]  # which speaks of commands
        yield {
            "name": name,
            "rows": list(level.rows),
            "solution": level.solution,
            "mechanics": list(level.mechanics),
            "findings": findings,
        }


@needs_node
def test_solutions_are_looked_at_alike(tmp_path: Path) -> None:
    chance = random.Random(11)
    shipped = list_shipped()
    rated = [rate_in_python(level, "", level.solution) for level in shipped]
    for level in chance.sample(shipped, 40):
        cut = chance.randrange(len(level.solution))
        rated.append(rate_in_python(level, level.solution[:cut], level.solution[cut:]))

    small = [level for level in shipped if len(level.solution) <= 30]
    hints = []
    for level in chance.sample(small, 60):
        cut = chance.randrange(len(level.solution))
        wandering = "".join(chance.choices("udlr", k=chance.randrange(12)))
        for steps in STEPS:
            moves = level.solution[:cut] + wandering
            known = level if chance.random() < 0.5 else level.with_solution("")
            hints.append(hint_in_python(known, moves, steps))

    found = [each["hint"] for each in hints]
    assert {each["fewest"] for each in found if each["take_back"] is not None} == {True, False}
    assert len({each["verdict"] for each in found}) >= 3

    maps = [Level(crowded_level(chance)) for _ in range(40)]
    faulty = [
        Level.parse(text, solution=solution, mechanics=mechanics)
        for text, solution, mechanics in FAULTY
    ]
    shortish = [level for level in shipped if len(level.solution) <= 12 and level.width <= 10]
    linted = list(lint_in_python([*faulty, *chance.sample(shortish, 12), faulty[0]]))
    codes = {finding["code"] for each in linted for finding in each["findings"]}
    assert codes == {code.value for code in Code}, "else some code is compared nowhere"
    expected = {
        "rated": rated,
        "hints": hints,
        "maps": [look_at(level) for level in maps],
        "linted": linted,
    }
    assert run_javascript("solutions", expected, tmp_path) == 4
