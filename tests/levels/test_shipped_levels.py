"""Our own levels, one by one: their solutions, their tags, and that each is new.

What a tag claims is read off the play of the recorded solution (`evidence`), so that a level
whose tags and solution have drifted apart fails here.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Final

import pytest

from babalab.agents import Exhaustive
from babalab.base.budget import Budget
from babalab.game.diagnostics import LevelFlaw
from babalab.game.level import Level, length_class_of
from babalab.game.reference import ReferenceGame
from babalab.game.state import State
from babalab.game.vocabulary import BORDER, IS, NOUNS, WORD_OF
from babalab.levels import handmade_packs

MECHANICS: Final = (
    "walk", "push", "stop", "kill", "sink", "hot-melt", "move", "transform",
    "break-rule", "make-rule", "self-reference", "become", "many-you",
)  # fmt: skip

#: Levels that may begin with nobody to control: there, movers come to the rescue.
NOBODY_AT_FIRST: Final = {"hands-off", "nobody-home"}

#: Levels that breadth-first search takes longer than about a second for; none so far. Whoever
#: adds one runs the search by hand, once.
SLOW: Final[set[str]] = set()

LEVELS: Final = {
    f"{each.name}/{level.id}": level for each in handmade_packs() for level in each.levels
}
every_level = pytest.mark.parametrize(
    "level", [pytest.param(level, id=address) for address, level in LEVELS.items()]
)

SETS: Final = Path(__file__).parents[2].parent / "shared" / "keke" / "levels"


# ------------------------------------------------------------ solutions


@every_level
def test_the_solution_wins_with_its_last_move(level: Level) -> None:
    state, game = level.start(), ReferenceGame(level.line)
    for number, action in enumerate(level.solution, start=1):
        state = state.step(action)
        game.step(action)
        assert state.won == game.won == (number == len(level.solution))
        assert state.picture == game.picture()


@pytest.mark.parametrize(
    "level",
    [pytest.param(level, id=address) for address, level in LEVELS.items() if level.id not in SLOW],
)
def test_the_solution_is_a_shortest_one(level: Level) -> None:
    result = Exhaustive().solve(level, Budget(iterations=1_500_000, memory=3 << 30))
    assert result.shortest
    assert result.solution is not None
    assert len(result.solution) == len(level.solution)


def test_levels_named_above_exist() -> None:
    assert {level.id for level in LEVELS.values()} >= SLOW | NOBODY_AT_FIRST


# ------------------------------------------------------------ form


@every_level
def test_the_map_is_in_good_form(level: Level) -> None:
    assert level.width <= 20
    assert level.height <= 20
    expected = {LevelFlaw.NO_YOU_RULE} if level.id in NOBODY_AT_FIRST else set()
    assert {diagnostic.kind for diagnostic in level.warnings} == expected
    columns = list(zip(*level.rows, strict=True))
    lines = (level.rows[1], level.rows[-2], columns[1], columns[-2])
    assert all(set(line) != {BORDER} for line in lines), "a border two cells thick"


@every_level
def test_the_level_says_who_and_what(level: Level) -> None:
    assert level.author == "babalab"
    assert level.name.strip() == level.name != ""
    assert list(level.mechanics) == [name for name in MECHANICS if name in level.mechanics]


def test_names_and_ids_are_used_once() -> None:
    assert max(Counter(level.name for level in LEVELS.values()).values()) == 1
    assert max(Counter(level.id for level in LEVELS.values()).values()) == 1


# ------------------------------------------------------------ tags


def in_force(state: State) -> set[tuple[str, str]]:
    """The rules that do something, each as its subject and its predicate."""
    split = (rule.split("-") for rule in state.rules)
    return {(a, b) for a, _, b in split if a in NOUNS and b != IS}


def present(state: State) -> Counter[str]:
    """How many things of each noun there are."""
    return Counter(thing.noun for thing in state.things if thing.in_kin)


def controlled(state: State) -> set[str]:
    """The nouns of which something is YOU."""
    return {noun for noun, word in in_force(state) if word == "you" and present(state)[noun]}


def pushed(before: State, after: State) -> bool:
    """Whether a word, or a thing that is PUSH alone, was pushed."""
    if [word.cell for word in before.words] != [word.cell for word in after.words]:
        return True
    if appeared(before, after):
        return False
    rules = in_force(before)
    active = {noun for noun, word in rules if word in ("you", "move")}
    passive = {noun for noun, word in rules if word == "push"} - active
    places = [
        sorted(thing.cell for thing in state.things if thing.noun in passive)
        for state in (before, after)
    ]
    return places[0] != places[1]


def appeared(before: State, after: State) -> bool:
    """Whether there are new things, which only a transformation makes."""
    return bool(present(after) - present(before))


def evidence(level: Level) -> Iterator[str]:
    """The mechanics that show in the play of the level's solution."""
    states = [level.start()]
    for action in level.solution:
        states.append(states[-1].step(action))
    turns = list(pairwise(states))

    yield "push" if any(pushed(*turn) for turn in turns) else "walk"
    if any(appeared(*turn) for turn in turns):
        yield "transform"
    if any(in_force(before) - in_force(after) for before, after in turns):
        yield "break-rule"
    if any(in_force(after) - in_force(before) for before, after in turns):
        yield "make-rule"

    who = [nouns for nouns in map(controlled, states) if nouns]
    if any(nouns != who[0] for nouns in who):
        yield "become"
    if any(len(state.you) > 1 for state in states):
        yield "many-you"

    for state in states:
        effective = {(noun, word) for noun, word in in_force(state) if present(state)[noun]}
        words = {word for _, word in effective}
        yield from words & {"stop", "kill", "sink", "move"}
        if {"hot", "melt"} <= words:
            yield "hot-melt"
        you = controlled(state)
        if any(noun == word or (noun in you and word != "you") for noun, word in effective):
            yield "self-reference"


@every_level
def test_the_tags_are_what_the_play_shows(level: Level) -> None:
    shown = set(evidence(level))
    assert list(level.mechanics) == [name for name in MECHANICS if name in shown]


# ------------------------------------------------------------ the whole collection


def test_there_are_many_levels_of_every_difficulty() -> None:
    assert len(LEVELS) >= 48
    classes = Counter(length_class_of(len(level.solution)) for level in LEVELS.values())
    assert set(classes) == {1, 2, 3, 4, 5}
    assert min(classes.values()) >= 6


def test_every_mechanic_is_found_in_several_levels() -> None:
    uses = Counter(name for level in LEVELS.values() for name in level.mechanics)
    assert set(uses) == set(MECHANICS)
    assert min(uses.values()) >= 3


def test_a_level_begins_with_nobody_to_control() -> None:
    starts = [level.start() for level in LEVELS.values() if level.id in NOBODY_AT_FIRST]
    assert starts
    assert all(state.helpless and not state.lost for state in starts)


def test_a_level_has_rules_that_cross_in_one_is() -> None:
    assert any(crossing(level) for level in LEVELS.values())


def crossing(level: Level) -> bool:
    """Whether at the start some IS joins two rules, one across and one down."""
    return any(
        WORD_OF.get(level.rows[y][x]) == IS
        and all(
            WORD_OF.get(level.rows[y - dy][x - dx]) in NOUNS
            and WORD_OF.get(level.rows[y + dy][x + dx]) is not None
            for dy, dx in ((0, 1), (1, 0))
        )
        for y in range(1, level.height - 1)
        for x in range(1, level.width - 1)
    )


def test_a_level_is_won_by_being_what_wins() -> None:
    ends = [in_force(level.play(level.solution)) for level in LEVELS.values()]
    assert any((noun, "win") in rules for rules in ends for noun, word in rules if word == "you")


# ------------------------------------------------------------ new and different


@cache
def symmetries(rows: tuple[str, ...]) -> frozenset[tuple[str, ...]]:
    """The map turned and mirrored in all eight ways."""
    found: set[tuple[str, ...]] = set()
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
        found |= {rows, tuple(row[::-1] for row in rows)}
    return frozenset(found)


def test_there_are_eight_symmetries() -> None:
    assert len(symmetries(("12", "34", "56"))) == 8
    assert ("12", "34", "56") in symmetries(("531", "642"))


def test_no_two_levels_are_the_same_turned_or_mirrored() -> None:
    seen: dict[tuple[str, ...], str] = {}
    for address, level in LEVELS.items():
        assert level.rows not in seen, f"{address} is {seen[level.rows]}"
        seen |= dict.fromkeys(symmetries(level.rows), address)


@pytest.mark.skipif(not SETS.is_dir(), reason="the published sets are not beside the repository")
def test_no_level_is_a_published_one_turned_or_mirrored() -> None:
    published = {
        tuple(entry["ascii"].replace(" ", ".").strip("\n").split("\n"))
        for path in SETS.glob("*.json")
        for entry in json.loads(path.read_text(encoding="utf-8"))["levels"]
    }
    assert len(published) > 100
    for address, level in LEVELS.items():
        assert not symmetries(level.rows) & published, f"{address} is already published"
