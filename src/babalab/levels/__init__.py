"""Levels: addresses, file formats, validation, and our own packs.

>>> level = load_level("first-steps/across")
>>> level.name
'Across'

`load_level`, `load_levels` and `load_state` take an address (see `babalab.levels.address`),
`read_levels` and `write_levels` work on files, and `validate` names everything wrong with one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from babalab.base.lazy import import_lazily

if TYPE_CHECKING:
    from babalab.levels.address import (
        LocatedSet,
        find_level,
        is_level_text,
        load_level,
        load_levels,
        load_state,
        locate,
        split_moves,
    )
    from babalab.levels.errors import AddressError, FileError, FormatError
    from babalab.levels.formats import (
        Format,
        format_levels,
        read_levels,
        write_levels,
    )
    from babalab.levels.shipped import Pack, handmade_packs, pack, packs
    from babalab.levels.validation import validate, validate_text
    from babalab.levels.wins import Wins, WinsError

__all__ = [
    "AddressError",
    "FileError",
    "Format",
    "FormatError",
    "LocatedSet",
    "Pack",
    "Wins",
    "WinsError",
    "find_level",
    "format_levels",
    "handmade_packs",
    "is_level_text",
    "load_level",
    "load_levels",
    "load_state",
    "locate",
    "pack",
    "packs",
    "read_levels",
    "split_moves",
    "validate",
    "validate_text",
    "write_levels",
]

__getattr__, __dir__ = import_lazily(
    __name__,
    {
        ".address": (
            "LocatedSet",
            "find_level",
            "is_level_text",
            "load_level",
            "load_levels",
            "load_state",
            "locate",
            "split_moves",
        ),
        ".errors": ("AddressError", "FileError", "FormatError"),
        ".formats": ("Format", "format_levels", "read_levels", "write_levels"),
        ".shipped": ("Pack", "handmade_packs", "pack", "packs"),
        ".wins": ("Wins", "WinsError"),
        ".validation": ("validate", "validate_text"),
    },
)
