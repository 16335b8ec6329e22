"""Texts that name a class of ours, or one in a file of the user's, for any process."""

from __future__ import annotations

import re
from pathlib import Path

FILE = re.compile(r".+?\.py(?=:|$)")
"""The file at the start of a text such as ``my_agent.py:MyAgent``."""


def for_any_process(text: str) -> tuple[str, bool]:
    """The text, with the whole path if it names a file; and whether it does.

    >>> for_any_process("mcts:plays=10")
    ('mcts:plays=10', False)
    """
    file = FILE.match(text)
    if file is None:
        return text, False
    return f"{Path(file[0]).absolute()}{text[file.end() :]}", True
