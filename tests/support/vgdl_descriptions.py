"""Descriptions and levels of VGDL made by chance: well-formed, crowded, and as odd as can be.

One generator of games for two uses: Hypothesis passes it a generator of its own, which shrinks
what it finds, and long runs pass a seeded one. All words of the vocabulary are used.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hypothesis import assume
from hypothesis import strategies as st

from babalab.games.game import GameLevel
from babalab.games.vgdl import VgdlGame, read_description, vgdl_game
from babalab.games.vgdl.vocabulary import (
    CLASSES,
    EFFECTS,
    EOS,
    LOOKS,
    SPRITE_KEYS,
    TERMINATIONS,
    TIME,
    Key,
    Keys,
)

NAMES = (
    "ant", "bat", "cow", "doe", "elk", "fox", "gnu", "hen", "ibis", "jay", "kid", "lynx", "mole",
    "newt", "owl", "pug", "rat", "seal", "toad", "asp", "boa", "cod", "dab", "eel", "fly", "gar",
)  # fmt: skip
SPEEDS = ("0", "0.05", "0.1", "0.25", "0.35", "0.5", "0.75", "1", "1.3", "2", "-0.5")
AVATARS = tuple(name for name, kind in CLASSES.items() if kind.avatar)
OTHERS = tuple(name for name, kind in CLASSES.items() if not kind.avatar)
SPAWNERS = ("SpawnPoint", "Bomber", "RandomBomber")
BREEDING = ("cloneSprite", "spawn", "transformToAll")
MOVING = ("Missile", "Bomber", "RandomBomber", "RandomNPC", "Chaser", "Fleeing")
USUAL = {"speed": 0.35, "cooldown": 0.35, "orientation": 0.35, "singleton": 0.2}
"""How often keys of all sprites are used, others less."""
MARKS = "abcdefghijklmnopqrstuvxyzBCDEFG"


LARGE = 100_000
"""Bytes of a state with about a thousand sprites."""


@dataclass(frozen=True)
class WrittenGame:
    """A game as its lines, which can be left out one by one, and a level."""

    header: str
    sprites: tuple[str, ...]
    mapping: tuple[str, ...]
    interactions: tuple[str, ...]
    terminations: tuple[str, ...]
    rows: tuple[str, ...]

    @property
    def text(self) -> str:
        """The description."""
        sections = (
            ("SpriteSet", self.sprites),
            ("LevelMapping", self.mapping),
            ("InteractionSet", self.interactions),
            ("TerminationSet", self.terminations),
        )
        lines = [self.header]
        for title, content in sections:
            lines += [f"    {title}", *(f"        {line}" for line in content)]
        return "\n".join(lines) + "\n"

    @property
    def level(self) -> GameLevel:
        """The level."""
        return GameLevel("only", "\n".join(self.rows) + "\n")

    def game(self) -> VgdlGame:
        """The game on its level."""
        return vgdl_game(read_description(self.text, "", "written"), (self.level,))(self.level)

    def game_for_minds(self) -> VgdlGame:
        """The game, unless its sprites multiply: thousands of ticks would take minutes then."""
        game, chance = self.game(), random.Random(0)
        state = game.start(chance)
        for _ in range(24):
            assume(len(state) < LARGE)
            if game.over(state):
                break
            state = game.step(state, chance.choice(game.legal_actions(state) or [0]), chance)
        return game

    def __str__(self) -> str:
        return f"{self.text}\n" + "\n".join(self.rows)


@dataclass
class _Node:
    name: str
    kind: str
    """What it is, by its ancestors or its own."""
    written: str
    """What is written behind its name, which may be nothing or, below a class, a lie."""
    keys: dict[str, str] = field(default_factory=dict)
    children: list[_Node] = field(default_factory=list)

    def lines(self, depth: int = 0) -> Iterator[str]:
        keys = "".join(f" {key}={value}" for key, value in self.keys.items())
        yield f"{'    ' * depth}{self.name} > {self.written}{keys}".rstrip()
        for child in self.children:
            yield from child.lines(depth + 1)

    def all(self) -> Iterator[_Node]:
        yield self
        for child in self.children:
            yield from child.all()


class _Writer:
    """Writes a game by the choices of a generator."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.names = list(NAMES)
        self.tree: list[_Node] = []

    def write(self) -> WrittenGame:
        """A whole game."""
        chance = self.chance
        self.tree = self._nodes()
        for node in self.nodes:
            self._add_keys(node)
        mapping, marks = self._mapping()
        return WrittenGame(
            header=self._header(),
            sprites=tuple(line for node in self.tree for line in node.lines()),
            mapping=mapping,
            interactions=(
                *(self._interaction() for _ in range(chance.randint(3, 14))),
                *self._supplies(),
            ),
            terminations=tuple(self._termination() for _ in range(chance.choice((0, 1, 1, 2, 3)))),
            rows=self._rows(marks),
        )

    @property
    def nodes(self) -> list[_Node]:
        return [node for top in self.tree for node in top.all()]

    @property
    def leaves(self) -> list[_Node]:
        return [node for node in self.nodes if not node.children]

    def likely(self, share: float) -> bool:
        return self.chance.random() < share

    def _header(self) -> str:
        words = ["BasicGame"]
        if self.likely(0.85):
            words.append(f"square_size={self.chance.choice((2, 3, 5, 7, 10, 13, 20, 28, 40, 61))}")
        if self.likely(0.2):
            words.append("key_handler=Pulse")
        return " ".join(words)

    # Sprites.

    def _nodes(self) -> list[_Node]:
        chance = self.chance
        classes = [chance.choice(OTHERS) for _ in range(chance.randint(3, 8))]
        if "Portal" not in classes and self.likely(0.3):
            classes.append("Portal")
        if "Resource" not in classes and self.likely(0.4):
            classes.append("Resource")
        classes += [chance.choice(AVATARS) for _ in range(chance.choice((1, 1, 2, 3)))]
        chance.shuffle(classes)
        top: list[_Node] = []
        while classes:
            size = chance.choice((1, 1, 1, 2, 3))
            some, classes = classes[:size], classes[size:]
            top.append(self._group(some) if size > 1 else self._leaf(some[0]))
        if self.likely(0.5):
            top.insert(chance.randint(0, len(top)), _Node("wall", "Immovable", "Immovable"))
        if self.likely(0.15):
            kind = chance.choice(AVATARS)
            top.insert(chance.randint(0, len(top)), _Node("avatar", kind, kind))
        return top

    def _name(self) -> str:
        return self.names.pop(self.chance.randrange(len(self.names)))

    def _leaf(self, kind: str) -> _Node:
        return _Node(self._name(), kind, kind)

    def _group(self, classes: list[str]) -> _Node:
        """A parent of the first one's class, or of none, with the others below it."""
        parent = _Node(self._name(), "", "")
        if self.likely(0.5):
            avatars = [kind for kind in classes if kind in AVATARS]
            parent.kind = parent.written = (avatars or classes)[0]
        for kind in classes:
            child = self._leaf(kind)
            if parent.kind:
                child.kind = parent.kind
                child.written = kind if self.likely(0.15) else ""
            parent.children.append(child)
        if len(classes) > 2 and self.likely(0.4):
            nested = _Node(self._name(), parent.kind, "", children=parent.children[1:])
            parent.children[1:] = [nested]
        return parent

    def _add_keys(self, node: _Node) -> None:
        own: Keys = CLASSES[node.kind].keys if node.kind else {}
        for key, wanted in own.items():
            if self.likely(0.95 if key == "stype" else 0.4):
                node.keys[key] = self._sprite_value(node, key, wanted)
        for key, wanted in SPRITE_KEYS.items():
            if self.likely(USUAL.get(key, 0.1)):
                node.keys[key] = self._sprite_value(node, key, wanted)
        if self.likely(0.1):
            node.keys[self.chance.choice(sorted(LOOKS))] = "BROWN"

    def _sprite_value(self, node: _Node, key: str, wanted: Key) -> str:
        chance = self.chance
        if wanted is Key.SPRITE:
            return self._related(node, key)
        if wanted is Key.YES_NO:
            return chance.choice(("True", "True", "False", "true"))
        if wanted is Key.DIRECTION:
            return chance.choice(("UP", "LEFT", "DOWN", "RIGHT"))
        small = {
            "speed": SPEEDS,
            "cooldown": (0, 1, 2, 2, 3, 4, 7),
            "prob": ("0", "0.2", "0.5", "0.9", "1", "1.0"),
            "total": (0, 1, 2, 5),
            "cons": (0, 1, 2, 3),
            "limit": (0, 1, 2, 3, 6),
            "value": (1, 1, 2, 3, 0, -1),
            "healthPoints": (1, 2, 3, 10),
            "limitHealthPoints": (1, 3, 4, 10),
        }
        return str(chance.choice(small[key]))

    def _related(self, node: _Node, key: str) -> str:
        """A name for a sprite's key: mostly one that makes sense."""
        wanted = self.leaves
        if key == "ammo":
            wanted = [each for each in wanted if each.kind == "Resource"] or wanted
        elif node.kind in ("Chaser", "Fleeing"):
            wanted = self.nodes
        elif node.kind == "Portal":
            wanted = [each for each in wanted if each.kind != "Portal"] or wanted
        elif node.kind in (*SPAWNERS, *AVATARS):
            tame = [each for each in wanted if each.kind not in (*SPAWNERS, *AVATARS)]
            below = set(map(id, node.all()))
            wanted = [each for each in tame if id(each) not in below] or [_Node("wall", "", "")]
        return self.chance.choice(wanted).name

    # The level.

    def _mapping(self) -> tuple[tuple[str, ...], dict[str, bool]]:
        """The lines, and which marks there are: whether one has an avatar."""
        chance = self.chance
        lines, marks = [". >"], {}
        for node, mark in zip(self.leaves, MARKS, strict=False):
            extra = [chance.choice(self.leaves).name for _ in range(chance.choice((0, 0, 1, 2)))]
            names = [node.name, *extra]
            lines.append(f"{mark} > {' '.join(names)}")
            marks[mark] = node.kind in AVATARS
        return tuple(lines), marks

    def _rows(self, marks: dict[str, bool]) -> tuple[str, ...]:
        chance = self.chance
        width, height = chance.randint(3, 9), chance.randint(3, 7)
        avatars = [mark for mark, avatar in marks.items() if avatar]
        density = chance.choice((2, 4, 8))
        palette = [*"." * (2 * len(marks) * density // 4), " ", *marks, "w"]
        cells = [[chance.choice(palette) for _ in range(width)] for _ in range(height)]
        for _ in range(chance.choice((1, 1, 1, 2))):
            cells[chance.randrange(height)][chance.randrange(width)] = chance.choice(avatars)
        rows = ["".join(row) for row in cells]
        if self.likely(0.1):
            row = chance.randrange(1, height)
            rows[row] = rows[row] + "wb"
        return tuple(rows)

    # Rules.

    def _interaction(self) -> str:
        chance = self.chance
        kind = chance.choice(tuple(EFFECTS))
        by_time = self.likely(0.12) and not EFFECTS[kind].needs_second
        first, second = self._partners(kind)
        if by_time:
            names = [first, TIME] if self.likely(0.7) else [TIME, first]
        elif self.likely(0.4) and not EFFECTS[kind].needs_second:
            names = [first, EOS] if self.likely(0.7) else [EOS, first]
            if self.likely(0.3):
                names.append(second)
        else:
            names = [first, second]
            if self.likely(0.3):
                names.append(chance.choice(self.nodes).name)
        words = [*names, ">", kind]
        for key, wanted in EFFECTS[kind].keys.items():
            if key in EFFECTS[kind].required or self.likely(0.5):
                words.append(f"{key}={self._effect_value(kind, key, wanted)}")
        if self.likely(0.7):
            words.append(f"scoreChange={chance.choice((1, 1, 2, 3, 5, 10, -1, -2, 100))}")
        if by_time:
            words.append(f"timer={chance.choice((1, 2, 3, 5, 8))}")
            if self.likely(0.7):
                words.append("repeating=True")
        return " ".join(words)

    def _supplies(self) -> Iterator[str]:
        """Rules by which avatars get what they shoot with."""
        for node in self.nodes:
            if node.kind in AVATARS and "ammo" in node.keys and self.likely(0.7):
                ammo = node.keys["ammo"]
                yield f"{node.name} TIME > changeResource resource={ammo} timer=3 repeating=True"
                yield f"{ammo} {node.name} > collectResource scoreChange=1"

    def _partners(self, kind: str) -> tuple[str, str]:
        """Two names between which an effect can do something, mostly."""
        first, second = self.chance.choice(self.nodes), self.chance.choice(self.nodes)
        if self.likely(0.3):
            first = self._of(AVATARS) or first
        if self.likely(0.1):
            second = first
        if kind == "collectResource":
            first = self._of(("Resource",)) or first
        if kind == "bounceForward":
            second = self._of((*AVATARS, *MOVING)) or second
        if kind == "teleportToExit":
            second = self._of(("Portal",)) or second
        return first.name, second.name if self.likely(0.9) else "wall"

    def _of(self, kinds: Sequence[str]) -> _Node | None:
        found = [node for node in self.nodes if node.kind in kinds]
        return self.chance.choice(found) if found and self.likely(0.9) else None

    def _effect_value(self, kind: str, key: str, wanted: Key) -> str:
        chance = self.chance
        if wanted is Key.YES_NO:
            return chance.choice(("True", "True", "False"))
        if key == "resource":
            return (self._of(("Resource",)) or chance.choice(self.leaves)).name
        if wanted is Key.SPRITE:
            leaves = self.leaves
            if kind in BREEDING or kind == "spawnIfHasMore":
                leaves = [node for node in leaves if node.kind not in AVATARS] or leaves
            return chance.choice(leaves).name
        return str(chance.choice((0, 1, 1, 2, 2, 3, -1)))

    def _termination(self) -> str:
        chance = self.chance
        kind = chance.choice((*TERMINATIONS, "Timeout"))
        words = [kind]
        for key, wanted in TERMINATIONS[kind].keys.items():
            if key not in TERMINATIONS[kind].required and self.likely(0.4):
                continue
            if wanted is Key.SPRITE:
                words.append(f"{key}={chance.choice(self.nodes).name}")
            elif kind == "Timeout":
                words.append(f"{key}={chance.choice((0, 3, 8, 15, 30, 40))}")
            else:
                words.append(f"{key}={chance.choice((0, 0, 0, 1, 2, 7))}")
        if self.likely(0.8):
            words.append(f"win={chance.choice(('True', 'False'))}")
        return " ".join(words)


def written_game(chance: random.Random) -> WrittenGame:
    """A game by the choices of a generator."""
    return _Writer(chance).write()


def written_actions(chance: random.Random, count: int) -> list[int]:
    """Numbers of actions, some not the game's, with runs of the same: they get one somewhere."""
    actions: list[int] = []
    while len(actions) < count:
        actions += [chance.randrange(6)] * chance.choice((1, 1, 2, 4))
    return actions[:count]


@st.composite
def written_games(draw: st.DrawFn) -> WrittenGame:
    """Games for Hypothesis."""
    return written_game(draw(st.randoms(use_true_random=False)))
