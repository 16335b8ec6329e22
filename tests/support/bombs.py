"""Compressed files that are small until somebody unpacks them."""

from __future__ import annotations

import zlib

_BLOCK = 1 << 20


def make_bomb(head: bytes, filling: bytes, size: int) -> bytes:
    """A gzip file of `head` and then some `size` bytes of the filling, made without unpacking it.

    A block that ends with a full flush may stand there as often as one likes. The checksum at the
    end is missing: who gets as far has unpacked everything.
    """
    packer = zlib.compressobj(9, wbits=31)
    start = packer.compress(head) + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(filling * (_BLOCK // len(filling))) + packer.flush(zlib.Z_FULL_FLUSH)
    return start + block * (size // _BLOCK)
