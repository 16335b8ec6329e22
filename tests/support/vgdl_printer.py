"""Descriptions of VGDL written down again, with everything said on the spot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from babalab.games.vgdl import Description
from babalab.games.vgdl.description import NONE, Effect, SpriteType
from babalab.games.vgdl.vocabulary import (
    CLASSES,
    DIRECTION_NAMES,
    EFFECTS,
    NOWHERE,
    SPRITE_KEYS,
    TERMINATIONS,
    Key,
    Keys,
)
from support.vgdl_coverage import FIELDS

_NAMES_OF_DIRECTIONS = {direction: name for name, direction in DIRECTION_NAMES.items()}
_CLASS_KEYS: Keys = {name: key for kind in CLASSES.values() for name, key in kind.keys.items()}


def printed(description: Description) -> str:
    """A text that says the same, whatever the one was that it was read from."""
    header = "BasicGame"
    if description.square_size:
        header += f" square_size={description.square_size}"
    sections = {
        "SpriteSet": _sprites(description),
        "LevelMapping": _mapping(description),
        "InteractionSet": _interactions(description),
        "TerminationSet": _terminations(description),
    }
    lines = [header]
    for title, content in sections.items():
        lines += [f" {title}", *(f"  {line}" for line in content)]
    return "\n".join(lines) + "\n"


def _sprites(description: Description) -> Iterator[str]:
    """Trees in the order of their first leaves: that is what the order list keeps."""

    def place(kind: SpriteType) -> int:
        return min(
            description.order.index(each) for each in kind.family if description.types[each].leaf
        )

    tops = [each for each in description.types if each.parent == NONE and each.defined]
    for top in sorted(tops, key=place):
        yield from _tree(description, top, "")


def _tree(description: Description, kind: SpriteType, indent: str) -> Iterator[str]:
    children = [each for each in description.types if each.parent == kind.number]
    written = kind.kind
    if children and kind.kind:
        written = children[0].kind  # what is written above counts below, even if it is a lie
    yield f"{indent}{kind.name} > {written} {_keys(description, kind)}"
    for child in children:
        yield from _tree(description, child, indent + " ")


def _keys(description: Description, kind: SpriteType) -> str:
    own = CLASSES[kind.kind].keys if kind.kind else _CLASS_KEYS
    words = []
    for key, wanted in (*SPRITE_KEYS.items(), *own.items()):
        value = getattr(kind, FIELDS.get(key, key))
        if wanted is Key.DIRECTION and value == NOWHERE:
            continue
        if wanted is Key.SPRITE and value == NONE:
            continue
        words.append(f"{key}={_value(description, value, wanted)}")
    if kind.color:
        words.append(f"color={kind.color}")
    return " ".join(words)


def _value(description: Description, value: Any, wanted: Key) -> str:
    if wanted is Key.SPRITE:
        return description.types[value].name
    if wanted is Key.DIRECTION:
        return _NAMES_OF_DIRECTIONS[value]
    return repr(value)


def _mapping(description: Description) -> Iterator[str]:
    for mark, numbers in description.mapping.items():
        names = " ".join(description.types[number].name for number in numbers)
        yield f"{mark} > {names}"


def _interactions(description: Description) -> Iterator[str]:
    names = [each.name for each in description.types]
    registered: list[int] = []
    for rule in description.edges:
        effect = rule.effects[registered.count(rule.of)]
        registered.append(rule.of)
        yield f"{names[rule.of]} EOS > {_effect(description, effect)}"
    for time in description.times:
        when = f"timer={time.timer} repeating={time.repeating}"
        yield f"{names[time.of]} TIME > {_effect(description, time.effect)} {when}"
    for pair in description.pairs:
        for effect in pair.effects:
            both = f"{names[pair.first]} {names[pair.second]}"
            yield f"{both} > {_effect(description, effect)}"


def _effect(description: Description, effect: Effect) -> str:
    words = [effect.kind, f"scoreChange={effect.score}"]
    for key, wanted in EFFECTS[effect.kind].keys.items():
        value = getattr(effect, FIELDS.get(key, key))
        words.append(f"{key}={_value(description, value, wanted)}")
    return " ".join(words)


def _terminations(description: Description) -> Iterator[str]:
    for each in description.terminations:
        words = [each.kind, f"win={each.win}"]
        for key, wanted in TERMINATIONS[each.kind].keys.items():
            value = each.stype if key == "stype1" else getattr(each, key)
            if value != NONE:
                words.append(f"{key}={_value(description, value, wanted)}")
        yield " ".join(words)
