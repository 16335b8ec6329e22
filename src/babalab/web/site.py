"""The site: every file of the page by its path, in memory.

Most of them are those of the folder ``page`` as they are. Levels, sprites and icons are made from
what babalab draws and knows itself, and the service worker learns the digest of every file.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

from babalab.base.version import __version__
from babalab.web.icons import make_icons
from babalab.web.level_data import LevelSet
from babalab.web.sprite_sheet import make_sprite_sheet

SERVICE_WORKER: Final = "service-worker.js"
FIRST_PAGE: Final = "index.html"
SPRITES: Final = "sprites.png"
MEDIA_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
}
"""The types of the files of a site, by suffix."""
NOT_SERVED: Final = frozenset({"package.json", "babalab.sources.json"})
"""Files of the package for npm that no browser asks for."""
_DIGITS: Final = 16


@dataclass(frozen=True)
class Site:
    """The files of a site by their paths, with slashes."""

    files: Mapping[str, bytes]

    @cached_property
    def digests(self) -> dict[str, str]:
        """A digest of each file."""
        return {path: digest_of(content) for path, content in self.files.items()}

    @property
    def version(self) -> str:
        """A digest of all files: it changes when any of them does."""
        return digest_of(json.dumps(sorted(self.digests.items())).encode())

    @property
    def size(self) -> int:
        """The number of bytes of all files."""
        return sum(map(len, self.files.values()))


def make_site(sets: Sequence[LevelSet]) -> Site:
    """Put together the site with these sets of levels."""
    files = dict(_read_page())
    sheet = make_sprite_sheet()
    files[SPRITES] = sheet.png
    files["sprites.json"] = _to_json(sheet.as_json(SPRITES))
    files.update((f"icons/{name}", content) for name, content in make_icons())
    for each in sets:
        files[f"data/packs/{each.id}.json"] = _to_json(each.as_json())
    summaries = [each.summary_as_json() for each in sets]
    files["data/packs.json"] = _to_json({"version": __version__, "packs": summaries})
    return put_together(files)


def put_together(files: Mapping[str, bytes]) -> Site:
    """Return the site of these files, whose service worker learns which there are."""
    others = {path: files[path] for path in sorted(files) if path != SERVICE_WORKER}
    worker = _list_for_worker(Site(others)) + files[SERVICE_WORKER]
    return Site({**others, SERVICE_WORKER: worker})


def digest_of(content: bytes) -> str:
    """Return the digest by which versions of a file are told apart."""
    return hashlib.sha256(content).hexdigest()[:_DIGITS]


def media_type_of(path: str) -> str:
    """Return the media type of a file of a site."""
    return MEDIA_TYPES[path[path.rindex(".") :]]


def _read_page() -> Iterator[tuple[str, bytes]]:
    """Yield the files of the folder ``page`` that a browser may ask for."""
    return _walk(resources.files("babalab.web") / "page", "")


def _walk(folder: Traversable, prefix: str) -> Iterator[tuple[str, bytes]]:
    for each in folder.iterdir():
        path = f"{prefix}{each.name}"
        if each.is_dir():
            yield from _walk(each, f"{path}/")
        elif each.name not in NOT_SERVED and each.name.endswith(tuple(MEDIA_TYPES)):
            yield path, each.read_bytes()


def _list_for_worker(site: Site) -> bytes:
    """Return the line that tells the service worker which files there are.

    Browsers compare this file byte for byte with the one they have, so any change is noticed.
    """
    listed = json.dumps({"version": site.version, "files": site.digests}, separators=(",", ":"))
    return f"self.SITE = {listed};\n".encode()


def _to_json(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()
