"""Observations: each declared once, with a slow and simple way to compute it.

========  ==================================================================================
name      contents
========  ==================================================================================
`paper`   34 planes of 0 and 1, one for each character of the picture
`ascii`   the character codes of the same picture
`full`    both layers, facing, the properties in force on every cell, the rules, the mask
========  ==================================================================================

All have a size, (rows, columns), at least that of the level. The level stands at the top left, and
everything outside of it is border. `observe` computes from a `State` what
`native/learning/observe.cpp` computes for whole batches; the tests compare the two. Everything is
in 8-bit numbers.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from babalab.base.registry import Registry
from babalab.game.action import Action
from babalab.game.level import Level
from babalab.game.state import Cell, State, ThingTile
from babalab.game.vocabulary import (
    BORDER,
    EMPTY,
    MAX_SIDE,
    NOUNS,
    PROPERTIES,
    THING_CHARACTERS,
    WORD_CHARACTERS,
    WORDS,
)
from babalab.learning.errors import LearningError

if TYPE_CHECKING:
    from gymnasium import Space

Bytes = NDArray[np.uint8]
Seen = NDArray[Any] | dict[str, NDArray[Any]]
"""One observation: an array, or several by name."""
Size = tuple[int, int]
"""(rows, columns)."""

PAPER_SIZE: Final[Size] = (20, 20)
"""The size of the paper's planes."""

CODES: Final = (
    BORDER + EMPTY + "".join(THING_CHARACTERS.values()) + "".join(WORD_CHARACTERS.values())
)
"""All 34 characters of a picture. Where one stands is its *code*, and the number of its plane."""
BORDER_CODE: Final = CODES.index(BORDER)
EMPTY_CODE: Final = CODES.index(EMPTY)
PLANES: Final = ("border", "empty", *NOUNS, *(word.upper() for word in WORDS))
"""The name of each code: nouns in small letters are things, in capitals words."""

PREDICATES: Final = (*PROPERTIES, *NOUNS)
"""The columns of the table of rules; its rows are the nouns."""
CELL_PLANES: Final = ("front", "back", "facing", "properties", "more properties")
_FRONT, _BACK, _FACING, _LOW, _HIGH = range(len(CELL_PLANES))
_BITS = 8


class ObservationKind(ABC):
    """A kind of observation of states."""

    name: ClassVar[str]
    holds: ClassVar[str]
    """Its contents, in a sentence."""
    planes: ClassVar[tuple[str, ...]]
    """The names of its planes that have a cell for every cell of the level, in order."""

    @abstractmethod
    def make_space(self, size: Size) -> Space[Any]:
        """Return Gymnasium's space of it."""

    @abstractmethod
    def observe(self, state: State, size: Size = PAPER_SIZE) -> Seen:
        """Observe one state: the definition, in plain Python."""


class PaperObservation(ObservationKind):
    """The paper's: one-hot planes of what the competition's engine prints.

    >>> seen = PaperObservation().observe(State.parse("______/_b..f_/_B12._/_F13._/______"))
    >>> seen.shape, [PLANES[code] for code in seen[:, 1, 1:5].argmax(axis=0)]
    ((34, 20, 20), ['baba', 'empty', 'empty', 'flag'])
    """

    name = "paper"
    holds = "34 planes, 1 where the picture shows the plane's character"
    planes = PLANES

    def make_space(self, size: Size) -> Space[Any]:
        """Return the space of (34, rows, columns) of 0 and 1."""
        from gymnasium.spaces import Box

        return Box(0, 1, (len(CODES), *size), np.uint8)

    def observe(self, state: State, size: Size = PAPER_SIZE) -> Bytes:
        """Return one plane for each code."""
        seen = np.zeros((len(CODES), *size), np.uint8)
        for (y, x), character in np.ndenumerate(_pad_picture(state, size)):
            seen[CODES.index(character), y, x] = 1
        return seen


class AsciiObservation(ObservationKind):
    """The picture's character codes, for text models and for eyes.

    >>> seen = AsciiObservation().observe(State.parse("____/_b._/____"), (3, 5))
    >>> bytes(seen).decode()
    '______b._______'
    """

    name = "ascii"
    holds = "the character codes of the picture"
    planes = ("character",)

    def make_space(self, size: Size) -> Space[Any]:
        """Return the space of (rows, columns) of ASCII codes."""
        from gymnasium.spaces import Box

        return Box(0, 127, size, np.uint8)

    def observe(self, state: State, size: Size = PAPER_SIZE) -> Bytes:
        """Return one code for each cell."""
        picture = _pad_picture(state, size)
        return np.array([[ord(character) for character in row] for row in picture], np.uint8)


class FullObservation(ObservationKind):
    """Nearly everything that matters for what follows, but not the order of the engine's lists.

    `cells` has the codes of what stands in front and behind; the facing (0 for none, else 1 + the
    action's number) of the thing in front or, where it has none, behind; and a bit for each
    property that the rules give to a thing there, seen or not. Unlike in a picture, the outermost
    ring is as it is. `rules` has a row for each noun and a column for each of `PREDICATES`. `mask`
    says which actions change anything; all, if none does. `decode` makes one-hot planes of `cells`.
    """

    name = "full"
    holds = "both layers, facing, properties in force, the table of rules, the mask of actions"
    planes = CELL_PLANES

    def make_space(self, size: Size) -> Space[Any]:
        """Return the space of a dictionary of three arrays."""
        from gymnasium.spaces import Box, Dict

        # Not 255 all over, which Stable-Baselines3 would take for a photograph and try to shrink.
        highest = (len(CODES) - 1, len(CODES) - 1, len(Action), 255, 1)
        most = np.broadcast_to(np.array(highest, np.uint8)[:, None, None], (5, *size))
        return Dict(
            cells=Box(np.zeros_like(most), most.copy(), dtype=np.uint8),
            rules=Box(0, 1, (len(NOUNS), len(PREDICATES)), np.uint8),
            mask=Box(0, 1, (len(Action),), np.uint8),
        )

    def observe(self, state: State, size: Size = PAPER_SIZE) -> dict[str, Bytes]:
        """Return the three arrays."""
        return {
            "cells": _make_cells(state, size),
            "rules": make_rule_table(state.rules),
            "mask": find_action_mask(state),
        }


OBSERVATIONS: Final[Registry[ObservationKind]] = Registry(
    "observation",
    LearningError,
    (PaperObservation(), AsciiObservation(), FullObservation()),
)
"""All observations by name, in the order of their numbers in the core."""
observation_named = OBSERVATIONS.named


def number_of(observation: str) -> int:
    """Return the core's number of an observation."""
    return list(OBSERVATIONS).index(observation)


def fit_size(levels: Sequence[Level], size: Size | None) -> Size:
    """Return the size of observations of these levels: the one given, or without it the least.

    Raises `LearningError`, which names a level that does not fit and what would.
    """
    least = max(level.height for level in levels), max(level.width for level in levels)
    if size is None:
        return least
    if len(size) != 2 or not all(1 <= side <= MAX_SIDE for side in size):
        raise LearningError(f"size must be (rows, columns), each 1 to {MAX_SIDE}, not {size}")
    for position, level in enumerate(levels, start=1):
        if not fits(level, size):
            name = level.name or level.id or f"number {position}"
            raise LearningError(
                f"level {name} has {level.height} x {level.width} cells, more than the "
                f"observation's {size[0]} x {size[1]}; give size={least} or leave the level out"
            )
    return int(size[0]), int(size[1])


def fits(level: Level, size: Size) -> bool:
    """Return whether an observation of this size has room for a level."""
    return level.height <= size[0] and level.width <= size[1]


def find_action_mask(state: State) -> Bytes:
    """Return 1 for each action that changes anything; 1 for all, if none does.

    >>> find_action_mask(State.parse("______/_b..f_/_B12._/_F13._/______")).tolist()
    [0, 0, 0, 1, 0]
    """
    mask = np.array([child.row != state.row for child in state.children()], np.uint8)
    return mask if mask.any() else np.ones_like(mask)


def make_rule_table(rules: Sequence[str]) -> Bytes:
    """Return a row for each noun and a column for each predicate, 1 where the rule is in force."""
    table = np.zeros((len(NOUNS), len(PREDICATES)), np.uint8)
    for rule in rules:
        subject, _, predicate = rule.split("-")
        if subject in NOUNS and predicate in PREDICATES:
            table[NOUNS.index(subject), PREDICATES.index(predicate)] = 1
    return table


DECODED_PLANES: Final = (
    *(f"front {plane}" for plane in PLANES),
    *(f"back {plane}" for plane in PLANES),
    *(f"facing {action.name.lower()}" for action in Action if action is not Action.WAIT),
    *(f"is {property_.upper()}" for property_ in PROPERTIES),
)
"""The planes that `decode` makes of `cells`."""


def decode(cells: Bytes) -> Bytes:
    """Turn the `cells` of `full` into planes of 0 and 1, named by `DECODED_PLANES`.

    Any number of axes may come before the last three, so that batches decode at once.

    >>> decode(np.zeros((8, 5, 20, 20), np.uint8)).shape
    (8, 81, 20, 20)
    """
    cells = np.asarray(cells)
    if cells.ndim < 3 or cells.shape[-3] != len(CELL_PLANES):
        raise LearningError(
            f"cells must have the shape (…, {len(CELL_PLANES)}, rows, columns), not {cells.shape}"
        )
    front, back, facing, low, high = np.moveaxis(cells, -3, 0)[..., None, :, :]
    codes = np.arange(len(CODES), dtype=np.uint8)[:, None, None]
    directions = np.arange(1, len(Action), dtype=np.uint8)[:, None, None]
    bits = np.arange(_BITS, dtype=np.uint8)[:, None, None]
    planes = (front == codes, back == codes, facing == directions, low >> bits & 1, high & 1)
    return np.concatenate([plane.astype(np.uint8) for plane in planes], axis=-3)


def _pad_picture(state: State, size: Size) -> NDArray[np.str_]:
    """Return the picture's characters, with borders on the right and below up to this size."""
    picture = np.full(size, BORDER)
    picture[: state.level.height, : state.level.width] = [*map(list, state.picture.split("\n"))]
    return picture


def _make_cells(state: State, size: Size) -> Bytes:
    cells = np.zeros((len(CELL_PLANES), *size), np.uint8)
    front, back = _find_layer(state, "front"), _find_layer(state, "back")
    for y, row in enumerate(state.level.rows):
        for x, character in enumerate(row):
            if character != BORDER:
                layers = front.get((y, x)), back.get((y, x))
                cells[[_FRONT, _BACK], y, x] = [_find_code(piece) for piece in layers]
                facings = [piece.facing for piece in layers if isinstance(piece, ThingTile)]
                known = [facing for facing in facings if facing is not None]
                cells[_FACING, y, x] = 1 + known[0] if known else 0
    rules = make_rule_table(state.rules)
    for thing in state.things:
        if thing.in_kin:
            properties = rules[NOUNS.index(thing.noun), : len(PROPERTIES)]
            cells[(_LOW, _HIGH), *thing.cell] |= np.packbits(properties, bitorder="little")
    return cells


def _find_layer(state: State, layer: str) -> dict[Cell, ThingTile | str]:
    """Return the things of a layer, and the characters of its words, by their cells."""
    pieces: dict[Cell, ThingTile | str] = {
        thing.cell: thing for thing in state.things if thing.layer == layer
    }
    if layer == "front":
        pieces |= {word.cell: WORD_CHARACTERS[word.text] for word in state.words if word.in_front}
    return pieces


def _find_code(piece: ThingTile | str | None) -> int:
    if piece is None:
        return EMPTY_CODE
    character = piece if isinstance(piece, str) else THING_CHARACTERS[piece.noun]
    return CODES.index(character)
