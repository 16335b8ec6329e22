"""Folders of tiny arcade games, small enough to know all about them."""

from __future__ import annotations

from pathlib import Path

WALK = """# Walk to the flag.
BasicGame square_size=10
    SpriteSet
        flag > Immovable color=GREEN
        walker > MovingAvatar
        {more}
    LevelMapping
        F > flag
        W > walker
        b > bird
    InteractionSet
        walker EOS > stepBack
        flag walker > killSprite scoreChange=2
        bird EOS > stepBack
        walker bird > killSprite scoreChange=-3
    TerminationSet
        SpriteCounter stype=flag limit=0 win=True
        SpriteCounter stype=walker limit=0 win=False
        Timeout limit=12 win=False
"""
CALM = "bird > Immovable"
WILD = "bird > RandomNPC"
LEVELS = ("W.F\n...\n", "W....\n.....\n....F\n", "W.b\n...\n..F\n")


def write_arcade(folder: Path, *names: str, wild: bool = False) -> Path:
    """Write games of these names, each with three levels; the folder."""
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / f"{name}.txt").write_text(WALK.format(more=WILD if wild else CALM))
        for number, level in enumerate(LEVELS):
            (folder / f"{name}_lvl{number}.txt").write_text(level)
    return folder
