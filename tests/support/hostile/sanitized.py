"""The core that was built with the address and undefined-behaviour sanitizers."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import Final

from support.hostile.core import VARIABLE

FOLDER: Final = Path(__file__).parents[3] / "build/sanitize-python"
"""Where `make sanitized-core` builds it."""
EXIT_STATUS: Final = 99
"""The exit status of a process in which a sanitizer has found something."""


def find_core() -> Path | None:
    """Return the file of the core, None if it was not built."""
    return next(FOLDER.glob("_core*.so"), None)


def environment_for(core: Path) -> dict[str, str]:
    """Return the environment in which Python can load such a core."""
    # The sanitizer has to find the standard library's way to throw before Python loads it.
    libraries = [_find_library(name) for name in ("libasan.so", "libstdc++.so")]
    options = f"exitcode={EXIT_STATUS}:max_allocation_size_mb=3072:print_stacktrace=1"
    return os.environ | {
        VARIABLE: str(core),
        "LD_PRELOAD": " ".join(libraries),
        "ASAN_OPTIONS": f"{options}:detect_leaks=0",
        "UBSAN_OPTIONS": options,
    }


def _find_library(name: str) -> str:
    return subprocess.check_output(["gcc", f"-print-file-name={name}"], text=True).strip()


def ran_out_of_memory(report: str) -> bool:
    """Return whether a sanitizer has ended what without it would raise MemoryError."""
    signs = ("allocation-size-too-big", "out-of-memory", "failed to allocate")
    return any(each in report for each in signs)
