"""Games of VGDL keep the contract of all games; a seed determines a play, in any process."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
from typing import Any

import pytest

from babalab.games import Game
from babalab.games.game import GameLevel
from babalab.games.vgdl import JavaRandom, VgdlGame, read_description, vgdl_game
from babalab.testing import GameContract
from support.vgdl_descriptions import written_actions, written_game
from support.vgdl_small import text_of

DIGGING = text_of(
    """
    gem > Resource limit=5
    dirt > Immovable
    rock > Passive
    exit > Door
    me > MovingAvatar
    """,
    "g > gem\nd > dirt\nr > rock\ne > exit\nM > me",
    """
    me EOS wall > stepBack
    dirt me > killSprite
    rock me > bounceForward
    rock wall rock dirt EOS > undoAll
    gem me > collectResource scoreChange=1
    exit me > killIfOtherHasMore resource=gem limit=2 scoreChange=5
    """,
    "SpriteCounter stype=exit win=True\nTimeout limit=80",
)
HUNTING = text_of(
    """
    arrow > Missile speed=0.5
    beast > healthPoints=2
        wolf > Chaser stype=me cooldown=2
        hare > Fleeing stype=me speed=0.5
        moth > RandomNPC cons=1
    den > SpawnPoint stype=wolf prob=0.1 total=2
    gate > Portal stype=hole
    hole > Immovable
    me > ShootAvatar stype=arrow healthPoints=3
        strong > speed=0.5
        weak >
    """,
    "w > wall\nW > wolf\nh > hare\nm > moth\nd > den\ng > gate\no > hole\nM > strong",
    """
    me beast wall EOS > stepBack
    arrow wall EOS > killSprite
    beast arrow > subtractHealthPoints scoreChange=1
    arrow beast > killSprite
    me gate > teleportToExit
    strong wolf > transformTo stype=weak scoreChange=-1
    weak wolf > subtractHealthPoints scoreChange=-2
    moth EOS > flipDirection
    """,
    "SpriteCounter stype=me\nSpriteCounter stype=beast win=True\nTimeout limit=60",
)
FALLING = text_of(
    """
    bird > RandomBomber stype=egg cooldown=2 speed=0.3 prob=0.5
    egg > Missile orientation=DOWN speed=0.4
    net > FlakAvatar stype=puff
    puff > Flicker limit=2 singleton=True
    """,
    "b > bird\nN > net",
    """
    bird EOS > turnAround
    net EOS > stepBack
    egg net > killSprite scoreChange=2
    egg EOS > killSprite scoreChange=-1
    bird puff > killSprite scoreChange=5
    bird TIME > cloneSprite timer=25
    """,
    "MultiSpriteCounter stype1=bird stype2=egg limit=0 win=True\nTimeout limit=70",
)
LEVELS = {
    "digging": (DIGGING, ["wwwwwww\nwM.drgw\nw.dr.dw\nwg.d.ew\nwwwwwww\n", "M.r.g.g\n.ddd.re\n"]),
    "hunting": (HUNTING, ["wwwwwwww\nwM..g.hw\nw..m...w\nwd..Wo.w\nwwwwwwww\n", "M..h\ng.oW\n"]),
    "falling": (FALLING, [".b...b.\n.......\n.......\n...N...\n", "b.....\n..N...\n"]),
}
CASES = [(name, number) for name, (_, rows) in LEVELS.items() for number in range(len(rows))]


def kind_named(name: str) -> type[VgdlGame]:
    text, rows = LEVELS[name]
    levels = tuple(GameLevel(f"level-{number}", each) for number, each in enumerate(rows))
    return vgdl_game(read_description(text, "", name), levels)


@pytest.mark.parametrize(("name", "level"), CASES)
class TestGamesOfVgdl(GameContract):
    @pytest.fixture(autouse=True)
    def _choose(self, name: str, level: int) -> None:
        kind = kind_named(name)
        self.game = kind(kind.levels()[level])

    def make(self) -> Game[Any]:
        return pickle.loads(pickle.dumps(self.game))  # another object each time


@pytest.mark.parametrize("name", LEVELS)
def test_nothing_in_them_is_ignored(name: str) -> None:
    kind = kind_named(name)
    assert kind.description.warnings == ()
    assert kind.stochastic == (name != "digging")


def played(seed: int) -> str:
    """The keys of all states of plays that a seed determines, with each of the streams."""
    chance = random.Random(seed)
    game = written_game(chance).game()
    actions = written_actions(chance, 15)
    keys = []
    for stream in (JavaRandom(seed), random.Random(seed)):
        state = game.start(stream)
        for action in actions:
            if len(game.sprites(state)) > 300:
                break
            state = game.step(state, action % len(game.actions), stream)
            keys.append(game.key(state).hex())
    return " ".join(keys)


def test_a_seed_determines_a_play_in_any_process() -> None:
    seeds = range(10)
    there = subprocess.run(
        [
            sys.executable,
            "-c",
            f"import sys; sys.path[:] = {sys.path!r}\n"
            "import runpy\n"
            f"played = runpy.run_path({__file__!r})['played']\n"
            f"for seed in range({len(seeds)}): print(played(seed))",
        ],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "7"},
    ).stdout.splitlines()
    assert there == [played(seed) for seed in seeds]
    assert len(set(there)) == len(seeds)


def test_other_seeds_play_otherwise() -> None:
    kind = kind_named("hunting")
    game = kind(kind.levels()[0])
    ends = set()
    for seed in range(20):
        chance = random.Random(seed)
        state = game.start(chance)
        for _ in range(10):
            state = game.step(state, 0, chance)
        ends.add(game.key(state))
    assert len(ends) > 10


def test_states_are_pickled_as_they_are() -> None:
    kind = kind_named("falling")
    game = kind(kind.levels()[0])
    state = game.start(random.Random(1))
    for tick in range(30):
        state = game.step(state, tick % 4, random.Random(tick))
        assert pickle.loads(pickle.dumps(state)) == state
        assert hash(pickle.loads(pickle.dumps(state))) == hash(state)


@pytest.mark.parametrize(
    ("sprite", "rule", "stochastic"),
    [
        ("Immovable", "killSprite", False),
        ("SpawnPoint stype=wall", "killSprite", False),
        ("SpawnPoint stype=wall prob=0", "killSprite", False),
        ("SpawnPoint stype=wall prob=0.5", "killSprite", True),
        ("Bomber stype=wall prob=0.5", "killSprite", True),
        ("RandomBomber stype=wall", "killSprite", True),
        ("RandomNPC", "killSprite", True),
        ("Chaser stype=avatar", "killSprite", True),
        ("Fleeing stype=avatar", "killSprite", True),
        ("Portal stype=wall", "flipDirection", True),
        ("Portal stype=wall", "teleportToExit", True),
        ("Portal stype=wall", "spawn stype=wall", False),
        ("Portal stype=wall", "spawnIfHasMore resource=wall stype=wall", False),
    ],
)
def test_what_is_left_to_chance(sprite: str, rule: str, stochastic: bool) -> None:
    text = text_of(f"it > {sprite}", "i > it", f"avatar it > {rule}")
    assert read_description(text).stochastic == stochastic
