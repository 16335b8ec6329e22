"""The words of VGDL: classes of sprites, effects and terminations, and the keys each understands.

What is here is what the twenty games of paper C use, of the framework's one-player games on a
grid. The tables are the only place that lists the words: the reader checks descriptions against
them, the engines are tested to know them all, and the page of the documentation prints them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final

Direction = tuple[float, float]
Value = int | float | bool | str | Direction

UP: Final[Direction] = (0.0, -1.0)
LEFT: Final[Direction] = (-1.0, 0.0)
DOWN: Final[Direction] = (0.0, 1.0)
RIGHT: Final[Direction] = (1.0, 0.0)
NOWHERE: Final[Direction] = (0.0, 0.0)
DIRECTIONS: Final[tuple[Direction, ...]] = (UP, LEFT, DOWN, RIGHT)
"""In the order in which chance chooses from them."""
DIRECTION_NAMES: Final = {"UP": UP, "LEFT": LEFT, "DOWN": DOWN, "RIGHT": RIGHT}


class Key(Enum):
    """The kind of value that a key takes."""

    WHOLE = "a whole number"
    REAL = "a number"
    YES_NO = "True or False"
    DIRECTION = "UP, DOWN, LEFT or RIGHT"
    SPRITE = "the name of a sprite"
    TEXT = "a word"


Keys = Mapping[str, Key]

SPRITE_KEYS: Final[Keys] = MappingProxyType(
    {
        "speed": Key.REAL,
        "cooldown": Key.WHOLE,
        "orientation": Key.DIRECTION,
        "singleton": Key.YES_NO,
        "rotateInPlace": Key.YES_NO,
        "hidden": Key.YES_NO,
        "invisible": Key.YES_NO,
        "portal": Key.YES_NO,
        "healthPoints": Key.WHOLE,
        "limitHealthPoints": Key.WHOLE,
    }
)
"""Keys that every sprite understands."""

LOOKS: Final = frozenset(
    {
        "img", "color", "shrinkfactor", "autotiling", "randomtiling", "frameRate", "drawArrow",
        "draw_arrow", "image", "lowerDepth", "upperDepth", "physicstype",
    }
)  # fmt: skip
"""Keys that change nothing here: how a sprite is drawn (`color` by us too), and its physics."""

COLOURS: Final = (
    "BLACK", "DARKGRAY", "GRAY", "LIGHTGRAY", "WHITE", "RED", "LIGHTRED", "ORANGE", "LIGHTORANGE",
    "GOLD", "YELLOW", "BROWN", "GREEN", "LIGHTGREEN", "TEAL", "BLUE", "DARKBLUE", "LIGHTBLUE",
    "PURPLE", "PINK", "GREY", "DARKGREY", "LIGHTGREY", "VIOLET", "MAGENTA", "CYAN", "DARKGREEN",
    "DARKRED",
)  # fmt: skip
"""The values of `color` that our pictures know, in any case."""

HEADER_KEYS: Final[Keys] = MappingProxyType({"square_size": Key.WHOLE, "key_handler": Key.TEXT})
"""Keys of the first line; the second concerns keyboards only."""


@dataclass(frozen=True, slots=True)
class SpriteClass:
    """A class of sprites."""

    about: str
    keys: Keys = field(default_factory=dict)
    """Its keys besides `SPRITE_KEYS`."""
    speed: float = 0.0
    orientation: Direction = NOWHERE
    oriented: bool = False
    static: bool = False
    """Whether it never moves by itself."""
    npc: bool = False
    portal: bool = False
    rotates: bool = False
    """The default of `rotateInPlace`."""
    actions: tuple[str, ...] = ()
    """The actions of an avatar, in the order of the framework."""
    limit: int = 0

    @property
    def avatar(self) -> bool:
        """Whether a player can be it."""
        return bool(self.actions)


_SPAWNING: Final[Keys] = {
    "stype": Key.SPRITE, "prob": Key.REAL, "total": Key.WHOLE,
}  # fmt: skip
_WANDERING: Final[Keys] = {"cons": Key.WHOLE}
_CHASING: Final[Keys] = {**_WANDERING, "stype": Key.SPRITE}
_SHOOTING: Final[Keys] = {"stype": Key.SPRITE, "ammo": Key.SPRITE}

CLASSES: Final[Mapping[str, SpriteClass]] = MappingProxyType(
    {
        "Immovable": SpriteClass("stands still", static=True),
        "Door": SpriteClass("stands still, a portal to observers", static=True, portal=True),
        "Portal": SpriteClass(
            "stands still, and knows where it leads to",
            {"stype": Key.SPRITE},
            static=True,
            portal=True,
        ),
        "Passive": SpriteClass("moves when it is pushed"),
        "Resource": SpriteClass(
            "can be collected", {"value": Key.WHOLE, "limit": Key.WHOLE}, limit=2
        ),
        "Flicker": SpriteClass("is gone after a while", {"limit": Key.WHOLE}, limit=1),
        "OrientedFlicker": SpriteClass(
            "is gone after a while, and looks somewhere",
            {"limit": Key.WHOLE},
            oriented=True,
            limit=1,
        ),
        "Missile": SpriteClass("flies straight on", speed=1.0, oriented=True),
        "SpawnPoint": SpriteClass("makes others", _SPAWNING, static=True),
        "Bomber": SpriteClass(
            "flies straight on and makes others", _SPAWNING, 0.0, RIGHT, oriented=True, npc=True
        ),
        "RandomBomber": SpriteClass(
            "flies about and makes others", _SPAWNING, 1.0, RIGHT, oriented=True, npc=True
        ),
        "RandomNPC": SpriteClass("walks about", _WANDERING, 1.0, npc=True),
        "Chaser": SpriteClass("goes to the nearest of some kind", _CHASING, 1.0, npc=True),
        "Fleeing": SpriteClass("goes away from the nearest of some kind", _CHASING, 1.0, npc=True),
        "MovingAvatar": SpriteClass(
            "you, walking", speed=1.0, actions=("left", "right", "down", "up")
        ),
        "FlakAvatar": SpriteClass(
            "you, walking sideways and shooting",
            _SHOOTING,
            1.0,
            actions=("use", "left", "right"),
        ),
        "ShootAvatar": SpriteClass(
            "you, walking, turning and shooting",
            _SHOOTING,
            1.0,
            RIGHT,
            oriented=True,
            rotates=True,
            actions=("use", "left", "right", "down", "up"),
        ),
    }
)


@dataclass(frozen=True, slots=True)
class EffectKind:
    """An effect that two sprites which touch, the edge of the screen, or time may have."""

    about: str
    keys: Keys = field(default_factory=dict)
    """Besides `scoreChange`."""
    required: tuple[str, ...] = ()
    needs_second: bool = False
    """Without a second sprite (at the edge, or by time) it does nothing."""
    draws: bool = False
    """Whether it draws from the stream of chance."""


EFFECTS: Final[Mapping[str, EffectKind]] = MappingProxyType(
    {
        "killSprite": EffectKind("the first is killed"),
        "killBoth": EffectKind("both are killed"),
        "stepBack": EffectKind("the first goes back to where it was", {"pixelPerfect": Key.YES_NO}),
        "undoAll": EffectKind("everything goes back to where it was"),
        "bounceForward": EffectKind("the first is pushed by the second", needs_second=True),
        "turnAround": EffectKind("the first goes down a line and turns"),
        "reverseDirection": EffectKind("the first turns round"),
        "flipDirection": EffectKind("the first turns somewhere", draws=True),
        "wrapAround": EffectKind("the first comes in on the other side"),
        "teleportToExit": EffectKind(
            "the first goes to one of the second's exits", needs_second=True, draws=True
        ),
        "transformTo": EffectKind(
            "the first becomes something else",
            {"stype": Key.SPRITE, "killSecond": Key.YES_NO},
            ("stype",),
        ),
        "transformToAll": EffectKind(
            "all of a kind become something else",
            {"stype": Key.SPRITE, "stypeTo": Key.SPRITE},
            ("stype", "stypeTo"),
        ),
        "cloneSprite": EffectKind("there is another of the first"),
        "spawn": EffectKind(
            "something appears where the first is",
            {"stype": Key.SPRITE},
            ("stype",),
            draws=True,
        ),
        "spawnIfHasMore": EffectKind(
            "something appears if the first has enough of a resource",
            {
                "resource": Key.SPRITE,
                "limit": Key.WHOLE,
                "stype": Key.SPRITE,
                "spend": Key.WHOLE,
            },
            ("resource", "stype"),
            draws=True,
        ),
        "collectResource": EffectKind("the second takes the first", needs_second=True),
        "changeResource": EffectKind(
            "the first has more or less of a resource",
            {"resource": Key.SPRITE, "value": Key.WHOLE, "killResource": Key.YES_NO},
            ("resource",),
        ),
        "killIfOtherHasMore": EffectKind(
            "the first is killed if the second has enough of a resource",
            {"resource": Key.SPRITE, "limit": Key.WHOLE},
            ("resource",),
            needs_second=True,
        ),
        "addHealthPoints": EffectKind(
            "the first is healthier", {"value": Key.WHOLE, "killSecond": Key.YES_NO}
        ),
        "subtractHealthPoints": EffectKind("the first is hurt", {"value": Key.WHOLE}),
    }
)

EFFECT_KEYS: Final[Keys] = MappingProxyType({"scoreChange": Key.WHOLE})
"""Keys that every effect understands."""
TIME_KEYS: Final[Keys] = MappingProxyType({"timer": Key.WHOLE, "repeating": Key.YES_NO})
"""Keys that every effect of time understands besides."""


@dataclass(frozen=True, slots=True)
class TerminationKind:
    """A way for the game to end."""

    about: str
    keys: Keys
    """Besides `win`."""
    required: tuple[str, ...] = field(default=())


TERMINATIONS: Final[Mapping[str, TerminationKind]] = MappingProxyType(
    {
        "SpriteCounter": TerminationKind(
            "there are no more of a kind than the limit",
            {"stype": Key.SPRITE, "limit": Key.WHOLE},
            ("stype",),
        ),
        "MultiSpriteCounter": TerminationKind(
            "there are as many of two kinds together as the limit",
            {"stype1": Key.SPRITE, "stype2": Key.SPRITE, "limit": Key.WHOLE},
            ("stype1",),
        ),
        "Timeout": TerminationKind("so many ticks are past", {"limit": Key.WHOLE}, ("limit",)),
    }
)

TERMINATION_KEYS: Final[Keys] = MappingProxyType({"win": Key.YES_NO})
"""Keys that every termination understands."""

LAST_TICK: Final = 2000
"""In this tick every play ends, lost unless won."""
EOS: Final = "EOS"
"""The end of the screen, in the place of a sprite."""
TIME: Final = "TIME"
