"""The page about VGDL says what the interpreter knows, and its example is a game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from babalab.games.vgdl import game_in
from babalab.games.vgdl.folder import check_game
from babalab.games.vgdl.vocabulary import (
    CLASSES,
    EFFECT_KEYS,
    EFFECTS,
    SPRITE_KEYS,
    TERMINATION_KEYS,
    TERMINATIONS,
    TIME_KEYS,
)
from babalab.planning import make_planner, play
from support.vgdl_page import tables

PAGE = (Path(__file__).parents[3] / "docs" / "vgdl.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("table", tables().items(), ids=lambda table: table[0])
def test_its_tables_are_those_of_the_vocabulary(table: tuple[str, str]) -> None:
    """If not, `python -m support.vgdl_page` in tests/ prints the right ones."""
    assert table[1] in PAGE


def test_it_says_what_every_key_means() -> None:
    section = PAGE.partition("### Keys\n")[2].partition("\n## ")[0]
    kinds = [*CLASSES.values(), *EFFECTS.values(), *TERMINATIONS.values()]
    own = {key for kind in kinds for key in kind.keys}
    shared = {*SPRITE_KEYS, *EFFECT_KEYS, *TIME_KEYS, *TERMINATION_KEYS}
    told = set(re.findall(r"`(\w+)`", "\n".join(row.split("|")[1] for row in _rows(section))))
    assert told == own | shared


def _rows(section: str) -> list[str]:
    return [line for line in section.splitlines() if line.startswith("| `")]


def test_its_example_is_played_and_can_be_won(tmp_path: Path) -> None:
    description, level = re.findall(r"^```text\n(.*?)^```$", PAGE, re.M | re.DOTALL)[:2]
    (tmp_path / "ducks.txt").write_text(description, encoding="utf-8")
    (tmp_path / "ducks_lvl0.txt").write_text(level, encoding="utf-8")
    game = game_in(tmp_path / "ducks.txt")
    assert check_game(game) == []
    made = [play(game(game.levels()[0]), make_planner("random"), seed) for seed in range(30)]
    assert any(each.won for each in made)
    assert any(each.lost for each in made)
