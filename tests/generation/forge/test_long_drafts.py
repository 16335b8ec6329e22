"""Halls before a level: walked through once, from one end to the other."""

from __future__ import annotations

import numpy as np

from babalab.game.level import Level
from babalab.game.reference import ReferenceGame
from babalab.generation.baba.dice import Dice
from babalab.generation.forge.long_drafts import add_hall

ROOM = Level.parse("______/_b..f_/_...._/_B12._/_F13._/______", solution="rrr")


def halls() -> set[tuple[str, str]]:
    """All halls that can be added, each with its solution."""
    made = (add_hall(ROOM, Dice(np.random.default_rng(seed))) for seed in range(60))
    return {(each.line, each.solution) for each in made if each is not None}


def test_a_hall_is_walked_through() -> None:
    found = halls()
    # Above, with its door over the player's place, and him at the other end.
    above = "______/_...b_/_.____/_b..f_/_...._/_B12._/_F13._/______".replace("/_b..f", "/_...f")
    assert (above, "lllddrrr") in found
    assert len(found) >= 4
    for line, solution in found:
        assert solution.endswith("rrr")
        game = ReferenceGame(line)
        for move in solution:
            assert not game.won
            game.step(move)
        assert game.won


def test_a_hall_must_fit_on_the_map() -> None:
    inside = ["b" + "." * 11 + "f", *["." * 13] * 8, "B12" + "." * 10, "F13" + "." * 10]
    edge = "_" * 15
    large = Level((edge, *(f"_{row}_" for row in inside), edge), solution="r" * 12)
    assert all(add_hall(large, Dice(np.random.default_rng(seed))) is None for seed in range(8))
