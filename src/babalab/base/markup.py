"""Words in HTML and SVG: no markup of their own, and no characters that XML forbids."""

from __future__ import annotations

import html

from babalab.base.visible import make_one_line


def escape(text: str) -> str:
    r"""Return a text that a page or picture shows as it is, with the rest written out.

    >>> print(escape("<b>\x1b & \ud800"))
    &lt;b&gt;\x1b &amp; \ud800
    """
    return html.escape(make_one_line(text))
