"""Stories of the page against those of Python, on our packs, odd plays and random ones."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from babalab import Level
from babalab.game.action import format_moves, parse_moves
from babalab.game.chronicle import Chronicle
from babalab.game.recordings import read_recordings
from babalab.game.story import tell
from babalab.levels import packs
from support.crowded import crowded_level
from support.javascript import needs_node, run_javascript
from support.shared import TRACES

QUIRKS = Path(__file__).parents[1] / "game" / "quirks.txt"


GONE_BUT_IMMUNE = ("K1.Rb./R1R.../R1B.../B12.../R18.../R19.../..k..r", "sl")
"""A noun of which nothing is left, but there was, is kept from being transformed."""


def list_quirks() -> list[tuple[str, str]]:
    """Return the levels and moves of the plays in which a rare rule of the engine decides."""
    lines = [line for line in QUIRKS.read_text().splitlines() if not line.startswith("#")]
    plays = [line.rpartition(" | ")[2].partition("@") for line in lines]
    return [*((line, moves) for line, _, moves in plays), GONE_BUT_IMMUNE]


def make_random_plays(count: int, seed: int, length: int) -> list[tuple[str, str]]:
    chance = random.Random(seed)
    return [
        (Level(crowded_level(chance)).line, "".join(chance.choices("udlrs", k=length)))
        for _ in range(count)
    ]


def tell_in_python(line: str, before: str, moves: str) -> dict[str, Any]:
    story = tell(Level.parse(line).play(before), moves)
    return {"line": line, "before": before, "moves": moves, "story": story.as_json()}


def follow(line: str, moves: str) -> dict[str, Any]:
    chronicle = Chronicle(line)
    turns = [
        {
            "events": [event.as_json() for event in chronicle.turn(action)],
            "rules": list(chronicle.rules),
            "you": len(chronicle.you),
            "won": chronicle.won,
        }
        for action in parse_moves(moves)
    ]
    return {"line": line, "moves": moves, "turns": turns}


def list_recordings(count: int) -> list[dict[str, Any]]:
    """Return some recordings of the competition's engine; none if they are not here."""
    recordings = [each for path in TRACES for each in read_recordings(path)]
    return [
        {
            "line": each.level.line,
            "moves": format_moves(each.actions),
            "observations": [
                [seen.picture, list(seen.rules), seen.you, seen.won] for seen in each.observations
            ],
        }
        for each in recordings[:: max(1, len(recordings) // count)]
    ]


@needs_node
def test_stories_are_the_same(tmp_path: Path) -> None:
    shipped = [(level.line, level.solution) for pack in packs() for level in pack.levels]
    plays = [*shipped, *list_quirks(), *make_random_plays(500, seed=1, length=24)]
    stories = [tell_in_python(line, "", moves) for line, moves in plays]
    stories += [
        tell_in_python(line, moves[:7], moves[7:] + "ss")
        for line, moves in make_random_plays(150, seed=2, length=20)
    ]
    chronicles = [
        follow(line, moves) for line, moves in [*list_quirks(), *make_random_plays(400, 3, 30)]
    ]
    causes = {
        event.get("cause", event["kind"])
        for play in chronicles
        for turn in play["turns"]
        for event in turn["events"]
    }
    assert len(causes) == 15, "else some kind of event is compared nowhere"
    expected = {"stories": stories, "chronicles": chronicles, "recordings": list_recordings(400)}
    assert run_javascript("stories", expected, tmp_path) == 4
