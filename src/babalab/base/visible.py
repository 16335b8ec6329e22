r"""Words from files are data: what would steer a terminal is written out instead.

Names, ids, authors and messages of files may hold anything. Control characters could clear the
screen, set its title or forge a line; bidirectional overrides could show words in another order
than they have; half a surrogate pair can't be encoded at all. All that babalab prints goes through
`make_visible`: plain text in `cli.ui.streams`, everything else in `cli.ui.console` and
`cli.ui.text`. What it draws goes through `base.markup`.
"""

from __future__ import annotations

import re
from typing import Final

_STEERING: Final = (
    "\x00-\x1f\x7f-\x9f"  # C0, DEL, C1
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # bidirectional marks, overrides, isolates
    "\u2028\u2029"  # separators of lines and paragraphs
    "\ud800-\udfff"  # half a surrogate pair
    "\ufffe\uffff"  # no characters at all, and forbidden in XML
)
_IN_LINES: Final = re.compile(rf"(?![\n\t])[{_STEERING}]")
_IN_A_LINE: Final = re.compile(rf"[{_STEERING}]")


def make_visible(text: str) -> str:
    r"""Return the text with an escape in place of each character that steers a terminal.

    Line breaks and tabs stay: texts of ours have them.

    >>> print(make_visible("\x1b[2Jname\n\u202eeman\r"))
    \x1b[2Jname
    \u202eeman\r
    """
    return _IN_LINES.sub(_escape, text)


def make_one_line(text: str) -> str:
    r"""Do the same to line breaks and tabs: for names among other things on a line.

    >>> print(make_one_line("one\nerror: another"))
    one\nerror: another
    """
    return _IN_A_LINE.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    return ascii(match[0])[1:-1]
