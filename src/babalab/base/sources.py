"""Specs: strings that name a built-in or user-defined object and can be resolved in any process."""

from __future__ import annotations

import re
from pathlib import Path

FILE = re.compile(r".+?\.py(?=:|$)")
"""The file at the start of a text such as ``my_agent.py:MyAgent``."""
DESCRIPTION = ".txt"
"""How a file ends that is all of the text: a game of VGDL, by its whole path."""


def for_any_process(text: str) -> tuple[str, bool]:
    """Return the text, with the whole path if it names a file; and whether it does.

    >>> for_any_process("mcts:plays=10")
    ('mcts:plays=10', False)
    """
    file = file_named(text)
    if file is None:
        return text, False
    return f"{Path(file).absolute()}{text[len(file) :]}", True


def file_named(text: str) -> str | None:
    """Return the file of the user's that a text begins with, if it does.

    >>> file_named("mine.py:Mine"), file_named("/games/mine.txt"), file_named("mcts:plays=10")
    ('mine.py', '/games/mine.txt', None)
    """
    file = FILE.match(text)
    if file is not None:
        return file[0]
    return text if text.endswith(DESCRIPTION) and Path(text).is_absolute() else None
