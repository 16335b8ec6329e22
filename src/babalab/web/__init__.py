"""The page: the engine and the champion in a browser, as a folder of static files.

`make_site` puts the files together: what is in ``page``, the sprites, the icons and the levels.
`write_site` writes them into a folder, and `make_app` serves them; see docs/page.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from babalab.base.lazy import import_lazily

if TYPE_CHECKING:
    from babalab.web.errors import SiteError
    from babalab.web.level_data import LevelSet, collect_sets
    from babalab.web.server import make_app
    from babalab.web.site import Site, make_site
    from babalab.web.site_folder import write_site
    from babalab.web.sprite_sheet import SpriteSheet, make_sprite_sheet

__all__ = [
    "LevelSet",
    "Site",
    "SiteError",
    "SpriteSheet",
    "collect_sets",
    "make_app",
    "make_site",
    "make_sprite_sheet",
    "write_site",
]

__getattr__, __dir__ = import_lazily(
    __name__,
    {
        ".errors": ("SiteError",),
        ".level_data": ("LevelSet", "collect_sets"),
        ".server": ("make_app",),
        ".site": ("Site", "make_site"),
        ".site_folder": ("write_site",),
        ".sprite_sheet": ("SpriteSheet", "make_sprite_sheet"),
    },
)
