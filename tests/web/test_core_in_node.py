"""The core in WebAssembly, run by Node, against the recordings and the native core."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from babalab import Level, State, _core
from babalab.agents.agent import Agent
from babalab.agents.champion import FIRST_PROOF, LISTS, PATIENCE, Champion
from babalab.agents.evaluators import EVALUATORS, parse_lists
from babalab.agents.result import Result, Verdict
from babalab.agents.shortest import Shortest
from babalab.base.budget import Budget
from babalab.base.version import __version__
from babalab.game import vocabulary
from babalab.game.action import LETTERS
from babalab.game.errors import LevelError
from babalab.game.state import HASH_KINDS
from babalab.levels import packs, read_levels
from support.crowded import crowded_level
from support.javascript import needs_node, run_javascript
from support.shared import LEVELS, TRACES, needs_levels, needs_traces

pytestmark = needs_node

VERDICTS = {
    Verdict.SOLVED: "solved",
    Verdict.UNSOLVABLE: "unsolvable",
    Verdict.GAVE_UP: "gave-up",
    Verdict.OUT_OF_ITERATIONS: "out-of-expansions",
    Verdict.OUT_OF_STEPS: "out-of-steps",
    Verdict.OUT_OF_MEMORY: "out-of-memory",
}


def all_packs() -> list[Level]:
    return [level for pack in packs() for level in pack.levels]


# ------------------------------------------------------------ steps


@needs_traces
def test_the_core_reproduces_every_step_of_every_recording(tmp_path: Path) -> None:
    assert run_javascript("core_traces", {"files": [str(path) for path in TRACES]}, tmp_path) == 2


def observe(state: State) -> dict[str, Any]:
    """Return everything about a state that both sides can tell."""
    core, row = state.level.core, state.row
    dead_end = int(core.dead_ends(_core.DeadEnds(core), state_rows(state), 1)[0])
    return {
        "row": row.hex(),
        "status": core.status(row),
        "picture": state.picture,
        "rules": list(state.rules),
        "words": [[word.text, *word.cell, word.in_front] for word in state.words],
        "things": [
            [
                thing.noun,
                *thing.cell,
                "" if thing.facing is None else thing.facing.letter,
                thing.movable,
                thing.stopping,
                thing.layer,
                thing.in_roster,
                thing.in_kin,
            ]
            for thing in state.things
        ],
        "cells": [
            [y, x, p.character, "" if p.facing is None else p.facing.letter, p.active]
            for y, line in enumerate(state.scene().cells)
            for x, pile in enumerate(line)
            for p in pile
        ],
        "hashes": {kind: f"{core.hash(row, number):032x}" for kind, number in HASH_KINDS.items()},
        "dead_end": _core.DEAD_END_NAMES[dead_end] if dead_end else None,
    }


def state_rows(state: State) -> Any:
    import numpy as np

    return np.frombuffer(state.row, dtype=np.uint8).reshape(1, -1)


def play_randomly(levels: Iterable[Level], chance: random.Random, length: int) -> Iterator[Any]:
    for level in levels:
        moves = "".join(chance.choices(LETTERS, k=length))
        yield make_play(level, moves)


def make_play(level: Level, moves: str) -> dict[str, Any]:
    return {
        "line": level.line,
        "moves": moves,
        "row_bytes": level.core.row_bytes,
        "records_facing": level.core.records_facing,
        "states": [observe(state) for state in level.start().trace(moves)],
    }


def test_states_are_the_same_in_plays_of_all_packs(tmp_path: Path) -> None:
    chance = random.Random(21)
    plays = [make_play(level, level.solution) for level in all_packs()]
    plays += play_randomly(all_packs(), chance, 12)
    assert run_javascript("core_states", plays, tmp_path) == 4


def test_states_are_the_same_in_plays_of_crowded_levels(tmp_path: Path) -> None:
    chance = random.Random(22)
    levels = [Level(crowded_level(chance)) for _ in range(250)]
    assert run_javascript("core_states", list(play_randomly(levels, chance, 12)), tmp_path) == 4


# ------------------------------------------------------------ searches


def as_javascript(result: Result, case: dict[str, Any]) -> dict[str, Any]:
    """Return a case of a search together with its result, as the core in WebAssembly tells it."""
    names = {"found_after": "foundAfter", "dead_ends": "deadEnds"}
    return {
        **case,
        "verdict": VERDICTS[result.verdict],
        "solution": result.solution,
        "shortest": result.shortest,
        "expansions": result.iterations,
        "steps": result.steps,
        "statistics": {names.get(name, name): n for name, n in result.statistics.items()},
    }


def run_agent(agent: Agent, level: Level, budget: Budget | None = None) -> dict[str, Any]:
    budget = budget or Budget()
    options = {
        "expansions": budget.iterations,
        "steps": budget.steps,
        **{field.name: getattr(agent, field.name) for field in dataclasses.fields(agent)},
    }
    for name in ("lists", "threads"):
        options.pop(name, None)
    known = {name: value for name, value in options.items() if value is not None}
    case = {"agent": agent.name, "line": level.line, "options": known}
    return as_javascript(agent.solve(level, budget), case)


def test_the_champion_searches_the_same_states_of_all_packs(tmp_path: Path) -> None:
    cases = [run_agent(Champion(), level) for level in all_packs()]
    cases += [run_agent(Champion(seed=2**40 + 3), level) for level in all_packs()[::5]]
    assert run_javascript("core_agents", cases, tmp_path) == 1


@needs_levels
def test_the_champion_searches_the_same_states_of_full_biy(tmp_path: Path) -> None:
    levels = read_levels(LEVELS / "full_biy.json")
    assert run_javascript("core_agents", [run_agent(Champion(), x) for x in levels], tmp_path) == 1


def test_budgets_end_a_search_at_the_same_place(tmp_path: Path) -> None:
    chance = random.Random(23)
    cases = []
    for level in chance.sample(all_packs(), 40):
        steps = int(10 ** chance.uniform(0, 4.5))
        iterations = int(10 ** chance.uniform(0, 3.5))
        shorten = int(10 ** chance.uniform(2, 6.3))
        for budget in (Budget(steps=steps), Budget(iterations=iterations), Budget(steps, steps)):
            limits = dataclasses.replace(budget, seconds=None)
            cases.append(run_agent(Champion(shorten=shorten), level, limits))
    # In however many slices the steps are spent. (Of expansions up to four steps more may be had at
    # the end of a slice, in Python as here.)
    cases += [
        {**case, "options": {**case["options"], "slice": 0.0002}}
        for case in cases
        if "expansions" not in case["options"]
    ]
    assert run_javascript("core_agents", cases, tmp_path) == 1


def test_shortest_finds_and_proves_the_same(tmp_path: Path) -> None:
    chance = random.Random(24)
    crowded = [Level(crowded_level(chance)) for _ in range(150)]
    agents = (Shortest(first=2_000), Shortest())
    budget = Budget(steps=60_000)
    cases = [
        run_agent(agent, level, budget)
        for level in [*all_packs()[::8], *crowded]
        for agent in agents
    ]
    assert {case["verdict"] for case in cases} >= {"solved", "unsolvable", "out-of-steps"}
    assert run_javascript("core_agents", cases, tmp_path) == 1


# ------------------------------------------------------------ names and errors


def test_names_are_those_of_python(tmp_path: Path) -> None:
    expected = {
        "NOUNS": vocabulary.NOUNS,
        "PROPERTIES": vocabulary.PROPERTIES,
        "WORDS": vocabulary.WORDS,
        "BORDER": vocabulary.BORDER,
        "EMPTY": vocabulary.EMPTY,
        "MAX_SIDE": vocabulary.MAX_SIDE,
        "THING_CHARACTERS": "".join(vocabulary.THING_CHARACTERS.values()),
        "WORD_CHARACTERS": "".join(vocabulary.WORD_CHARACTERS.values()),
        "ACTIONS": LETTERS,
        "HASH_KINDS": list(HASH_KINDS),
        "DEAD_END_NAMES": _core.DEAD_END_NAMES,
        "EVALUATORS": [name for name in EVALUATORS if name != "score"],
        "LISTS": LISTS,
        "parsed": [spec.numbers for spec in parse_lists(LISTS)],
        "champion": {"FIRST_PROOF": FIRST_PROOF, "PATIENCE": PATIENCE},
        "version": __version__,
    }
    assert run_javascript("core_names", expected, tmp_path) == 4


def find_problems(text: str) -> list[list[Any]]:
    try:
        Level.parse(text)
    except LevelError as error:
        return [[x.kind.value, x.line, x.column] for x in error.diagnostics]
    return []


def test_what_is_wrong_with_a_map_is_found_in_the_same_places(tmp_path: Path) -> None:
    chance = random.Random(25)
    texts = ["", " ", "\n", "/", "//", "_/", "__/_", "\n\n_b_\r\n_.\n\n", "_b_/_é_/_😀_", "b" * 65]
    texts += ["\n".join(["."] * 65), "_?_/_b_", "___\n\n___", "\t", "b 1"]
    alphabet = "_.bBfF123/\n\r ?é😀\0"
    texts += ["".join(chance.choices(alphabet, k=chance.randrange(30))) for _ in range(2000)]
    expected = [{"text": text, "problems": find_problems(text)} for text in texts]
    assert sum(not each["problems"] for each in expected) > 20
    assert run_javascript("core_maps", expected, tmp_path) == 1


def test_bad_input_gives_errors(tmp_path: Path) -> None:
    levels = [level.line for level in all_packs()[::10]]
    assert run_javascript("core_bad_input", {"lines": levels}, tmp_path) == 8


def test_a_search_can_be_stopped_and_the_core_begun_anew(tmp_path: Path) -> None:
    assert run_javascript("core_lifetime", {}, tmp_path) == 8


def test_memory_is_used_again(tmp_path: Path) -> None:
    assert run_javascript("core_memory", {}, tmp_path) == 3


def test_examples_print_what_they_say(tmp_path: Path) -> None:
    assert run_javascript("core_readme", {}, tmp_path) == 3


def test_walks_only_walk(tmp_path: Path) -> None:
    chance = random.Random(26)
    lines = [level.line for level in all_packs()]
    lines += [Level(crowded_level(chance)).line for _ in range(200)]
    assert run_javascript("core_walks", {"lines": lines}, tmp_path) == 1
