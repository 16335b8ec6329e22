"""Breaking text into lines: between words, and long names where they may be folded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import chain, pairwise

import rich.text
from rich.cells import cell_len

from babalab.cli.ui.console import Console, out
from babalab.cli.ui.text import Text

WORDS = re.compile(r"\s*\S+\s*")
FOLDS = (
    re.compile(r"(?:(?<=[:/,])(?<!=/)|(?<=\w\())(?![:/(),\s])(?!(?<=\d.)\d)"),
    re.compile(r"(?<==)(?=[^=\s])|(?<=[^\W\d]-)(?=[^\W\d])"),
)
"""The places in a word where it may go on in the next line, the best first.

They are not inside numbers such as 10,000 and 2/3.
"""


def split_words(text: str) -> list[str]:
    """Return the words of a text, each with the space after it.

    >>> split_words("a wider terminal")
    ['a ', 'wider ', 'terminal']
    """
    return WORDS.findall(text)


def split_folds(text: str) -> list[str]:
    """Return the smallest parts of a text that stay together on a line.

    >>> split_folds("mcts:plays=10,c=-1 with 10,000")
    ['mcts:', 'plays=', '10,', 'c=', '-1 ', 'with ', '10,000']
    """
    return [part for word in split_words(text) for part in _fold(word, 0)]


def measure_longest(parts: list[str]) -> int:
    """Return the width of the longest part; 0 if there are none."""
    return max((cell_len(part.strip()) for part in parts), default=0)


def wrap(text: rich.text.Text, width: int) -> list[rich.text.Text]:
    """Return a text in lines: broken between words, and inside only of those that don't fit.

    Such words are folded where `split_folds` says. A part that is longer than the width is a line
    of its own.
    """
    return [line for each in text.split("\n", allow_blank=True) for line in _wrap(each, width)]


def print_wrapped(text: rich.text.Text | str, console: Console = out) -> None:
    """Print text, on a terminal broken between words; into a pipe or file in one line."""
    shown = Text(text) if isinstance(text, str) else text
    if not console.is_terminal:
        console.print(shown)
        return
    for line in wrap(shown, console.width):
        console.print(line)


def _wrap(text: rich.text.Text, width: int) -> list[rich.text.Text]:
    if cell_len(text.plain) <= width:
        return [text]
    places = []
    used = place = 0
    for part in _split_to_fit(text.plain, width):
        length = cell_len(part.rstrip())
        if used and used + length > width:
            places.append(place)
            used = 0
        used += cell_len(part)
        place += len(part)
    lines = []
    for begin, end in pairwise(chain([0], places, [len(text.plain)])):
        line = text[begin:end]
        line.rstrip()
        lines.append(line)
    return lines


def _split_to_fit(text: str, width: int) -> Iterator[str]:
    for word in split_words(text):
        yield from _fold(word, width)


def _fold(word: str, width: int, folds: Sequence[re.Pattern[str]] = FOLDS) -> Iterator[str]:
    if not folds or cell_len(word.strip()) <= width:
        yield word
        return
    for part in folds[0].split(word):
        yield from _fold(part, width, folds[1:])
