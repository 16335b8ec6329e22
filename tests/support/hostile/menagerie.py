"""A small game of VGDL with nearly all classes of sprites, effects and terminations."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from babalab.games.game import GameLevel
from babalab.games.vgdl import read_description
from babalab.games.vgdl.maps import read_map
from babalab.games.vgdl.tables import ACTION_NUMBERS, make_tables
from support.vgdl_small import text_of

SPRITES: Final = """
wall > Immovable
door > Door
gate > Portal stype=door
crate > Passive
coin > Resource limit=3 value=2
spark > Flicker limit=2
slash > OrientedFlicker limit=2
arrow > Missile speed=1
nest > SpawnPoint stype=hen cooldown=3 prob=0.5 total=4
plane > Bomber stype=spark prob=0.3 speed=0.5
wasp > RandomBomber stype=spark prob=0.2 cooldown=2
hen > RandomNPC cons=2
fox > Chaser stype=hen cooldown=2
mouse > Fleeing stype=fox healthPoints=3 limitHealthPoints=5
avatar > ShootAvatar stype=arrow ammo=coin healthPoints=5 limitHealthPoints=9
"""
RULES: Final = """
avatar wall > stepBack
hen wall > stepBack pixelPerfect=True
fox wall EOS > undoAll
crate avatar > bounceForward
plane EOS > turnAround
wasp wall > reverseDirection
mouse wall EOS > flipDirection
hen EOS > wrapAround
avatar EOS > wrapAround
avatar gate > teleportToExit
hen fox > transformTo stype=coin killSecond=False scoreChange=1
fox arrow > transformToAll stype=hen stypeTo=mouse
arrow EOS > killSprite
arrow wall > killBoth scoreChange=2
spark crate > cloneSprite
crate spark > spawn stype=coin
avatar door > spawnIfHasMore resource=coin limit=1 stype=crate spend=1
coin avatar > collectResource scoreChange=1
avatar hen > changeResource resource=coin value=-1
hen avatar > killIfOtherHasMore resource=coin limit=1
avatar mouse > addHealthPoints value=1
avatar fox > subtractHealthPoints value=1 scoreChange=-1
avatar TIME > subtractHealthPoints timer=9 repeating=True
"""
ENDS: Final = """
SpriteCounter stype=avatar win=False
MultiSpriteCounter stype1=hen stype2=mouse limit=40 win=True
Timeout limit=90 win=False
"""
MAPPING: Final = """
w > wall
d > door
g > gate
c > crate
o > coin
n > nest
p > plane
q > wasp
h > hen
f > fox
m > mouse
A > avatar
"""
LEVEL: Final = "wwwwwwww\nw.c.o.nw\n..A.h..w\nwd.g.f.w\np.q.m..w\nwwwwwwww"
SMALLER: Final = "w.h.w\n.Ao.f\ng.d.c"


@cache
def parts_of(level: str = LEVEL) -> tuple[Any, Any, list[int]]:
    """Return the arguments of `Vgdl` for this game on a level."""
    description = read_description(text_of(SPRITES, MAPPING, RULES, ENDS), "", "menagerie")
    made = read_map(description, GameLevel("only", level))
    return make_tables(description), made, sorted(ACTION_NUMBERS.values())
