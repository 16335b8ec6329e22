"""A small arcade game to look at and to play, with a bit of everything that is told of a play."""

from __future__ import annotations

from pathlib import Path

from babalab.games import GameLevel
from babalab.games.vgdl import VgdlGame, read_description, vgdl_game

YARD = """
# Pick the plums and go home.
BasicGame square_size=20
    SpriteSet
        grass > Immovable color=GREEN
        home > Door color=Gold
        plum > Resource limit=9
        wasp > Missile orientation=LEFT speed=0.5 color=YELLOW
        ghost > Immovable invisible=True
        child > ShootAvatar stype=pebble color=PINK healthPoints=3
        pebble > Missile speed=1
        wall > Immovable color=RED
    LevelMapping
        A > grass child
        . > grass
        h > home
        p > plum
        v > wasp
        g > ghost
        w > wall
    InteractionSet
        child wall > stepBack
        pebble wall > killSprite
        wasp wall > reverseDirection
        wasp wall > stepBack
        child wasp > subtractHealthPoints scoreChange=-1
        plum child > collectResource scoreChange=2
        home child > killSprite scoreChange=5
    TerminationSet
        SpriteCounter stype=home win=True
        SpriteCounter stype=child win=False
"""
LEVEL = """wwwwwww
wAp.h.w
w....gw
w..v..w
wwwwwww
"""
"""Three steps to the right are won, and the score is 7."""


def yard(level: str = LEVEL, description: str = YARD) -> VgdlGame:
    """The game on a level of this text."""
    return vgdl_game(read_description(description, "", "yard"))(GameLevel("yard", level))


def written_yard(folder: Path) -> str:
    """The game in a file that commands take; the file's name."""
    file = folder / "yard.py"
    file.write_text(
        "from babalab.games import GameLevel\n"
        "from babalab.games.vgdl import read_description, vgdl_game\n"
        f"DESCRIPTION = read_description({YARD!r}, '', 'yard')\n"
        f"class Yard(vgdl_game(DESCRIPTION, [GameLevel('first', {LEVEL!r})])):\n"
        '    """Plums."""\n'
    )
    return str(file)
