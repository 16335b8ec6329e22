"""Campaigns: where one begins, and what counts as won."""

from __future__ import annotations

from pathlib import Path

import pytest

from babalab.levels import (
    AddressError,
    Wins,
    handmade_packs,
    load_levels,
    locate,
    packs,
    write_levels,
)
from babalab.levels.campaign import Campaign, find_unfinished_pack

LEVELS = load_levels("first-steps")


def campaign(path: Path, address: str = "first-steps") -> Campaign:
    return Campaign(locate(address), Wins(path))


def test_where_to_begin(tmp_path: Path) -> None:
    path = tmp_path / "wins.db"
    wins = Wins(path)
    assert campaign(path).choose_first() == 0
    wins.record(LEVELS[0], LEVELS[0].solution)
    assert campaign(path).choose_first() == 1, "behind what is won"
    wins.visit(LEVELS[4])
    assert campaign(path).choose_first() == 4, "where one stopped"
    for level in LEVELS[4:]:
        wins.record(level, level.solution)
    assert campaign(path).choose_first() == 1, "round to what was left out"
    assert campaign(path, "first-steps/hot-foot").choose_first() == 7, "where one is told to"
    for level in LEVELS:
        wins.record(level, level.solution)
    assert campaign(path).choose_first() == 0
    assert campaign(path).solved == 10


def test_the_first_unfinished_pack(tmp_path: Path) -> None:
    wins = Wins(tmp_path / "wins.db")
    assert find_unfinished_pack(wins) == packs()[0].name
    for each in handmade_packs()[:2]:
        for level in each.levels:
            wins.record(level, level.solution)
    assert find_unfinished_pack(wins) == packs()[2].name


def test_equal_levels_are_won_together(tmp_path: Path) -> None:
    path = tmp_path / "twice.json"
    write_levels([LEVELS[0], LEVELS[0]], path)
    twice = Campaign(locate(path), Wins(tmp_path / "wins.db"))
    twice.note_win(1, "rrrr")
    assert twice.best == ["rrrr", "rrrr"]
    assert twice.name == "twice.json"


def test_addresses_of_sets() -> None:
    found = locate("first-steps/say-it")
    assert (found.where, found.first, found.address_of(0)) == (
        "first-steps", 1, "first-steps/across",
    )  # fmt: skip
    alone = locate("____/_b._/____")
    assert (len(alone.levels), alone.first, alone.address_of(0)) == (1, None, "the map")
    for address in ("first-steps/none", "no-pack", "first-steps@r"):
        with pytest.raises(AddressError):
            locate(address)
