"""The generated pack: enough of everything, all of it right, nothing there already."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from babalab.agents import Exhaustive
from babalab.base.budget import Budget
from babalab.game.level import Level, length_class_of
from babalab.game.reference import ReferenceGame
from babalab.game.story import tell
from babalab.generation.baba.canonical import canonicalize
from babalab.generation.baba.clutter import find_clutter
from babalab.generation.baba.facts import is_trivial, prove_shortest
from babalab.generation.baba.mechanics import find_mechanics
from babalab.levels import handmade_packs, pack, packs

LEVELS: Final = pack("forge").levels
every_level = pytest.mark.parametrize("level", LEVELS, ids=[level.id for level in LEVELS])
SETS: Final = Path(__file__).parents[2].parent / "shared" / "keke" / "levels"
MECHANICS: Final = (
    "push", "stop", "kill", "sink", "hot-melt", "move", "transform", "break-rule", "make-rule",
)  # fmt: skip


def test_there_are_enough_levels_of_every_class() -> None:
    assert len(LEVELS) >= 120
    classes = Counter(length_class_of(len(level.solution)) for level in LEVELS)
    assert all(classes[class_] >= 15 for class_ in range(1, 6))


def test_every_mechanic_is_used() -> None:
    uses = Counter(mechanic for level in LEVELS for mechanic in level.mechanics)
    assert all(uses[mechanic] >= 8 for mechanic in MECHANICS), uses


@every_level
def test_the_solution_wins_with_its_last_move(level: Level) -> None:
    state, game = level.start(), ReferenceGame(level.line)
    for number, action in enumerate(level.solution, start=1):
        state = state.step(action)
        game.step(action)
        assert state.won == game.won == (number == len(level.solution))
        assert state.picture == game.picture()
    assert not is_trivial(tell(level, level.solution))


@every_level
def test_the_solution_is_a_shortest_one(level: Level) -> None:
    # Breadth first where that is quick; elsewhere by the search that knows walks.
    if len(level.solution) <= 10:
        result = Exhaustive().solve(level, Budget(iterations=1_500_000))
        assert result.shortest
        assert len(result.solution or "") == len(level.solution)
    else:
        found = prove_shortest(level, level.solution, 2_000_000)
        assert found.shortest
        assert len(found.moves) == len(level.solution)


@pytest.mark.parametrize("level", LEVELS[::5], ids=[level.id for level in LEVELS[::5]])
def test_nothing_in_it_is_useless(level: Level) -> None:
    assert not find_clutter(level, steps=50_000, enough=1)


@every_level
def test_the_level_is_in_good_form(level: Level) -> None:
    assert level.width <= 15
    assert level.height <= 13
    assert not level.warnings
    start = level.start()
    assert len(set(start.you)) == 1
    assert start.picture == level.map
    assert level.author == "babalab"
    assert level.mechanics == find_mechanics(level, level.solution)


def test_the_order_is_that_of_difficulty() -> None:
    classes = [level.length_class for level in LEVELS]
    assert classes == sorted(classes, key=lambda class_: class_ or 0)


def test_names_and_ids_are_used_once() -> None:
    everything = [level for each in packs() for level in each.levels]
    assert max(Counter(level.name for level in everything).values()) == 1
    assert max(Counter(level.id for level in everything).values()) == 1


# ------------------------------------------------------------ new and different


def images(rows: tuple[str, ...]) -> set[tuple[str, ...]]:
    """The map turned and mirrored in all eight ways."""
    found: set[tuple[str, ...]] = set()
    for _ in range(4):
        rows = tuple("".join(column) for column in zip(*reversed(rows), strict=True))
        found |= {rows, tuple(row[::-1] for row in rows)}
    return found


def test_no_two_levels_are_alike() -> None:
    others = [level for each in handmade_packs() for level in each.levels]
    seen: dict[str, str] = {}
    for level in (*others, *LEVELS):
        assert canonicalize(level) not in seen, f"{level.id} is {seen[canonicalize(level)]}"
        seen[canonicalize(level)] = level.id
    turned: set[tuple[str, ...]] = set()
    for level in (*others, *LEVELS):
        assert level.rows not in turned, f"{level.id} is another one, turned or mirrored"
        turned |= images(level.rows)


@pytest.mark.skipif(not SETS.is_dir(), reason="the published sets are not beside the repository")
def test_no_level_is_a_published_one() -> None:
    published = [
        Level(tuple(entry["ascii"].replace(" ", ".").strip("\n").split("\n")))
        for path in SETS.glob("*.json")
        for entry in json.loads(path.read_text(encoding="utf-8"))["levels"]
    ]
    assert len(published) > 100
    forms = {canonicalize(level) for level in published}
    turned = {image for level in published for image in images(level.rows)}
    for level in LEVELS:
        assert canonicalize(level) not in forms, f"{level.id} is already published"
        assert level.rows not in turned, f"{level.id} is already published, turned or mirrored"
