"""The levels of the page: what they say agrees with what the commands say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from babalab import Level, solve
from babalab.base.errors import BabalabError
from babalab.execution.workers import Workers
from babalab.game.difficulty import rate_level
from babalab.game.level import length_class_of
from babalab.generation.baba.mechanics import find_mechanics
from babalab.levels import packs, write_levels
from babalab.web import Site, collect_sets, level_data

MAP = "______/_b..f_/_B12._/_F13._/______"
UNSOLVABLE = "______/_b..f_/_B12._/_F.3._/______"


@pytest.mark.parametrize("pack", packs(), ids=lambda pack: pack.name)
def test_our_packs(pack: object, site: Site) -> None:
    read = json.loads(site.files[f"data/packs/{pack.name}.json"])
    assert (read["id"], read["title"], read["description"]) == (
        pack.name, pack.title, pack.description,
    )  # fmt: skip
    assert [each["id"] for each in read["levels"]] == [level.id for level in pack.levels]
    for each, level in zip(read["levels"], pack.levels, strict=True):
        assert (each["name"], each["author"], each["line"]) == (
            level.name, level.author, level.line,
        )  # fmt: skip
        assert each["mechanics"] == list(level.mechanics)
        assert each["lengthClass"] == level.length_class
        difficulty = rate_level(level)
        assert difficulty is not None
        assert each["difficulty"] == difficulty.number
        assert Level.parse(each["line"]).play(each["solution"]).won
        assert each["shortest"]  # tests/levels proves that the solutions on record are
        assert len(each["solution"]) == len(level.solution)


def test_the_list_of_packs(site: Site) -> None:
    index = json.loads(site.files["data/packs.json"])
    assert [(each["id"], each["count"]) for each in index["packs"]] == [
        (pack.name, len(pack.levels)) for pack in packs()
    ]


def test_levels_without_solutions_are_solved(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    write_levels(
        [
            Level.parse(MAP, name="Three steps"),
            Level.parse(UNSOLVABLE),
            Level.parse("_______/_b...f_/_.F.13_/_B12.._/_______", solution="uuu"),
            Level.parse(MAP, solution="slsrrrr"),
        ],
        file,
    )
    with Workers(2, patience=None) as workers:
        (found,), complete = collect_sets([str(file)], executor=workers)
    assert complete
    assert (found.id, found.title) == ("mine", "mine")
    assert [level.id for level in found.levels] == ["1", "2", "3", "4"]
    short, never, wrong, long = found.facts
    assert (short.solution, short.shortest, short.length_class) == ("rrr", True, 1)
    assert (never.solution, never.mechanics, never.difficulty) == ("", (), None)
    assert never.length_class is None
    level = found.levels[2]
    assert level.play(wrong.solution).won
    assert len(wrong.solution) == len(solve(level, agent="shortest").solution or "")
    assert wrong.mechanics == find_mechanics(level, wrong.solution)
    assert wrong.length_class == length_class_of(len(wrong.solution))
    # The difficulty is that of the solution on record, as everywhere else.
    assert (long.solution, long.shortest) == ("rrr", True)
    assert long.difficulty == rate_level(found.levels[3]).number > short.difficulty  # type: ignore[union-attr, operator]


@pytest.mark.parametrize(
    ("addresses", "ids"),
    [
        (["first-steps/across"], ["first-steps"]),
        ([MAP], ["the-map"]),
        (["grammar", "grammar"], ["grammar"]),
        (["grammar/wallflower", "grammar/i-am-rock", MAP], ["grammar", "grammar-2", "the-map"]),
    ],
)
def test_addresses_of_all_kinds(addresses: list[str], ids: list[str]) -> None:
    if "grammar/i-am-rock" in addresses:
        names = [level.id for level in packs()[1].levels]
        addresses = [f"grammar/{names[0]}", f"grammar/{names[1]}", MAP]
    sets, _ = collect_sets(addresses)
    assert [each.id for each in sets] == ids
    assert all(each.facts[0].solution for each in sets)


def test_names_that_are_no_addresses_of_the_page(tmp_path: Path) -> None:
    file = tmp_path / "a b?#c.json"
    ids = ["x/y@1", "x y 1", "2", "", ""]
    data = [{"id": id_, "ascii": MAP.replace("/", "\n")} for id_ in ids]
    file.write_text(json.dumps({"levels": data}), encoding="utf-8")
    (found,), _ = collect_sets([str(file)])
    assert found.id == "a-b-c"
    assert [level.id for level in found.levels] == ["x-y-1", "x-y-1-2", "2", "4", "5"]


def test_what_was_found_is_kept_when_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    done = []

    def find(level: Level, _budget: object) -> level_data.LevelFacts:
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(level)
        return level_data.LevelFacts(solution="r")

    monkeypatch.setattr(level_data, "find_facts", find)
    seen = []
    (found,), complete = collect_sets(["grammar"], watch=lambda *counts: seen.append(counts))
    assert not complete
    assert [bool(facts.solution) for facts in found.facts] == [True] * 3 + [False] * 7
    assert seen == [(1, 10), (2, 10), (3, 10)]


def test_nothing_to_show() -> None:
    with pytest.raises(BabalabError, match="no levels"):
        collect_sets([])
    with pytest.raises(BabalabError, match="did you mean"):
        collect_sets(["grammer"])
