"""Saved states of environments, as bytes in which any damage is detected.

They consist of a mark, a checksum of all that follows, the length of a header, the header (JSON),
and the slots as the core writes them.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
import zlib
from base64 import b64decode, b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from babalab.base.errors import BabalabError
from babalab.game.level import Level, strip_tag
from babalab.learning.envs.sources import Start
from babalab.learning.errors import LearningError

MARK: Final = b"babalab environment 1\n"
_LENGTHS: Final = struct.Struct("<II")  # checksum, length of the header
_WRONG: Final = (
    ValueError, TypeError, LookupError, AttributeError, RecursionError, BabalabError,
)  # fmt: skip
"""What reading a header that is another one raises."""
_ABOUT: Final = ("name", "author", "id", "solution")


@dataclass(frozen=True)
class SavedState:
    """The saved state of an environment."""

    settings: dict[str, Any]
    """The settings that must be the same where it is restored."""
    weights: list[float]
    source: Any
    """The state of the source in JSON types and arrays, or None where it has none."""
    changed: tuple[list[Level], list[Start]] | None
    """The levels and starts, where the source has changed them since the environment was made."""
    slots: bytes

    def to_bytes(self) -> bytes:
        """Return the saved state as bytes."""
        header = json.dumps(
            {
                "settings": self.settings,
                "weights": self.weights,
                "source": self.source,
                "changed": None if self.changed is None else _describe(*self.changed),
            },
            default=lambda array: array.tolist(),
        ).encode()
        body = header + self.slots
        return MARK + _LENGTHS.pack(zlib.crc32(body), len(header)) + body

    @classmethod
    def from_bytes(cls, saved: bytes) -> SavedState:
        """Read what `to_bytes` wrote. Raises `LearningError` if it is anything else."""
        if not isinstance(saved, bytes | bytearray | memoryview):
            raise LearningError(f"a saved environment is bytes, not {type(saved).__name__}")
        saved = bytes(saved)
        start = len(MARK) + _LENGTHS.size
        if not saved.startswith(MARK) or len(saved) < start:
            raise LearningError("these bytes are no saved environment; give what save() returned")
        checksum, length = _LENGTHS.unpack_from(saved, len(MARK))
        if zlib.crc32(saved[start:]) != checksum:
            raise LearningError("this saved environment is damaged: its checksum is wrong")
        try:
            header = json.loads(saved[start : start + length])
            changed = header["changed"]
            return cls(
                settings=dict(header["settings"]),
                weights=_read_weights(header["weights"]),
                source=header["source"],
                changed=None if changed is None else _read(changed),
                slots=saved[start + length :],
            )
        except _WRONG as error:
            raise LearningError(f"this saved environment is damaged: {error!r}") from None

    def check(self, here: dict[str, Any]) -> None:
        """Raise `LearningError`, which names the difference, unless the settings are these."""
        names = {"digest": "levels", "num_envs": "number of slots"}
        for key, value in here.items():
            if (there := self.settings.get(key)) == value:
                continue
            what = names.get(key, key)
            if key == "digest":
                raise LearningError("this environment was saved with other levels or starts")
            raise LearningError(
                f"this environment was saved with another {what}: {there!r} there, {value!r} here"
            )


def make_digest(levels: Sequence[Level], starts: Sequence[Start]) -> str:
    """Return a text that tells these levels and starts from any others."""
    digest = hashlib.blake2b(digest_size=16)
    for level in levels:
        digest.update(level.line.encode() + b"\n")
    for start in starts:
        digest.update(start.level.to_bytes(4, "little") + strip_tag(start.row))
    return digest.hexdigest()


def _describe(levels: Sequence[Level], starts: Sequence[Start]) -> dict[str, Any]:
    return {
        "levels": [
            {"rows": level.rows, **{key: getattr(level, key) for key in _ABOUT}} for level in levels
        ],
        "starts": [(start.level, b64encode(start.row).decode()) for start in starts],
    }


def _read_weights(weights: list[float]) -> list[float]:
    if not all(0 <= float(each) < math.inf for each in weights):
        raise ValueError("weights are numbers that are not negative")
    return [float(each) for each in weights]


def _read(described: dict[str, Any]) -> tuple[list[Level], list[Start]]:
    levels = [Level(**{**each, "rows": tuple(each["rows"])}) for each in described["levels"]]
    return levels, [
        Start(level, levels[level].adopt(b64decode(row))) for level, row in described["starts"]
    ]
