"""Our own levels, which come with the package: one TOML file in ``packs/`` for every pack.

A file says ``title``, ``description`` and ``order`` (its place among the packs, a number), and
``generated = true`` if a program made its levels. Then it has a ``[[level]]`` for each level with
``id`` (a slug, unique in the pack), ``name``, ``author``, ``mechanics`` (a list), ``solution`` and
``map`` (a literal multi-line text). Unlike other people's sets, ours must be complete and right.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from babalab.base.diagnostics import Diagnostic, Flaw
from babalab.base.suggestions import unknown
from babalab.game.action import format_moves, parse_moves
from babalab.game.errors import LevelError, MovesError
from babalab.game.level import Level
from babalab.levels.errors import AddressError

_SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_TYPES: Final = {
    "id": str, "name": str, "author": str, "mechanics": list, "solution": str, "map": str,
}  # fmt: skip


@dataclass(frozen=True)
class Pack:
    """A set of levels that belong together, addressed as ``name`` or ``name/id``."""

    name: str
    title: str
    description: str
    order: int
    levels: tuple[Level, ...]
    generated: bool = False
    """Whether a program made the levels."""


def packs() -> list[Pack]:
    """Return all packs, the easiest first."""
    return sorted(map(_read_pack, _find_files()), key=lambda pack: (pack.order, pack.name))


def handmade_packs() -> list[Pack]:
    """Return the packs whose levels people made; figures about "our packs" are about these."""
    return [each for each in packs() if not each.generated]


def pack(name: str) -> Pack:
    """Return the pack of this name. Raises `AddressError`, which names similar ones."""
    if has_pack(name):
        return _read_pack(name)
    raise AddressError(unknown("pack", name, [each.name for each in packs()]))


def pack_names() -> list[str]:
    """Return the names of all packs, without reading them."""
    return sorted(_find_files())


def has_pack(name: str) -> bool:
    """Return whether there is a pack of this name."""
    return name in _find_files()


def parse_pack(name: str, text: str) -> Pack:
    """Parse the TOML text of a pack. Raises `LevelError` with everything wrong in it."""
    source = f"{name}.toml"
    try:
        content = tomllib.loads(text)
    except (RecursionError, ValueError) as error:
        raise LevelError([Diagnostic(Flaw.BAD_FORMAT, str(error), source=source)]) from error
    diagnostics = [
        Diagnostic(Flaw.BAD_FORMAT, f"the pack's {key!r} must be text", source=source)
        for key in ("title", "description")
        if not isinstance(content.get(key), str)
    ]
    if type(content.get("order")) is not int:
        diagnostics.append(
            Diagnostic(Flaw.BAD_FORMAT, "the pack's 'order' must be a number", source=source)
        )
    if not isinstance(content.get("generated", False), bool):
        diagnostics.append(
            Diagnostic(
                Flaw.BAD_FORMAT, "the pack's 'generated' must be true or false", source=source
            )
        )
    levels: list[Level] = []
    tables = content.get("level")
    if not isinstance(tables, list) or not tables:
        diagnostics.append(
            Diagnostic(Flaw.BAD_FORMAT, "a pack needs [[level]] tables", source=source)
        )
        tables = []
    for number, table in enumerate(tables, start=1):
        try:
            levels.append(_read_level(table, {level.id for level in levels}))
        except LevelError as error:
            # TOML's reader forgets lines; the number of the table tells where to look.
            diagnostics += [
                diagnostic.at(f"{source}[level {number}]") for diagnostic in error.diagnostics
            ]
    if diagnostics:
        raise LevelError(diagnostics)
    return Pack(
        name,
        content["title"],
        content["description"],
        content["order"],
        tuple(levels),
        content.get("generated", False),
    )


def _read_level(table: Any, used_ids: set[str]) -> Level:
    if not isinstance(table, dict):
        raise LevelError([Diagnostic(Flaw.BAD_FORMAT, "a level must be a table")])
    diagnostics = [
        Diagnostic(
            Flaw.BAD_FORMAT, f"{key!r} must be {'text' if kind is str else 'a list of texts'}"
        )
        for key, kind in _TYPES.items()
        if not isinstance(table.get(key), kind)
    ]
    diagnostics += [
        Diagnostic(Flaw.BAD_FORMAT, f"unknown key {key!r}") for key in table if key not in _TYPES
    ]
    if diagnostics:
        raise LevelError(diagnostics)
    if not all(isinstance(mechanic, str) for mechanic in table["mechanics"]):
        diagnostics.append(Diagnostic(Flaw.BAD_FORMAT, "'mechanics' must be a list of texts"))
    if not _SLUG.fullmatch(table["id"]):
        message = f"the id {table['id']!r} is not a slug; use a-z, 0-9 and single hyphens"
        diagnostics.append(Diagnostic(Flaw.BAD_FORMAT, message))
    if table["id"] in used_ids:
        diagnostics.append(Diagnostic(Flaw.DUPLICATE_ID, f"the id {table['id']!r} is already used"))
    try:
        solution = format_moves(parse_moves(table["solution"]))
    except MovesError as error:
        diagnostics.append(Diagnostic(Flaw.BAD_SOLUTION, str(error)))
    if diagnostics:
        raise LevelError(diagnostics)
    return Level.parse(
        table["map"],
        name=table["name"],
        author=table["author"],
        id=table["id"],
        solution=solution,
        mechanics=tuple(table["mechanics"]),
    )


@cache
def _find_files() -> dict[str, Traversable]:
    """Return the files of the packs, by the names of the packs."""
    folder = resources.files("babalab.levels") / "packs"
    return {
        file.name.removesuffix(".toml"): file
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }


@cache
def _read_pack(name: str) -> Pack:
    return parse_pack(name, _find_files()[name].read_text(encoding="utf-8"))
