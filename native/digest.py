"""Write the digests of the native sources as a C++ header; run by CMake.

Results are stored under fingerprints that contain these digests, so a digest has to change with
what the code does and, as far as possible, with nothing else. It is computed over the tokens of
the sources: comments, white space, `#include` and `#pragma` lines do not count, nor do the names
of files, their folders and their order.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

SOURCES: Final = {
    "SEARCH": (
        "search/*.?pp",
        "baba/dead_end.?pp",
        "baba/fixtures.?pp",
        "baba/future.?pp",
        "baba/hash.hpp",
        "baba/picture.?pp",
        "baba/possible.?pp",
        "base/hash.hpp",
    ),
    "GAMES": ("sokoban/*.?pp", "base/plays.hpp", "base/random.hpp"),
    "MAPS": ("maps/*.?pp",),
    "VGDL": ("vgdl/*.?pp", "base/random.hpp"),
}
"""The files behind each digest, as patterns relative to this folder."""

_PREFIX = r"(?:u8|[uUL])?"
_TOKEN: Final = re.compile(
    rf"""
    (?P<comment> //[^\n]* | /\*.*?\*/ )
  | (?P<newline> \n )
  | (?P<space> [ \t\r\v\f]+ | \\\r?\n )
  | (?P<token>
        {_PREFIX}R"(?P<mark>[^\s()\\]*)\(.*?\)(?P=mark)"
      | {_PREFIX}"(?:\\.|[^"\\\n])*"
      | {_PREFIX}'(?:\\.|[^'\\\n])*'
      | \.?\d(?:[eEpP][+-]|'\w|[\w.])*
      | [^\W\d]\w*
      | <=> | <<= | >>= | ->\* | \.\.\.
      | :: | \+\+ | -- | -> | << | >> | && | \|\| | \#\# | \.\* | [-+*/%&|^=!<>]=
      | .
    )""",
    re.VERBOSE | re.DOTALL,
)


def normalized(text: str) -> str:
    """Return the tokens of a C++ source, separated by single spaces.

    A preprocessor directive stays on a line of its own, since its end is the end of the line, and
    keeps single spaces where it had any: `#define F (x)` is not `#define F(x)`.
    """
    return " ".join(_pieces(text))


def _pieces(text: str) -> Iterator[str]:
    """Yield the tokens outside of directives one by one, and every directive as a whole."""
    directive: str | None = None
    at_line_start = True
    for match in _TOKEN.finditer(text + "\n"):
        token = match["token"]
        if match["newline"]:
            if directive is not None and not re.match(r"# ?(include|pragma)\b", directive):
                yield f"\n{directive.rstrip()}\n"
            directive, at_line_start = None, True
        elif directive is not None:
            directive = directive + token if token else directive.rstrip() + " "
        elif token == "#" and at_line_start:
            directive = token
        elif token:
            yield token
            at_line_start = False


def digest(texts: Iterable[str]) -> str:
    """Return the digest of some sources. Their order does not count, nor do empty ones."""
    tokens = filter(None, map(normalized, texts))
    parts = sorted(hashlib.sha256(each.encode()).hexdigest() for each in tokens)
    return hashlib.sha256("".join(parts).encode()).hexdigest()


def digests(native: Path) -> dict[str, str]:
    """Return all digests of the sources in a folder like this one, by name."""
    found = {}
    for name, patterns in SOURCES.items():
        files = [file for pattern in patterns for file in native.glob(pattern)]
        found[name] = digest(file.read_text("utf-8") for file in files)
    return found


def _main(output: Path) -> None:
    lines = ["#pragma once", ""]
    for name, value in digests(Path(__file__).parent).items():
        lines.append(f'#define BABALAB_{name}_DIGEST "{value}"')
    text = "\n".join(lines) + "\n"
    # Left alone if nothing changed, so that nothing is compiled again.
    if not output.exists() or output.read_text("utf-8") != text:
        output.parent.mkdir(parents=True, exist_ok=True)
        output.write_text(text, "utf-8")


if __name__ == "__main__":
    _main(Path(sys.argv[1]))
