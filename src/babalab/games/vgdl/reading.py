"""Read descriptions, and name everything wrong at once, with its line and column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from babalab.base.suggestions import unknown
from babalab.games.errors import DescriptionError
from babalab.games.vgdl.description import Description
from babalab.games.vgdl.lines import Line, parse_tree, read_opening_comment
from babalab.games.vgdl.rule_section import RuleSection
from babalab.games.vgdl.sprite_section import SpriteSection
from babalab.games.vgdl.values import DiagnosticLog, read_settings, split_words
from babalab.games.vgdl.vocabulary import HEADER_KEYS

GAME = "BasicGame"
SPRITES, MAPPING, INTERACTIONS, TERMINATIONS = (
    "SpriteSet", "LevelMapping", "InteractionSet", "TerminationSet",
)  # fmt: skip
SECTIONS = (SPRITES, MAPPING, INTERACTIONS, TERMINATIONS)
LARGEST_SQUARE = 1000
LONGEST_TEXT = 1_000_000


@lru_cache(maxsize=256)
def read_description(text: str, source: str = "", name: str = "") -> Description:
    """Return the game that a text describes, named after its file unless a name is given.

    Raises `DescriptionError` with everything wrong. What the framework ignores is not an error but
    among the `warnings` of the description.
    """
    log = DiagnosticLog(source)
    if len(text) > LONGEST_TEXT:
        log.error(f"the description is longer than {LONGEST_TEXT:,} characters", (0, 0))
        raise DescriptionError(log.errors)
    lines = parse_tree(text.replace("\r\n", "\n").replace("\r", "\n"))
    header = _find_header(lines, log)
    sections = _find_sections(header, log) if header else {}
    sprites = SpriteSection(log)
    rules = RuleSection(sprites, log)
    for section in sections.get(SPRITES, ()):
        sprites.read(section)
    readers: dict[str, Callable[[Line], None]] = {
        MAPPING: rules.read_mapping,
        INTERACTIONS: rules.read_interaction,
        TERMINATIONS: rules.read_termination,
    }
    types = sprites.make_types() if not log.errors else ()
    if types:
        sprites.check_first()
    for title, read in readers.items():
        for section in sections.get(title, ()):
            for line in section.children:
                read(line)
                _warn_of_children(line, log)
    square = _read_square_size(header, log) if header else None
    if log.errors:
        raise DescriptionError(sorted(log.errors, key=lambda each: (each.line, each.column)))
    defaults = {
        mark: (number,) if sprites.can_be_made(number) else ()
        for mark, number in (("w", sprites.numbers["wall"]), ("A", sprites.numbers["avatar"]))
    }
    description = Description(
        name=name or Path(source).stem or "game",
        types=types,
        order=sprites.ordered,
        mapping={**defaults, **rules.mapping},
        pairs=rules.pairs,
        edges=rules.edges,
        times=tuple(rules.times),
        terminations=tuple(rules.terminations),
        square_size=square,
        warnings=(),
        text=text,
        source=source,
        about=read_opening_comment(text),
    )
    sprites.check_updated(description.met)
    return replace(description, warnings=tuple(dict.fromkeys(log.warnings)))


def _find_header(lines: list[Line], log: DiagnosticLog) -> Line | None:
    if not lines:
        log.error(f"there is nothing here; a description begins with {GAME}", (1, 1))
        return None
    first, *others = lines
    if first.words[0].text != GAME:
        log.error(f"a description begins with {GAME}, not {first.words[0].text!r}", first.place)
        return None
    for line in others:
        log.error(
            f"this line is not indented, and so does not belong to {GAME}; indent it", line.place
        )
    return first


def _find_sections(header: Line, log: DiagnosticLog) -> dict[str, list[Line]]:
    found: dict[str, list[Line]] = {}
    for section in header.children:
        written = section.words[0].text
        title = next((each for each in SECTIONS if each.lower() == written.lower()), written)
        if title in SECTIONS:
            found.setdefault(title, []).append(section)
            continue
        message = unknown("section", title, SECTIONS)
        if section.tabs:
            message = (
                f"there is no section {title!r}; before it there are tabs, and each counts as one "
                "blank: indent with blanks"
            )
        log.error(message, section.place)
    for title in SECTIONS:
        if title not in found:
            log.error(f"the section {title} is missing", header.place)
    if found and next(iter(found)) != SPRITES and SPRITES in found:
        late = found[SPRITES][0]
        log.warn(f"{SPRITES} should be the first section", late.place)
    return found


def _warn_of_children(line: Line, log: DiagnosticLog) -> None:
    for child in line.children:
        log.warn(
            "this line is indented deeper than the one above it, and ignored; indent them alike",
            child.place,
        )


def _read_square_size(header: Line, log: DiagnosticLog) -> int | None:
    words, keys = split_words(header.words[1:])
    for word in words:
        log.warn(f"{word.text!r} is not key=value; it is ignored", header.place_of(word))
    settings = read_settings(keys, header, HEADER_KEYS, log, what=GAME)
    size = settings.get("square_size")
    if size is None:
        return None
    value = size.value
    assert isinstance(value, int)
    if not 2 <= value <= LARGEST_SQUARE:
        log.error(f"square_size must be from 2 to {LARGEST_SQUARE}, not {value}", size.place)
    return value
