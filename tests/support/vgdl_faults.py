"""A game of VGDL that uses every table, and its tables and states with something wrong in them.

Run as a module, it tries all of them on the core, which must refuse them or play them without
harm; those that lead nowhere it must refuse. What it prints is how many were tried and refused, and
everything that was not refused though it had to be.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from babalab import _core
from babalab.games.vgdl.maps import Map
from babalab.games.vgdl.tables import ACTION_NUMBERS, Tables, make_tables
from support.vgdl_small import small

FARM = small(
    """
    avatar > MovingAvatar healthPoints=10000 limitHealthPoints=1000000
    hen > RandomNPC cons=2
    chick > Chaser stype=avatar
    grain > Resource limit=3
    nest > SpawnPoint stype=egg prob=0.5 total=4 cooldown=2
    egg > Flicker limit=3
    gun > ShootAvatar stype=egg ammo=grain
    door > Portal stype=nest
    thing >
        rock > Passive
        stone > Missile orientation=LEFT
    """,
    "A.h..r .w..d G.p.s",
    """
    h > hen
    r > rock
    s > stone
    d > door
    p > nest grain
    G > gun
    w > wall chick
    """,
    """
    hen wall > stepBack pixelPerfect=True
    avatar EOS > stepBack
    stone EOS > wrapAround
    rock avatar > bounceForward
    grain avatar > collectResource
    avatar door > teleportToExit
    hen TIME > transformTo stype=rock timer=7 repeating=True
    rock thing > transformToAll stype=chick stypeTo=hen scoreChange=2
    avatar chick > subtractHealthPoints value=1
    avatar hen > addHealthPoints value=1
    hen rock > spawnIfHasMore resource=grain stype=egg spend=1
    avatar egg > changeResource resource=grain value=1 killResource=True
    egg chick > killIfOtherHasMore resource=grain limit=1
    chick EOS > turnAround
    """,
    """
    SpriteCounter stype=avatar limit=0 win=False
    MultiSpriteCounter stype1=hen stype2=rock limit=99 win=True
    Timeout limit=300 win=True
    """,
).game
TABLES, MAP = make_tables(FARM.description), FARM.map
ACTIONS = [ACTION_NUMBERS[action] for action in FARM.actions]

Place = tuple[str | int, ...]
"""Names of fields and places in lists, from the outermost."""

WHOLE = (-(2**63), -(2**31), -2, -1, 0, 1, 7, 200, 65_536, 2**31 - 1, 2**32 - 1, 2**63 - 1)
REAL = (math.nan, math.inf, -math.inf, 1e308, 101.0, 5e-324)
NOT_INDICES = (-(2**31), -2, 200, 65_536, 2**31 - 1)
INDICES = {"stype", "stype_to", "stype2", "ammo", "resource", "first", "second", "of"}
LISTS_OF_INDICES = {"family", "ancestry", "order", "seen"}


def main() -> None:
    """Try everything, and print what came of it."""
    counts: Counter[str] = Counter()
    for place, value in spoiled(TABLES, MAP):
        counts["tables"] += 1
        if is_refused(place, value):
            counts["refused tables"] += 1
        elif must_be_refused(place, value):
            print(f"{'.'.join(map(str, place))} = {value} is not refused")
    for state in spoiled_states():
        counts["states"] += 1
        counts["refused states"] += is_refused_state(state)
    print(dict(counts))


def spoiled(*tables: Tables | Map) -> Iterator[tuple[Place, Any]]:
    """Yield places and what to put there; of places that differ only in lists, the first two."""
    seen: Counter[object] = Counter()
    for table in tables:
        for place, before in numbers_in(table):
            alike = tuple(each for each in place if isinstance(each, str))
            seen[alike] += 1
            if seen[alike] <= 2:
                yield from ((place, each) for each in (REAL if type(before) is float else WHOLE))


def numbers_in(table: Any, place: Place = ()) -> Iterator[tuple[Place, int | float]]:
    """Yield all numbers of a table, with their places."""
    if is_dataclass(table):
        for field in fields(table):
            yield from numbers_in(getattr(table, field.name), (*place, field.name))
    elif isinstance(table, list | tuple):
        for number, each in enumerate(table):
            yield from numbers_in(each, (*place, number))
    elif isinstance(table, int | float) and not isinstance(table, bool):
        yield place, table


def put(table: Any, place: Place, value: Any) -> Any:
    """Return the table with this value at this place."""
    if not place:
        return value
    first, rest = place[0], place[1:]
    if isinstance(first, str):
        return replace(table, **{first: put(getattr(table, first), rest, value)})
    return type(table)(
        put(each, rest, value) if number == first else each for number, each in enumerate(table)
    )


def must_be_refused(place: Place, value: Any) -> bool:
    """Tell whether this can be nothing but wrong there."""
    names = [each for each in place if isinstance(each, str)]
    if isinstance(value, float):
        return not math.isfinite(value)
    if names[-1] in INDICES or names[-1] in LISTS_OF_INDICES:
        return value in NOT_INDICES or (value == -1 and names[-1] in LISTS_OF_INDICES | {"of"})
    return names[-1] in ("cooldown", "block", "timer", "columns", "rows") and value <= 0


def is_refused(place: Place, value: Any) -> bool:
    """Make the game with this value at this place; play it if it is not refused."""
    spoils_map = hasattr(MAP, str(place[0]))
    tables = TABLES if spoils_map else put(TABLES, place, value)
    level = put(MAP, place, value) if spoils_map else MAP
    try:
        core = _core.Vgdl(tables, level, ACTIONS)
    except ValueError:
        return True
    use(core, core.start(), 40)
    return False


def use(core: _core.Vgdl, state: bytes, ticks: int) -> None:
    """Play on from a state, and look at everything on the way."""
    plans = np.arange(ticks, dtype=np.uint8).reshape(1, ticks) % len(ACTIONS)
    core.play_plans(state, plans, 1)
    core.play_randomly([state], ticks, 2)
    for action in plans[0].tolist():
        for look in (core.sprites, core.grid, core.features, core.player, core.status, core.hash):
            look(state)
        state, _ = core.step(state, action, bool(action % 2), 3)


def spoiled_states() -> Iterator[bytes]:
    """Yield states of the game in which a number is another, wherever one may be."""
    core = FARM.core
    state = core.play_randomly([core.start()], 12, 5)[0][0]
    for width, values in (
        (1, (1, 4, 127, 128, 255)),
        (2, (2**15, 2**16 - 1)),
        (4, (2**31 - 1, 2**31, 2**32 - 1, 10**6)),
        (8, (2**63 - 1, 2**63, 0x7FF8 << 48, 0x7FF0 << 48)),
    ):
        for place in range(0, len(state), width):
            for value in values:
                number = value.to_bytes(width, "little")
                yield state[:place] + number + state[place + width :]


def is_refused_state(state: bytes) -> bool:
    """Play on from a state if it is not refused."""
    try:
        FARM.core.sprites(state)
    except ValueError:
        return True
    use(FARM.core, state, 6)
    return False


if __name__ == "__main__":
    main()
