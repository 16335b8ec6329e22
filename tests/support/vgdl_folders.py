"""A small game in VGDL in a folder, and a recording of it made by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

LANE = """\
# Take the coins.
BasicGame square_size=10
    SpriteSet
        you > MovingAvatar
        coin > Resource limit=9
    LevelMapping
        . >
        A > you
        c > coin
    InteractionSet
        you wall > stepBack
        coin you > collectResource scoreChange=2
    TerminationSet
        SpriteCounter stype=coin win=True
"""
LEVEL = "A.c\n"
RECORDED: dict[str, Any] = {
    "game": "lane", "level": 0, "seed": 7, "block": 10, "width": 30, "height": 10,
    "types": ["wall", "avatar", "you", "coin"],
    "actions": "SRR",
    "init": [[2, 0, 0, 0, 0, 0, 0, 0], [3, 1, 20, 0, 0, 0, 0, 0]],
    "ticks": [
        {"t": 0, "a": "S", "s": 0, "w": -1, "o": 0,
         "sp": [[2, 0, 0, 0, 0, 0, 0, 0], [3, 1, 20, 0, 0, 0, 0, 0]]},
        {"t": 1, "a": "R", "s": 0, "w": -1, "o": 0,
         "sp": [[2, 0, 10, 0, 0, 0, 0, 0], [3, 1, 20, 0, 0, 0, 0, 0]]},
        {"t": 2, "a": "R", "s": 2, "w": 1, "o": 1,
         "sp": [[2, 0, 20, 0, 0, 0, 0, 0, {"coin": 1}]]},
    ],
    "result_score": 2,
}  # fmt: skip
"""Nobody can use anything in this game, so that the first action waits."""


def write_lane(folder: Path, name: str = "lane", text: str = LANE) -> Path:
    """The game with its first level in a folder, which is made if need be; its description."""
    folder.mkdir(exist_ok=True)
    (folder / f"{name}_lvl0.txt").write_text(LEVEL, encoding="utf-8")
    file = folder / f"{name}.txt"
    file.write_text(text, encoding="utf-8")
    return file


def altered(**changes: Any) -> dict[str, Any]:
    """The recording with some things told wrongly; ``tick2_s`` is the `s` of tick 2."""
    wrong: dict[str, Any] = json.loads(json.dumps(RECORDED))
    for name, value in changes.items():
        tick, separator, key = name.removeprefix("tick").partition("_")
        if separator and tick.isdecimal():
            wrong["ticks"][int(tick)][key] = value
        else:
            wrong[name] = value
    return wrong
