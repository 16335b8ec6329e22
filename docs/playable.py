"""Pictures of levels that can be played in place, and the page that they are played on.

A picture directly above a block with ``babalab play LEVEL`` gets a link that plays this level, and
so do those of `PICTURES`. The link leads to the page, which every build of the site gets a copy of;
the script ``_static/playable.js`` opens it in a frame in place of the picture.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any, Final

from docutils import nodes
from sphinx.application import Sphinx

from babalab.base.markup import escape
from babalab.levels import is_level_text
from babalab.web import collect_sets, make_site, write_site

FOLDER: Final = "page"
"""The folder of the page in the site."""
PICTURES: Final = {"pictures/dry-land.gif": "metamorphosis/dry-land"}
"""Levels of pictures without such a block."""
_PLAY: Final = re.compile(r"^\$ (babalab play .+)$", re.MULTILINE)


def connect(app: Sphinx) -> None:
    """Add the links to pages as they are written, and the page at the end."""
    app.add_js_file("playable.js", loading_method="defer")
    app.connect("doctree-resolved", add_links)
    app.connect("build-finished", add_page)


def add_links(app: Sphinx, doctree: nodes.document, name: str) -> None:
    """Put a link below every picture of a level that can be played."""
    if app.builder.format != "html":
        return
    for picture in list(doctree.findall(nodes.image)):
        level = PICTURES.get(picture["uri"]) or _find_level_below(picture)
        if level is not None:
            root = "../" * name.count("/")
            link = make_link(f"{root}{FOLDER}/index.html", level, picture.get("alt", level))
            _block_of(picture).parent.insert(
                _block_of(picture).parent.index(_block_of(picture)) + 1,
                nodes.raw("", link, format="html"),
            )


def make_link(page: str, level: str, title: str) -> str:
    """Return the link that plays a level, an address of our packs or a map on one line."""
    address = f"~{level}" if is_level_text(level) else level
    return (
        f'<p class="play"><a href="{escape(page)}#/play/{escape(address)}" '
        f'data-title="{escape(title)}">Play this level</a></p>'
    )


def add_page(app: Sphinx, error: Exception | None) -> None:
    """Write the page with our packs into the site."""
    if error is None and app.builder.format == "html":
        sets, _ = collect_sets()
        write_site(make_site(sets), Path(app.outdir) / FOLDER)


def _block_of(picture: nodes.image) -> Any:
    """Return the picture, or the paragraph that it stands in."""
    return picture.parent if isinstance(picture.parent, nodes.paragraph) else picture


def _find_level_below(picture: nodes.image) -> str | None:
    """Return the level of the command in the block that follows a picture."""
    block = _block_of(picture)
    following = block.next_node(descend=False, siblings=True)
    if not isinstance(following, nodes.literal_block):
        return None
    found = _PLAY.search(following.astext())
    return None if found is None else shlex.split(found[1])[2]
