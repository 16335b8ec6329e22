"""Specs: strings that name a built-in or user-defined object and can be resolved in any process."""

from __future__ import annotations

import re
from pathlib import Path

FILE = re.compile(r".+?\.py(?=:|$)")
"""The file at the start of a text such as ``my_agent.py:MyAgent``."""
DESCRIPTION = ".txt"
"""The suffix of files that are named by their whole path alone: games of VGDL."""


def make_absolute(text: str) -> tuple[str, bool]:
    """Return the spec with the absolute path of the file it names, and whether it names one.

    >>> make_absolute("mcts:plays=10")
    ('mcts:plays=10', False)
    """
    file = find_file(text)
    if file is None:
        return text, False
    return f"{Path(file).absolute()}{text[len(file) :]}", True


def find_file(text: str) -> str | None:
    """Return the path of the user's file that a spec begins with, if it does.

    >>> find_file("mine.py:Mine"), find_file("/games/mine.txt"), find_file("mcts:plays=10")
    ('mine.py', '/games/mine.txt', None)
    """
    file = FILE.match(text)
    if file is not None:
        return file[0]
    return text if text.endswith(DESCRIPTION) and Path(text).is_absolute() else None
