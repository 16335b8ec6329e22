"""Adopt rows stored under former codes of today's makers.

Code is known by its fingerprint. Where the fingerprint of some code has changed although the code
does the same, its maker knows the former ones, and results under those are its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from sqlalchemy import exists, select, update

from babalab.arena.kind import Kind
from babalab.arena.store import Store
from babalab.arena.task import Key, Task

AnyKind = Kind[Any, Any, Any]


class Name(NamedTuple):
    """A former code: the column it stands in, and whose code it was."""

    column: str
    owner: tuple[Any, ...]
    """The values of the columns that name whose it is."""
    code: str


class Successors:
    """The present codes of some tasks' makers, by their former codes."""

    def __init__(self, kind: AnyKind, tasks: Iterable[Task[Any]]) -> None:
        self._kind = kind
        self._codes: dict[Name, str] = {}
        seen: set[tuple[str, int]] = set()
        for task in tasks:
            for column, maker in task.makers.items():
                if maker.former_codes and (column, id(maker)) not in seen:
                    seen.add((column, id(maker)))
                    owner = self._find_owner(column, task.key)
                    for former in maker.former_codes:
                        self._codes[Name(column, owner, former)] = maker.code

    def adopt(self, store: Store) -> None:
        """Put the rows under former codes under those of now.

        Where there is a row under the code of now, it stays, and so does the older one.
        """
        table = self._kind.table
        newer = table.alias()
        for name, code in self._find_former(store):
            others = [each for each in self._kind.key if each != name.column]
            is_there = exists().where(
                newer.c[name.column] == code, *(newer.c[each] == table.c[each] for each in others)
            )
            owners = zip(self._kind.codes[name.column], name.owner, strict=True)
            with store.connection([table]) as connection:
                connection.execute(
                    update(table)
                    .where(table.c[name.column] == name.code, ~is_there)
                    .where(*(table.c[each] == value for each, value in owners))
                    .values({name.column: code})
                )

    def keys(self, store: Store) -> set[Key]:
        """Return the keys that rows under former codes would have after an adoption."""
        found: set[Key] = set()
        for name, _ in self._find_former(store):
            owners = zip(self._kind.codes[name.column], name.owner, strict=True)
            where: dict[str, Any] = {**dict(owners), name.column: name.code}
            found.update(map(self._rename, store.keys(self._kind, **where)))
        return found

    def _find_former(self, store: Store) -> Iterator[tuple[Name, str]]:
        """Yield what the store has rows of, and the code of now; mostly there is nothing."""
        for column, names in self._kind.codes.items():
            former = {name.code for name in self._codes if name.column == column}
            if former:
                columns = [self._kind.table.c[name] for name in (*names, column)]
                query = select(*columns).where(columns[-1].in_(former)).distinct()
                for row in store.rows(query, [self._kind.table]):
                    name = Name(column, tuple(row[each] for each in names), row[column])
                    if name in self._codes:
                        yield name, self._codes[name]

    def _rename(self, key: Key) -> Key:
        """Return a key with all codes as they are now."""
        return tuple(
            self._codes.get(Name(column, self._find_owner(column, key), value), value)
            if column in self._kind.codes
            else value
            for column, value in zip(self._kind.key, key, strict=True)
        )

    def _find_owner(self, column: str, key: Key) -> tuple[Any, ...]:
        named = dict(zip(self._kind.key, key, strict=True))
        return tuple(named[name] for name in self._kind.codes[column])
