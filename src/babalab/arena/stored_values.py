"""Values on their way into a store and out of it: what can be kept, and what must be there.

A file of results may be damaged, or changed by another program. SQLite keeps any type in any
column, so the types of what is read are checked, once for all kinds of work.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import JSON, Boolean, Float, Integer, LargeBinary, RowMapping, Select, Text
from sqlalchemy.types import TypeDecorator

from babalab.arena.errors import StoreError

_UNSTORABLE: Final = re.compile("[\x00\ud800-\udfff]")
_EXPECTED: Final[tuple[tuple[type[Any], tuple[type, ...]], ...]] = (
    (Boolean, (bool,)),
    (Integer, (int,)),
    (Float, (float, int)),
    (LargeBinary, (bytes,)),
    (JSON, (dict, list, str, int, float, bool)),
)


class StorableText(TypeDecorator[str]):
    r"""Text of any kind: what no database takes, NUL and half a surrogate pair, is escaped."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Any) -> str | None:  # noqa: ARG002
        """See SQLAlchemy."""
        if value is None or (value.isascii() and "\x00" not in value):
            return value
        return _UNSTORABLE.sub(lambda match: ascii(match[0])[1:-1], value)


def check_types(query: Select[Any], rows: Sequence[RowMapping]) -> None:
    """Raise `StoreError` if a column of the rows has a value of another type than it should."""
    for column in query.selected_columns:
        name = str(column.key)
        kinds = (each for type_, each in _EXPECTED if isinstance(column.type, type_))
        allowed = next(kinds, (str,))
        if getattr(column, "nullable", True):
            allowed += (type(None),)
        found = set(map(type, map(itemgetter(name), rows))).difference(allowed)
        if found:
            wrong = next(row[name] for row in rows if type(row[name]) in found)
            raise StoreError(
                f"the file is damaged: the column {name} has {_shorten(wrong)}; restore it from a "
                "copy, or name another store with --store"
            )


def _shorten(value: object) -> str:
    told = repr(value)
    return told if len(told) <= 40 else f"{told[:40]}…"
