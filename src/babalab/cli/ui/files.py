"""Files that commands write."""

from __future__ import annotations

import os
from pathlib import Path

from babalab.base.errors import BabalabError


def check_writable(path: Path) -> None:
    """Raise `BabalabError` with the path unless a file can be written there, as far as we know.

    Commands call it before the work rather than fail after it.
    """
    folder = path.absolute().parent
    if path.is_dir():
        raise BabalabError(f"{path}: it is a folder; name a file in it")
    if not folder.is_dir():
        raise BabalabError(f"{path}: there is no folder {folder}")
    if not os.access(path if path.exists() else folder, os.W_OK):
        raise BabalabError(f"{path}: it can't be written; name another file")


def check_picture_file(path: Path | None) -> None:
    """Raise `BabalabError` unless a picture can be written there; do nothing without a path."""
    if path is not None:
        from babalab.arena.pictures.canvas import check_picture

        check_picture(path)
        check_writable(path)


def write_new_file(path: Path, text: str, *, force: bool) -> None:
    """Write a file. Raises `BabalabError` if there is one already, unless `force` is given."""
    try:
        with path.open("w" if force else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise BabalabError(f"{path} is there already; --force overwrites it") from None
    except OSError as error:
        raise BabalabError(f"{path}: can't be written: {error.strerror or error}") from error
