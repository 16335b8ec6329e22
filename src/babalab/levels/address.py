"""Addresses: texts that name levels, on the command line and everywhere else.

====================  ====================================================================
``pack``              all levels of one of our packs
``pack/id``           one of them
``levels.json``       all levels of a file in any format; ``-`` is standard input
``levels.json#12``    the one with this id; levels without an id are counted from 1
``keke/full_biy``     a published set, once it was fetched; ``keke/full_biy#12`` one level of it
``____/_b._/____``    the one-line text of a level: at least one slash, only map characters
``…@ddru``            any of these for one level, and moves: a state, see `split_moves`
====================  ====================================================================

A pack goes before a file of the same name (write ``./name`` for the file), and an existing file
before a map that would read the same and before a fetched set.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from babalab.base.suggestions import find_similar, format_guesses, list_some, unknown
from babalab.game.action import format_moves, parse_moves
from babalab.game.errors import MovesError
from babalab.game.level import Level
from babalab.game.state import State
from babalab.game.vocabulary import CHARACTERS
from babalab.levels.errors import AddressError
from babalab.levels.files import STANDARD_STREAM
from babalab.levels.shipped import has_pack, pack, packs

_ROW = f"[{re.escape(''.join(sorted(CHARACTERS)))} ]+"
_MAX_NEIGHBOURS = 5000  # as many files of a folder are looked at for a suggestion
_MAP = re.compile(f"{_ROW}(/{_ROW})+")


@dataclass(frozen=True)
class _Found:
    """A set that an address leads to, and possibly the id of one level in it."""

    where: str
    levels: Sequence[Level]
    separator: str
    id: str | None = None


@dataclass(frozen=True)
class LocatedSet:
    """A set of levels that an address leads to, and the levels' addresses."""

    where: str
    levels: Sequence[Level]
    separator: str
    first: int | None
    """The number of the level that the address names, from 0; None if it names the whole set."""

    def address_of(self, number: int) -> str:
        """Return the address of a level of the set."""
        if len(self.levels) == 1 and not self.levels[0].id:
            return self.where
        return f"{self.where}{self.separator}{self.levels[number].id or number + 1}"


def locate(address: str | Path) -> LocatedSet:
    """Return the set of an address, all of it where the address names one level of the set.

    Raises as `load_level` does.

    >>> found = locate("first-steps/across")
    >>> found.first, found.address_of(1)
    (0, 'first-steps/say-it')
    """
    found = _find(str(address))
    if not found.levels:
        raise AddressError(f"{found.where} holds no levels")
    if found.id is None:
        return LocatedSet(found.where, found.levels, found.separator, None)
    level = find_level(found.levels, found.id, found.where)
    number = next(n for n, each in enumerate(found.levels) if each is level)
    return LocatedSet(found.where, found.levels, found.separator, number)


def load_level(address: str | Path | Level) -> Level:
    """Return the one level of an address; a level itself as it is.

    Raises `AddressError` if that is none or many, `FileError` if a file can't be read, and
    `LevelError` with every error if what is found there is wrong.

    >>> level = load_level("first-steps/across")
    >>> level.name, level.width, level.height
    ('Across', 9, 6)
    """
    if isinstance(address, Level):
        return address
    found = _find(str(address))
    if found.id is not None:
        return find_level(found.levels, found.id, found.where)
    if len(found.levels) == 1:
        return found.levels[0]
    if not found.levels:
        raise AddressError(f"{found.where} holds no levels")
    examples = [
        f"{found.where}{found.separator}{level.id or position}"
        for position, level in enumerate(found.levels[:3], start=1)
    ]
    raise AddressError(
        f"{found.where} holds {len(found.levels)} levels, and one is expected; pick it by its id, "
        f"such as {' or '.join(examples)}"
    )


def load_state(address: str) -> State:
    """Return the state of an address: the start of a level, or the state after some moves.

    Raises as `load_level` does, and `MovesError` for letters that are not moves.

    >>> load_state("first-steps/across@rr").moves
    'rr'
    """
    level, moves = split_moves(address)
    return load_level(level).play(moves)


def find_start(level: Level | State | str) -> State:
    """Return where play begins: in a level, in a state, or where `load_state` says.

    >>> find_start("first-steps/across@rr").moves
    'rr'
    """
    if isinstance(level, Level):
        return level.start()
    if isinstance(level, State):
        return level
    if isinstance(level, str | Path):
        return load_state(str(level))
    raise AddressError(
        f"{type(level).__name__} is no level; give a Level, a State, or a text such as "
        "'first-steps/across'"
    )


def load_levels(address: str | Path) -> list[Level]:
    """Load all levels of an address, a single one as a list. Raises as `load_level` does.

    >>> [level.id for level in load_levels("first-steps")][:2]
    ['across', 'say-it']
    """
    found = _find(str(address))
    if found.id is not None:
        return [find_level(found.levels, found.id, found.where)]
    return list(found.levels)


def find_plain_file(address: str) -> str | None:
    """Return the file whose levels an address means; None if it means anything else.

    Such a file can be read again, and by `stream_levels`, however large it is.
    """
    return address if not has_pack(address.partition("/")[0]) and Path(address).is_file() else None


def find_level(levels: Sequence[Level], id_: str, where: str = "the set") -> Level:
    """Return the first level with this id; levels without an id are counted from 1.

    Raises `AddressError`, which names similar ids and how many levels there are.
    """
    ids = [level.id or str(position) for position, level in enumerate(levels, start=1)]
    given = {level.id: level for level in reversed(levels) if level.id}
    if id_ in given:
        return given[id_]
    if id_ in ids:
        return levels[ids.index(id_)]
    owner = f"{where} ({len(levels)} levels)"
    raise AddressError(unknown("level", id_, ids, owner=owner, limit=5))


def is_level_text(text: str) -> bool:
    """Return whether this is the one-line text of a level, or plainly meant as one.

    A first row of borders is hardly a path, so that a map with a wrong character in it gets an
    error about the character and not about a missing file.

    >>> is_level_text("____/_b._/____"), is_level_text("first-steps/walk")
    (True, False)
    """
    return bool(_MAP.fullmatch(text)) or ("/" in text and text.startswith("__"))


def split_moves(address: str) -> tuple[str, str]:
    """Split the address of a state, ``level@moves``, into level and moves; ``""`` for no moves.

    Behind the text of a level an ``@`` always begins moves, and a wrong letter there raises
    `MovesError`. Elsewhere, as names may have an ``@`` too, it does if only moves follow.

    >>> split_moves("____/_b._/____@ddRU")
    ('____/_b._/____', 'ddru')
    >>> split_moves("levels.json#12")
    ('levels.json#12', '')
    """
    head, at, tail = address.rpartition("@")
    if not at or _is_file(address):
        return address, ""
    try:
        return head, format_moves(parse_moves(tail))
    except MovesError:
        if is_level_text(head):
            raise
        return address, ""


def _find(address: str) -> _Found:
    head, moves = split_moves(address)
    if moves:
        raise AddressError(
            f"{address!r} is a state, and a level is expected here; "
            f"leave out '@{address.rpartition('@')[2]}' for the level it is a state of"
        )
    address = head
    if "\n" in address.strip():
        raise AddressError(
            "this is a map of several lines, and an address is expected; Level.parse reads it"
        )
    if not address:
        raise AddressError("the address is empty; give a pack, pack/id, file, file#id or a map")
    pack_name, slash, id_ = address.partition("/")
    if has_pack(pack_name):
        return _Found(pack_name, pack(pack_name).levels, "/", id_ if slash else None)
    from babalab.levels.fetched import find_fetched_file  # packs, the most used, need none of these
    from babalab.levels.formats import read_levels

    path, id_in_file = _split_id(address)
    if path != STANDARD_STREAM and not _exists(path):
        if is_level_text(address):
            return _Found("the map", [Level.parse(address)], "/")
        fetched = find_fetched_file(path)
        if fetched is None:
            raise _missing_error(path)
        return _Found(path, read_levels(fetched), "#", id_in_file)
    return _Found(path, read_levels(path), "#", id_in_file)


def _split_id(address: str) -> tuple[str, str | None]:
    """Split an address into path and id. Either may have a ``#`` in it: what exists decides."""
    if _exists(address):
        return address, None
    splits = [match.start() for match in re.finditer("#", address)]
    for split in splits:
        path = address[:split]
        if path == STANDARD_STREAM or _is_file(path):
            return path, address[split + 1 :]
    return (address[: splits[0]], address[splits[0] + 1 :]) if splits else (address, None)


def _missing_error(path: str) -> AddressError:
    """Return the error about an address that is neither pack nor file, with suggestions."""
    from babalab.levels.fetched import find_published_set

    if find_published_set(path) is not None:
        collection = path.partition("/")[0]
        return AddressError(
            f"{path} has not been fetched yet; 'babalab levels fetch {collection}' does"
        )
    pack_names = [each.name for each in packs()]
    if path in pack_names:
        return AddressError(f"{path} is a pack, not a file: write {path}/ID for a level of it")
    first, *rest = path.split("/")
    guesses = ["/".join([name, *rest]) for name in find_similar(first, pack_names)]
    folder = Path(path).parent
    try:
        neighbours = [entry.name for entry in islice(folder.iterdir(), _MAX_NEIGHBOURS)]
    except (OSError, ValueError):
        neighbours = []
    guesses += [str(folder / name) for name in find_similar(Path(path).name, neighbours)]
    guesses += _find_ids(path)
    hint = format_guesses(guesses) if guesses else f"; known packs: {list_some(pack_names)}"
    return AddressError(f"there is no file and no pack {path!r}{hint}")


def _find_ids(name: str) -> list[str]:
    """Return the addresses of levels in our packs that have just this id, or a similar one."""
    if "/" in name:
        return []
    found = {level.id: f"{each.name}/{level.id}" for each in packs() for level in each.levels}
    similar = [name] if name in found else find_similar(name, found)
    return [found[id_] for id_ in similar if id_ in found]


def _exists(path: str) -> bool:
    """Tell whether a path exists; False for texts that no path can be, such as a long map."""
    try:
        return Path(path).exists()
    except (OSError, ValueError):
        return False


def _is_file(path: str) -> bool:
    return _exists(path) and not Path(path).is_dir()
