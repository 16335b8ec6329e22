"""Whether a file can be written, found out before the work rather than after it."""

from __future__ import annotations

import os
from pathlib import Path

from babalab.base.errors import BabalabError


def check_writable(path: Path) -> None:
    """Raise `BabalabError` with the path unless a file can be written there, as far as we know."""
    folder = path.absolute().parent
    if path.is_dir():
        raise BabalabError(f"{path}: it is a folder; name a file in it")
    if not folder.is_dir():
        raise BabalabError(f"{path}: there is no folder {folder}")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise BabalabError(f"{path}: it can't be written; name another file")
