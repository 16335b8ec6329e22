"""A description's text, read: everything wrong is named at once, with its line and column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from babalab.base.suggestions import unknown
from babalab.games.errors import DescriptionError
from babalab.games.vgdl.description import Description
from babalab.games.vgdl.lines import Line, opening_comment, tree_of
from babalab.games.vgdl.rule_section import RuleSection
from babalab.games.vgdl.sprite_section import SpriteSection
from babalab.games.vgdl.values import Findings, read_settings, split_words
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
    """Return the game that a text describes; it is called as its file unless a name is given.

    Raises `DescriptionError` with everything wrong. What the framework ignores is no error: it is
    among the `warnings` of the description.
    """
    findings = Findings(source)
    if len(text) > LONGEST_TEXT:
        findings.error(f"the description is longer than {LONGEST_TEXT:,} characters", (0, 0))
        raise DescriptionError(findings.errors)
    lines = tree_of(text.replace("\r\n", "\n").replace("\r", "\n"))
    header = _header(lines, findings)
    sections = _sections(header, findings) if header else {}
    sprites = SpriteSection(findings)
    rules = RuleSection(sprites, findings)
    for section in sections.get(SPRITES, ()):
        sprites.read(section)
    readers: dict[str, Callable[[Line], None]] = {
        MAPPING: rules.read_mapping,
        INTERACTIONS: rules.read_interaction,
        TERMINATIONS: rules.read_termination,
    }
    types = sprites.types() if not findings.errors else ()
    if types:
        sprites.check_first()
    for title, read in readers.items():
        for section in sections.get(title, ()):
            for line in section.children:
                read(line)
                _no_children(line, findings)
    square = _square_size(header, findings) if header else None
    if findings.errors:
        raise DescriptionError(sorted(findings.errors, key=lambda each: (each.line, each.column)))
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
        about=opening_comment(text),
    )
    sprites.check_updated(description.met)
    return replace(description, warnings=tuple(dict.fromkeys(findings.warnings)))


def _header(lines: list[Line], findings: Findings) -> Line | None:
    if not lines:
        findings.error(f"there is nothing here; a description begins with {GAME}", (1, 1))
        return None
    first, *others = lines
    if first.words[0].text != GAME:
        findings.error(
            f"a description begins with {GAME}, not {first.words[0].text!r}", first.place
        )
        return None
    for line in others:
        findings.error(
            f"this line is not indented, and so does not belong to {GAME}; indent it", line.place
        )
    return first


def _sections(header: Line, findings: Findings) -> dict[str, list[Line]]:
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
        findings.error(message, section.place)
    for title in SECTIONS:
        if title not in found:
            findings.error(f"the section {title} is missing", header.place)
    if found and next(iter(found)) != SPRITES and SPRITES in found:
        late = found[SPRITES][0]
        findings.warn(f"{SPRITES} should be the first section", late.place)
    return found


def _no_children(line: Line, findings: Findings) -> None:
    for child in line.children:
        findings.warn(
            "this line is indented deeper than the one above it, and ignored; indent them alike",
            child.place,
        )


def _square_size(header: Line, findings: Findings) -> int | None:
    words, keys = split_words(header.words[1:])
    for word in words:
        findings.warn(f"{word.text!r} is not key=value; it is ignored", header.place_of(word))
    settings = read_settings(keys, header, HEADER_KEYS, findings, what=GAME)
    size = settings.get("square_size")
    if size is None:
        return None
    value = size.value
    assert isinstance(value, int)
    if not 2 <= value <= LARGEST_SQUARE:
        findings.error(f"square_size must be from 2 to {LARGEST_SQUARE}, not {value}", size.place)
    return value
