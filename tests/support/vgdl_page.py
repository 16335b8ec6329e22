"""The tables of the page about VGDL, as the vocabulary has them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from babalab.games.vgdl.maps import LONGEST_SIDE, MOST_CONTACTS, MOST_SPRITES
from babalab.games.vgdl.reading import LARGEST_SQUARE, LONGEST_TEXT
from babalab.games.vgdl.rule_section import MOST_RULES
from babalab.games.vgdl.sprite_section import FASTEST, MOST_TYPES
from babalab.games.vgdl.vocabulary import (
    CLASSES,
    EFFECTS,
    LAST_TICK,
    LOOKS,
    SPRITE_KEYS,
    TERMINATIONS,
    Key,
)


def tables() -> dict[str, str]:
    """All of them, by what they are about."""
    return {
        "keys of sprites": _table(
            ("key", "value"), ((f"`{key}`", kind.value) for key, kind in SPRITE_KEYS.items())
        ),
        "looks": ", ".join(f"`{key}`" for key in sorted(LOOKS, key=str.lower)),
        "classes": _table(
            ("class", "behaviour", "own keys"),
            ((f"`{name}`", kind.about, _keys(kind.keys)) for name, kind in CLASSES.items()),
        ),
        "effects": _table(
            ("effect", "meaning", "own keys"),
            ((f"`{name}`", kind.about, _keys(kind.keys)) for name, kind in EFFECTS.items()),
        ),
        "terminations": _table(
            ("termination", "the game is over when", "own keys"),
            ((f"`{name}`", kind.about, _keys(kind.keys)) for name, kind in TERMINATIONS.items()),
        ),
        "limits": _table(
            ("limit", "value"),
            (
                ("ticks of a play", f"{LAST_TICK + 1:,}"),
                ("cells along a side of a level", f"{LONGEST_SIDE:,}"),
                ("sprites at a time; no more are made", f"{MOST_SPRITES:,}"),
                (
                    "effects of sprites that touch in a tick; no more happen",
                    f"{MOST_CONTACTS:,}",
                ),
                ("sprites of a description", f"{MOST_TYPES:,}"),
                ("rules", f"{MOST_RULES:,}"),
                ("pixels of a cell", f"2 to {LARGEST_SQUARE:,}"),
                ("speed, in cells a tick", f"{FASTEST:,}"),
                ("characters of a description", f"{LONGEST_TEXT:,}"),
            ),
        ),
    }


def _table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    lines = [list(heads), *map(list, rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _keys(keys: Mapping[str, Key]) -> str:
    return ", ".join(f"`{name}`" for name in keys)


if __name__ == "__main__":
    for title, text in tables().items():
        print(f"{title}:\n\n{text}\n")
