"""The ids that a file has used so far, in little memory: a set may have millions of levels."""

from __future__ import annotations

from array import array
from hashlib import blake2b
from typing import Final

from babalab.levels.source_text import Place

_FIRST_SLOTS: Final = 1 << 10
_COLUMN_BITS: Final = 24


class SeenIds:
    """Digests of ids and the places where they were first met, in a table of open addressing.

    Two ids of a million have the same digest of 64 bits in one file of thirty million.
    """

    def __init__(self) -> None:
        self._digests = array("Q", bytes(8 * _FIRST_SLOTS))
        self._places = array("Q", bytes(8 * _FIRST_SLOTS))
        self._count = 0

    def add(self, id_: str, place: Place) -> Place | None:
        """Remember an id; return where it was before, if it was."""
        data = id_.encode("utf-8", errors="surrogatepass")
        digest = int.from_bytes(blake2b(data, digest_size=8).digest(), "little") or 1
        slot = self._find(digest)
        if self._digests[slot]:
            found = self._places[slot]
            return found >> _COLUMN_BITS, found & ((1 << _COLUMN_BITS) - 1)
        line, column = place
        self._digests[slot] = digest
        self._places[slot] = line << _COLUMN_BITS | min(column, (1 << _COLUMN_BITS) - 1)
        self._count += 1
        if 2 * self._count > len(self._digests):
            self._double()
        return None

    def _find(self, digest: int) -> int:
        """Return the slot of a digest, or the free one where it belongs."""
        last = len(self._digests) - 1
        slot = digest & last
        while self._digests[slot] not in (0, digest):
            slot = (slot + 1) & last
        return slot

    def _double(self) -> None:
        digests, places = self._digests, self._places
        self._digests = array("Q", bytes(16 * len(digests)))
        self._places = array("Q", bytes(16 * len(digests)))
        for digest, place in zip(digests, places, strict=True):
            if digest:
                slot = self._find(digest)
                self._digests[slot], self._places[slot] = digest, place
