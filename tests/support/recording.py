"""Making recordings of plays in the format of the published ones, with the reference engine."""

from __future__ import annotations

import json
from typing import Any

from babalab.game.reference import ReferenceGame


def record(level: str, moves: str, name: str = "1") -> dict[str, Any]:
    """The recording of a play, as the object that stands on its line."""
    game = ReferenceGame(level)
    start = {"map": game.picture(), "rules": list(game.rules), "you": len(game.you)}
    steps: list[list[Any]] = []
    for action in moves:
        game.step(action)
        steps.append([game.picture(), " ".join(game.rules), len(game.you), int(game.won)])
    rows = level.replace("/", "\n")
    return {"id": name, "ascii": rows, "actions": moves, "start": start, "steps": steps}


def lines_of(*recordings: dict[str, Any]) -> bytes:
    """The content of a file of recordings."""
    return "".join(json.dumps(each) + "\n" for each in recordings).encode()
