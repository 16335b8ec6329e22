"""The agent of the seventeen heuristics against its pseudocode, played on the reference engine."""

from __future__ import annotations

import heapq
import random
from pathlib import Path

import numpy as np
import pytest

from babalab.agents import HeuristicAgent, HeuristicPlus, ParameterError, make_agent, spec_of
from babalab.arena.contestant import Contestant
from babalab.base.budget import Budget
from babalab.base.errors import BabalabError
from babalab.base.parameters import format_vector
from babalab.game.level import Level
from babalab.game.reference import ReferenceGame
from babalab.heuristics import HEURISTICS, NAMES, weight_sets
from babalab.heuristics.plus import DEFAULT_TURNS, LISTS, PLUS_NAMES
from babalab.heuristics.reference import ReferenceFeatures
from babalab.heuristics.reference_code import ProgramFeatures
from babalab.levels import load_levels

EASY = load_levels("first-steps")
ELEMENTS = [level for level in load_levels("elements") if level.start().you]
HAND = {heuristic.name: heuristic.default for heuristic in HEURISTICS}
BREAKABLE = Level.parse("_________/_b.W..wf_/_..1..ww_/_..6...._/_B12.F13_/_________")
"""The wall need not stop anybody."""
MORE_TIME = Budget(iterations=2_000)


def score(game: ReferenceGame, weights: dict[str, float], features: ReferenceFeatures) -> float:
    values = features.by_name(game)
    sum_of_the_others = sum(
        weights[name] * float(np.float32(values[name]))
        for name in NAMES
        if name != "rules" and weights[name]
    )
    return float(np.float32(sum_of_the_others + weights["rules"] * values["rules"]))


def by_the_book(
    level: Level, weights: dict[str, float], most: int, *, repaired: bool = False
) -> tuple[str | None, int]:
    """Section IV of the paper in plain Python; the solution, and how many nodes were expanded."""
    features = ReferenceFeatures(level.line, repaired=repaired)
    start = ReferenceGame(level.line)
    seen = {start.picture()}
    queue = [(score(start, weights, features), 0, "", start)]
    expanded = 0
    while queue and expanded < most:
        _, _, moves, game = heapq.heappop(queue)
        expanded += 1
        for action in "sruld":
            child = game.copy()
            child.step(action)
            if not child.you or child.picture() in seen:
                continue
            seen.add(child.picture())
            if child.won:
                return moves + action, expanded
            found = score(child, weights, features), len(seen), moves + action, child
            heapq.heappush(queue, found)
    return None, expanded


def by_the_program(level: Level, weights: dict[str, float], most: int) -> tuple[str | None, int]:
    """What the authors' program does, in plain Python; as above."""
    features = ProgramFeatures(level.line)
    weights = {**weights, "stoppers": 0.25}
    seen: set[str] = set()
    queue = [(0.0, 0, "", ReferenceGame(level.line))]
    expanded = pushed = 0
    while queue and expanded < most:
        _, _, moves, game = heapq.heappop(queue)
        expanded += 1
        children = []
        for action in "sruld":
            child = game.copy()
            child.step(action)
            if child.picture() in seen:
                continue
            its_score = score(child, weights, features)  # its rules count even if it is lost
            if child.you:
                children.append((its_score, moves + action, child))
        for its_score, its_moves, child in children:
            seen.add(child.picture())
            if child.won:
                return its_moves, expanded
            pushed += 1
            heapq.heappush(queue, (its_score, pushed, its_moves, child))
    return None, expanded


def vector(weights: dict[str, float]) -> str:
    return format_vector(weights[name] for name in NAMES)


def random_weights(seed: int) -> dict[str, float]:
    chance = random.Random(seed)
    return {name: round(chance.uniform(-10, 10), 2) for name in NAMES}


@pytest.mark.parametrize("level", EASY, ids=lambda level: level.id)
@pytest.mark.parametrize(
    "weights", [HAND, random_weights(1), random_weights(2)], ids=["hand", "one", "two"]
)
def test_expands_what_the_paper_says(level: Level, weights: dict[str, float]) -> None:
    solution, expanded = by_the_book(level, weights, 60)
    result = HeuristicAgent(weights=vector(weights)).solve(level, Budget(iterations=60))
    assert result.solution == solution
    assert result.iterations == expanded


@pytest.mark.parametrize("level", [*EASY, *ELEMENTS], ids=lambda level: level.id)
@pytest.mark.parametrize("weights", [HAND, random_weights(4)], ids=["hand", "random"])
def test_expands_what_the_program_does(level: Level, weights: dict[str, float]) -> None:
    solution, expanded = by_the_program(level, weights, 60)
    agent = HeuristicAgent(weights=vector(weights), as_="code")
    result = agent.solve(level, Budget(iterations=60))
    assert result.solution == solution
    assert result.iterations == expanded


def test_to_the_program_the_ninth_weight_is_nothing() -> None:
    other = {**HAND, "stoppers": -9.0}
    for as_, same in (("text", False), ("code", True)):
        agents = [
            make_agent(f"heuristic:as={as_},weights={vector(each)}") for each in (HAND, other)
        ]
        one, two = (agent.solve(BREAKABLE, MORE_TIME).statistics for agent in agents)
        assert (one == two) is same


def test_a_keyword_as_a_parameter() -> None:
    agent = make_agent("heuristic:as=code")
    assert agent == HeuristicAgent(as_="code")
    assert spec_of(agent) == "heuristic:as=code"
    with pytest.raises(ParameterError, match="as='program': it must be text or code"):
        make_agent("heuristic:as=program")


@pytest.mark.parametrize("level", EASY[:4], ids=lambda level: level.id)
def test_repaired_too(level: Level) -> None:
    weights = random_weights(3)
    solution, expanded = by_the_book(level, weights, 60, repaired=True)
    agent = HeuristicAgent(weights=vector(weights), repaired=True)
    result = agent.solve(level, Budget(iterations=60))
    assert (result.solution, result.iterations) == (solution, expanded)


def test_a_weight_within_the_threshold_is_none() -> None:
    near = {**HAND, "connectivity": 0.5, "path": -0.5, "to-words": 0.51}
    none = {name: 0 if abs(weight) <= 0.5 else weight for name, weight in near.items()}
    level = EASY[-1]
    skipped = HeuristicAgent(weights=vector(near), threshold=0.5).solve(level, MORE_TIME)
    absent = HeuristicAgent(weights=vector(none)).solve(level, MORE_TIME)
    counted = HeuristicAgent(weights=vector(near)).solve(level, MORE_TIME)
    assert (skipped.solution, skipped.iterations) == (absent.solution, absent.iterations)
    assert (skipped.solution, skipped.iterations) != (counted.solution, counted.iterations)


def test_without_weights_it_is_breadth_first() -> None:
    """As bfs, which expands a few more: the start again, and equal children of one node."""
    for level in EASY:
        nothing = HeuristicAgent(weights=vector(dict.fromkeys(NAMES, 0.0))).solve(level, MORE_TIME)
        breadth = make_agent("bfs").solve(level, MORE_TIME)
        assert nothing.solution == breadth.solution
        assert breadth.iterations - 2 <= nothing.iterations < breadth.iterations


# ---------------------------------------------------------------- weights


def test_a_named_set_is_its_numbers() -> None:
    for name, found in weight_sets(NAMES).items():
        as_ = found.parameters.get("as", "text")
        named = HeuristicAgent(weights=name, as_=as_)
        numbers = HeuristicAgent(weights=format_vector(found.weights.values()), as_=as_)
        iterations = [agent.solve(EASY[3], MORE_TIME).iterations for agent in (named, numbers)]
        assert iterations[0] == iterations[1]
        assert make_agent(spec_of(named)) == named


def test_weights_found_with_the_program_are_for_the_program() -> None:
    with pytest.raises(ParameterError, match="were found with as=code; use them with that"):
        HeuristicAgent(weights="bo-train-code")


def test_a_file_is_its_numbers(tmp_path: Path) -> None:
    """Results name the numbers, not the file, which may be another tomorrow."""
    file = tmp_path / "mine.toml"
    lines = "\n".join(f"{name} = {weight}" for name, weight in HAND.items())
    file.write_text(f"[weights]\n{lines}\n")
    assert spec_of(HeuristicAgent(weights=str(file))) == f"heuristic:weights={vector(HAND)}"


def test_weights_are_used_with_what_they_were_found_with(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    lines = "\n".join(f"{name} = {weight}" for name, weight in HAND.items())
    file.write_text(f"[weights]\n{lines}\n[parameters]\nthreshold = 0.5\n")
    with pytest.raises(ParameterError, match=r"were found with threshold=0\.5; use them with that"):
        HeuristicAgent(weights=str(file))
    assert HeuristicAgent(weights=str(file), threshold=0.5).threshold == 0.5


def test_what_workers_make_has_the_numbers_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    lines = "\n".join(f"{name} = {weight}" for name, weight in HAND.items())
    file.write_text(f"[weights]\n{lines}\n")
    contestant = Contestant.of(f"heuristic:weights={file}")
    file.unlink()
    assert make_agent(contestant.source).numbers("weights") == tuple(HAND.values())


def test_results_know_the_numbers_behind_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    before = Contestant.of("heuristic:weights=hand")
    changed = {"hand": weight_sets(NAMES)["hand"]}
    changed["hand"] = type(changed["hand"])("hand", {**HAND, "goals": 1.0}, {})
    monkeypatch.setattr("babalab.heuristics.weights._load_shipped", lambda: changed)
    after = Contestant.of("heuristic:weights=hand")
    assert before.spec == after.spec
    assert before.code != after.code


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ("./mine.txt", "number 1 of .* weights are a named set, a file ending in .toml, or 17"),
        ("1/2/3", "3 weights in '1/2/3'; there are 17: goals, players"),
        ("hnad", "no set of weights 'hnad'; did you mean 'hand'"),
        ("", "no set of weights ''; known"),
        ("1/x" + "/0" * 15, "number 2 of .* is 'x'"),
        ("nan" + "/0" * 16, "number 1 of .* is 'nan'"),
        ("0/nan" + "/0" * 15, "number 2 of .* is 'nan'"),
        ("0/1e9" + "/0" * 15, "weights: 1e.09 for players: a weight is a number from -10000"),
        ("nowhere.toml", r"nowhere\.toml: can't be read"),
        ("plus-hand", "no set of weights 'plus-hand'"),
    ],
)
def test_no_weights(weights: str, message: str) -> None:
    with pytest.raises(BabalabError, match=message):
        make_agent(f"heuristic:weights={weights}")


# ---------------------------------------------------------------- heuristic-plus


def test_plus_without_its_additions_is_heuristic() -> None:
    """The same order of states, if they are told apart alike and no list but one has turns."""
    weights = format_vector([*HAND.values(), *[0.0] * (len(PLUS_NAMES) - len(NAMES))])
    one = format_vector([1.0, *[0.0] * (len(LISTS) - 1)])
    plain = HeuristicPlus(weights=weights, turns=one, walks=False, prune=False, repaired=False)
    for level in EASY:
        assert plain.solve(level, MORE_TIME).solved, level.id


def test_plus_solves_with_every_list_alone() -> None:
    for place, name in enumerate(LISTS):
        turns = format_vector([float(other == place) for other in range(len(LISTS))])
        for level in EASY:
            assert HeuristicPlus(turns=turns).solve(level, Budget(iterations=20_000)).solved, name


def test_plus_weighs_what_it_adds() -> None:
    """Moves from the start alone, as a score, is breadth-first search: shortest solutions."""
    weights = dict.fromkeys(PLUS_NAMES, 0.0) | {"moves": 1.0}
    one = format_vector([1.0, *[0.0] * (len(LISTS) - 1)])
    agent = HeuristicPlus(
        weights=format_vector(weights.values()), turns=one, walks=False, prune=False
    )
    for level in EASY:
        shortest = make_agent("exhaustive").solve(level)
        result = agent.solve(level, Budget(iterations=50_000))
        assert len(result.solution or "") == len(shortest.solution or "?")


def test_turns_come_with_the_set() -> None:
    agent = HeuristicPlus(weights="plus-hand")
    assert [spec.first for spec in agent.lists()] == [
        name.partition("/")[0] for name, turns in zip(LISTS, DEFAULT_TURNS, strict=True) if turns
    ]


def test_turns_come_with_the_file(tmp_path: Path) -> None:
    file = tmp_path / "plus.toml"
    weights = "".join(f"{name} = 1\n" for name in PLUS_NAMES)
    turns = "".join(f'"{name}" = {place % 3}\n' for place, name in enumerate(LISTS))
    file.write_text(f"[weights]\n{weights}[turns]\n{turns}")
    agent = HeuristicPlus(weights=str(file))
    assert agent.turns == format_vector(float(place % 3) for place in range(len(LISTS)))
    assert make_agent(spec_of(agent)) == agent


@pytest.mark.parametrize(
    ("turns", "message"),
    [
        ("1/2", "2 turns in '1/2'; there are 11: score, breadth/score"),
        ("9" + "/0" * 10, "turns: 9 for score: it is a number from 0 to 8"),
        ("0.2" + "/0" * 10, "no list has a turn; give one to score"),
        ("score", "number 1 of 'score' is 'score'"),
    ],
)
def test_no_turns(turns: str, message: str) -> None:
    with pytest.raises(ParameterError, match=message):
        make_agent(f"heuristic-plus:turns={turns}")
