"""Unpacking of compressed data from files, which may claim any size and become any size."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Final

GZIP_MARK: Final = b"\x1f\x8b"
_CHUNK: Final = 1 << 16


class UnpackError(ValueError):
    """Compressed data that are damaged, cut off or too large; the message says which."""


def stream_gzip(data: bytes) -> Iterator[bytes]:
    """Yield the content of one gzip member in small chunks, so that a reader can stop early.

    Raises `UnpackError`, also for anything that follows the member.
    """
    unpacker = zlib.decompressobj(wbits=31)
    try:
        while chunk := unpacker.decompress(unpacker.unconsumed_tail or data, _CHUNK):
            data = b""
            yield chunk
    except zlib.error as error:
        raise UnpackError(f"the compressed file is damaged ({error})") from None
    if not unpacker.eof:
        raise UnpackError("the compressed file is cut off")
    if unpacker.unused_data:
        raise UnpackError("something follows the compressed data")


def unpack_zlib(data: bytes, size: int) -> bytes:
    """Return what was packed by `zlib.compress`, of exactly this size. Raises `UnpackError`.

    >>> unpack_zlib(zlib.compress(b"abc"), 3)
    b'abc'
    """
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(data, size + 1)
    except zlib.error as error:
        raise UnpackError(f"the compressed data are damaged ({error})") from None
    if len(content) != size or not unpacker.eof or unpacker.unused_data:
        raise UnpackError("the compressed data have another size than they should")
    return content
