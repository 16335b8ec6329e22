"""Text with styles, for the consoles."""

from __future__ import annotations

from typing import Any

import rich.text

from babalab.base.visible import make_visible


class Text(rich.text.Text):
    r"""Rich's text, made visible when it is made, so that its width is that of what is shown.

    >>> Text("\x1b[2J").cell_len
    7
    """

    def __init__(self, text: str = "", *arguments: Any, **more: Any) -> None:
        super().__init__(make_visible(text), *arguments, **more)

    def append(self, text: rich.text.Text | str, style: Any = None) -> rich.text.Text:
        """See Rich."""
        return super().append(make_visible(text) if isinstance(text, str) else text, style)
