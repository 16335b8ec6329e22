"""Limit the memory of this process, where the system can do that (Linux)."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def limit_memory(more: int | None) -> Iterator[None]:
    """Limit the growth of this process's memory to `more` bytes; None is no limit.

    Beyond that allocating fails, with `MemoryError` in Python. Elsewhere than on Linux there
    is no such limit, and the machine's own is the only one.
    """
    if more is None or sys.platform != "linux":
        yield
        return
    import resource

    before, most = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split(maxsplit=1)[0])
    limit = pages * os.sysconf("SC_PAGE_SIZE") + more
    if most != resource.RLIM_INFINITY:
        limit = min(limit, most)
    resource.setrlimit(resource.RLIMIT_AS, (limit, most))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (before, most))


def measure_memory() -> int:
    """Return the memory that this process has at present, in bytes; at most so far on macOS."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split(maxsplit=2)[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        try:
            import resource
        except ImportError:  # on Windows nobody knows
            return 0
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def half_of_memory() -> int:
    """Return half of this machine's memory in bytes; 2 GiB where that can't be found out."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (AttributeError, ValueError, OSError):
        return 2 << 30
