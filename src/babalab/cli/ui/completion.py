"""Completing the words of a command line, in any shell: quickly, and never with an error.

A *finder* takes the word typed so far and yields what it may become. `offer` makes of one what
Typer's `autocompletion` expects. What a finder raises or prints is discarded: it may read files
and stores that are absent or damaged while somebody is only typing.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

VARIABLE: Final = "_BABALAB_COMPLETE"
"""The environment variable by which a shell asks for completions."""
MOST: Final = 1000
"""The largest number of words that are offered."""
_BREAKS: Final = (":", "=")
"""Characters at which bash divides words."""

Finder = Callable[[str], Iterable[str]]


def offer(source: Finder | Iterable[str]) -> Callable[..., list[str]]:
    """Return the completion of an option that takes one of these words, or what a finder finds."""
    find = source if callable(source) else lambda _: source

    def complete(ctx: Any, incomplete: str) -> list[str]:
        del ctx
        return _collect(find, incomplete)

    return complete


def offer_in(find: Callable[[Any, str], Iterable[str]]) -> Callable[..., list[str]]:
    """Return a completion by a finder that also takes the context: what was typed before."""

    def complete(ctx: Any, incomplete: str) -> list[str]:
        return _collect(lambda word: find(ctx, word), incomplete)

    return complete


def in_list(find: Finder) -> Finder:
    """Return a finder for the last item of a list with commas."""

    def find_last(word: str) -> Iterator[str]:
        before, comma, last = word.rpartition(",")
        for each in find(last):
            yield f"{before}{comma}{each}"

    return find_last


def is_asked() -> bool:
    """Tell whether this process was started by a shell, for completions."""
    return os.environ.get(VARIABLE, "").startswith("complete_")


def answer(program: Callable[[], int]) -> int:
    """Run the program, which prints completions and nothing else, not even errors.

    Bash divides words at colons and equals signs, and replaces only what is behind the last one.
    """
    typed = _join_words() if os.environ[VARIABLE] == "complete_bash" else ""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(io.StringIO()):
        code = program()
    option, equals, value = typed.partition("=")
    value = value if equals and option.startswith("--") else typed
    kept = max(map(value.rfind, _BREAKS)) + 1
    for line in filter(None, printed.getvalue().split("\n")):
        found = line[kept:] if line.startswith(value[:kept]) else line
        sys.stdout.write(f"{found}\n")
    sys.stdout.flush()
    return code


def _join_words() -> str:
    """Put together what bash has divided, for Click to read, and return the word typed so far."""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    place = os.environ.get("COMP_CWORD", "")
    if not place.isdecimal() or len(words) <= int(place):
        return ""
    joined: list[str] = []
    for number, word in enumerate(words[: int(place) + 1]):
        if number > 1 and word and (_is_break(word) or _is_break(words[number - 1])):
            joined[-1] += word
        else:
            joined.append(word)
    os.environ["COMP_WORDS"] = "\n".join(joined)
    os.environ["COMP_CWORD"] = str(len(joined) - 1)
    return joined[-1]


def _is_break(word: str) -> bool:
    return word != "" and not word.strip("".join(_BREAKS))


def _collect(find: Finder, word: str) -> list[str]:
    found: dict[str, None] = {}
    nothing = io.StringIO()
    with (
        contextlib.suppress(Exception),
        contextlib.redirect_stdout(nothing),
        contextlib.redirect_stderr(nothing),
    ):
        for each in find(word):
            if each.startswith(word) and each.isprintable():
                found[each] = None
            if len(found) == MOST:
                break
    return list(found)
