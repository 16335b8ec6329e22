"""Codes under which version 0.1.0 stored results, for whatever still means the same.

Up to that version code was known by the bytes of its files, so that moving a comment cost every
stored result. `former_code.json` has the digests of the files that each class was made of then,
and the meaning (see `fingerprint.meaning`) that the same class has now. As long as a class has that
meaning, results under its former code are its own.

Whoever changes code of one of these classes decides: if it still does the same, write its meaning
anew with ``python tools/accept_meanings.py``; if not, delete its entry under "means".
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from babalab import _core
from babalab.agents import Agent
from babalab.arena.fingerprint import list_own_modules, meaning, read_source

FILE = Path(__file__).with_suffix(".json")


def former_codes(
    kind: type, substance: str = "", *, root: type = Agent, besides: Iterable[str] = ()
) -> tuple[str, ...]:
    """Return the codes under which results of a class may be stored besides its fingerprint.

    The arguments are those of `fingerprint`. There is none for a class that came later or does
    something else by now.
    """
    data = _load()
    besides = tuple(besides)
    entry = _find_entry(kind, root)
    decisive = root if _own_modules(kind, root) else kind
    means = meaning(decisive, root=root, besides=besides).hex()
    if entry is None or data["means"].get(entry) != means:
        return ()
    sources = [base64.b64decode(data["sources"][str(each)]) for each in data["kinds"][entry]]
    sources += [
        hashlib.blake2b(read_source(module)).digest() for module in _own_modules(kind, root)
    ]
    for digest, former in data["digests"].items():
        substance = substance.replace(getattr(_core, digest), former)
    whole = hashlib.blake2b(data["version"].encode(), digest_size=16)
    whole.update(data["digests"]["SEARCH_DIGEST"].encode())
    for source in sorted(sources):
        whole.update(source)
    whole.update(substance.encode())
    return (whole.hexdigest(),)


def _find_entry(kind: type, root: type) -> str | None:
    """Return the name of a class in the data: its own, or that of the class it derives from.

    Games of a user's in VGDL derive from a class of ours and have no code of their own; other
    classes of a user's have the root's code and their own files.
    """
    names = [getattr(kind, "name", None), *(base.__name__ for base in kind.__mro__)]
    if _own_modules(kind, root):
        names = [""]
    entries = (f"{root.__name__.lower()}:{name}" for name in names)
    return next((entry for entry in entries if entry in _load()["kinds"]), None)


def _own_modules(kind: type, root: type) -> set[str]:
    """Return the modules of a user's that a class is defined in."""
    own = list_own_modules(kind, root)
    return {name for name in own if name.partition(".")[0] != "babalab"}


@cache
def _load() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return read
