"""A small game of VGDL in which a bit of everything happens, with two levels of different sizes."""

from __future__ import annotations

from babalab.games import GameLevel
from babalab.games.vgdl import read_description, vgdl_game

DESCRIPTION = """
BasicGame square_size=10
    SpriteSet
        hedge > Immovable color=GREEN
        apple > Resource limit=4
        wasp > RandomNPC speed=0.5
        wolf > Chaser stype=boy cooldown=2
        spark > Flicker limit=2
        secret > Immovable hidden=True
        nest > SpawnPoint stype=wasp prob=0.2 cooldown=4 total=3
        boy > ShootAvatar stype=spark ammo=apple healthPoints=2 limitHealthPoints=5
    LevelMapping
        h > hedge
        a > apple
        v > wasp
        V > wolf
        n > nest
        s > secret
        B > boy
    InteractionSet
        boy hedge > stepBack
        wasp hedge > stepBack
        wolf hedge > stepBack
        boy EOS > stepBack
        wasp EOS > stepBack
        apple boy > collectResource scoreChange=2
        boy wasp > subtractHealthPoints scoreChange=-1
        wolf spark > killSprite scoreChange=5
        boy wolf > killSprite scoreChange=-3
    TerminationSet
        SpriteCounter stype=boy win=False
        SpriteCounter stype=apple win=True
        Timeout limit=60 win=False
"""
SMALL = "hhhhhhhhh\nhB..a..ah\nh..h..V.h\nhn.....sh\nhhhhhhhhh\n"
LARGE = "hhhhhhhhhhh\nha..v....ah\nh..hh..h..h\nh..nB..hV.h\nh.a....hs.h\nhhhhhhhhhhh\n"
Orchard = vgdl_game(
    read_description(DESCRIPTION.strip("\n"), "orchard.txt", "orchard"),
    [GameLevel("small", SMALL), GameLevel("large", LARGE)],
)
