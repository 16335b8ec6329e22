"""Compare what the page says of maps and solutions without the core with Python."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

from babalab import Level
from babalab.generation.baba.canonical import canonicalize
from babalab.generation.baba.mechanics import MECHANICS, find_mechanics
from babalab.generation.baba.shortcuts import freeze_free_words
from babalab.generation.baba.symmetry import DuplicateFinder, make_layout_key
from babalab.generation.baba.variants import rename_nouns, transpose_level
from babalab.levels import packs
from support.crowded import crowded_level
from support.javascript import needs_node, run_javascript

ODD = [
    "", "a", "'", '"', "'\"", "\\", "\n\r\t", "\x00\x7f\x85\xa0", "\u200b\u2028\ud800\ue000",
    "\U0001f600\U000e0001",
]  # fmt: skip


def describe_map(level: Level) -> dict[str, Any]:
    frozen = freeze_free_words(level)
    return {
        "rows": list(level.rows),
        "canonical": canonicalize(level),
        "layout": make_layout_key(level),
        "frozen": None if frozen is None else frozen.line,
    }


def find_duplicates(levels: list[Level]) -> list[dict[str, Any]]:
    finder = DuplicateFinder()
    return [
        {"name": str(number), "rows": list(level.rows), "found": finder.add(str(number), level)}
        for number, level in enumerate(levels)
    ]


def make_variants(level: Level) -> list[Level]:
    mirrored = Level(tuple(row[::-1] for row in level.rows))
    variants = [
        transpose_level(level),
        rename_nouns(level, {"baba": "keke", "keke": "baba"}),
        mirrored,
    ]
    return [variant for variant in variants if variant is not None]


@needs_node
def test_maps_are_looked_at_alike(tmp_path: Path) -> None:
    chance = random.Random(5)
    shipped = [level for pack in packs() for level in pack.levels]
    odd = [Level(crowded_level(chance)) for _ in range(300)]
    plays = [(level, level.solution) for level in shipped]
    plays += [(level, "".join(chance.choices("udlrs", k=25))) for level in odd]
    found = [
        {"line": level.line, "moves": moves, "mechanics": find_mechanics(level, moves)}
        for level, moves in plays
    ]
    assert {each for play in found for each in play["mechanics"]} == set(MECHANICS)
    few = chance.sample(shipped, 40)
    duplicates = find_duplicates(
        [*few, *(each for level in few for each in make_variants(level)), *few]
    )
    assert len({re.sub(r"\d+", "N", str(each["found"])) for each in duplicates}) == 4
    values = [
        (chance.random() * 10 ** chance.randint(0, 3), chance.randint(0, 4)) for _ in range(2000)
    ]
    values += [
        (chance.randint(0, 4000) / 2 ** chance.randint(0, 12), chance.randint(0, 4))
        for _ in range(4000)
    ]
    expected = {
        "plays": found,
        "maps": [describe_map(level) for level in (*shipped, *odd)],
        "duplicates": duplicates,
        "rounded": [
            {"value": value, "digits": digits, "rounded": round(value, digits)}
            for value, digits in values
        ],
        "quoted": [
            {"text": text, "quoted": repr(text), "printable": text.isprintable()} for text in ODD
        ],
    }
    assert run_javascript("maps", expected, tmp_path) == 8
