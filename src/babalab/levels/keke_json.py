"""Level sets in the JSON of the Keke competition.

A set is ``{"levels": [{"id", "name", "author", "ascii", "solution"}]}``. Only ``ascii`` is
required; a null is as good as nothing, and unknown keys are passed over.

- An ``id`` may be text or a number and is kept as text, as it is written. Writing makes it text
  again, whatever it was: most of the published sets do, and ``007`` stays apart from ``7``.
- A solution is kept in lower case; one with letters that are not moves is warned about and dropped.
- Our own key ``mechanics``, a list of texts, is written only where a level has any.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from babalab.base.diagnostics import Flaw
from babalab.game.level import Level
from babalab.levels.positioned_json import (
    JsonNode,
    JsonSyntaxError,
    character_offsets,
    stream_items,
)
from babalab.levels.reading import NO_TEXT, Draft, PlacedText, Reading
from babalab.levels.source_text import SourceText

_KEY = "levels"
_SHAPE = '{"levels": [{"id", "name", "author", "ascii", "solution"}]}'
_BETTER_ESCAPED = re.compile("[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""Characters that a file can't hold, or that would steer the terminal it is shown on."""


def read_keke_json(source: SourceText) -> Reading:
    """Read a set of levels and everything wrong with it, with places in the JSON text."""
    reading = Reading(source)
    for _ in stream_keke_json(reading):
        pass
    return reading


def stream_keke_json(reading: Reading) -> Iterator[None]:
    """Read a set and stop after each level, with no more of the text kept than is needed."""
    entries = stream_items(reading.source, _KEY)
    try:
        while True:
            entry = next(entries)
            if reading.is_hopeless:
                reading.stop(entry.start)
                return
            draft = _read_draft(reading, entry)
            if draft is not None:
                reading.add(draft)
            yield
    except StopIteration as end:
        _check_root(reading, end.value)
    except JsonSyntaxError as error:
        reading.report(Flaw.BAD_FORMAT, f"no valid JSON: {error.message}", error.offset)
    yield


def write_keke_json(levels: Iterable[Level]) -> str:
    """Return a set as JSON text, from which `read_keke_json` reads the same levels."""
    content = {"levels": [_to_entry(level) for level in levels]}
    text = json.dumps(content, indent=1, ensure_ascii=False)
    return _BETTER_ESCAPED.sub(lambda match: f"\\u{ord(match[0]):04x}", text) + "\n"


def _to_entry(level: Level) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "id": level.id,
        "name": level.name,
        "author": level.author,
        "ascii": level.map,
        "solution": level.solution,
    }
    if level.mechanics:
        entry["mechanics"] = list(level.mechanics)
    return entry


def _check_root(reading: Reading, root: JsonNode) -> None:
    """Report what is wrong with the set as a whole."""
    if not isinstance(root.value, dict):
        message = f"expected a set, {_SHAPE}, found {_describe(root)}"
        reading.report(Flaw.BAD_FORMAT, message, root.start)
        return
    levels = root.value.get(_KEY)
    if levels is None:
        message = f'the key "levels" is missing; a set is {_SHAPE}'
        reading.report(Flaw.BAD_FORMAT, message, root.start)
    elif not isinstance(levels.value, list):
        message = f'"levels" must be a list of levels, not {_describe(levels)}'
        reading.report(Flaw.BAD_FORMAT, message, levels.start)


def _read_draft(reading: Reading, entry: JsonNode) -> Draft | None:
    """Read an entry and report what is wrong; return None if it has no map."""
    members = entry.value
    if not isinstance(members, dict):
        message = f"a level must be an object, not {_describe(entry)}"
        reading.report(Flaw.BAD_FORMAT, message, entry.start)
        return None
    # All members are looked at before giving up, so that every problem is named.
    about = {key: _read_text(reading, members, key) for key in ("id", "name", "author")}
    solution = _read_solution(reading, members)
    ascii_map = members.get("ascii")
    if ascii_map is None:
        message = 'this level has no "ascii"; put its map there, rows separated by \\n'
        reading.report(Flaw.BAD_FORMAT, message, entry.start)
        return None
    if not isinstance(ascii_map.value, str):
        message = f'"ascii" must be text, rows separated by \\n, not {_describe(ascii_map)}'
        reading.report(Flaw.BAD_FORMAT, message, ascii_map.start)
        return None
    return Draft(
        map=_place_text(reading.source, ascii_map, ascii_map.value),
        id=about["id"],
        solution=solution,
        name=about["name"].text,
        author=about["author"].text,
        mechanics=_read_mechanics(members.get("mechanics")),
    )


def _read_text(reading: Reading, members: dict[str, JsonNode], key: str) -> PlacedText:
    """Return a member that is text or a number, a number as it is written."""
    node = members.get(key)
    if node is None or node.value is None:
        return NO_TEXT
    if isinstance(node.value, str):
        return _place_text(reading.source, node, node.value)
    if isinstance(node.value, int | float) and not isinstance(node.value, bool):
        return PlacedText.verbatim(reading.source.cut(node.start, node.end), node.start)
    message = f'"{key}" must be text or a number, not {_describe(node)}'
    reading.report(Flaw.BAD_FORMAT, message, node.start)
    return NO_TEXT


def _read_solution(reading: Reading, members: dict[str, JsonNode]) -> PlacedText:
    node = members.get("solution")
    if node is None or node.value is None:
        return NO_TEXT
    if isinstance(node.value, str):
        return _place_text(reading.source, node, node.value)
    message = f"a solution must be text, not {_describe(node)}; it is ignored"
    reading.report(Flaw.BAD_SOLUTION, message, node.start)
    return NO_TEXT


def _read_mechanics(node: JsonNode | None) -> tuple[str, ...]:
    """Return the mechanics, if this is a list of texts; another program may mean something else."""
    if node is None or not isinstance(node.value, list):
        return ()
    return tuple(item.value for item in node.value if isinstance(item.value, str))


def _place_text(source: SourceText, node: JsonNode, text: str) -> PlacedText:
    # The offsets of a string's characters are only worked out when a problem asks for them.
    offsets: list[int] = []

    def offset_of(index: int) -> int:
        if not offsets:
            inside = character_offsets(source.text, node, source.base)
            offsets.extend(inside)
        return offsets[index]

    return PlacedText(text, node.start, offset_of)


def _describe(node: JsonNode) -> str:
    match node.value:
        case None:
            return "null"
        case bool():
            return "true or false"
        case int() | float():
            return "a number"
        case str():
            return "text"
        case list():
            return "a list"
        case _:
            return "an object"
