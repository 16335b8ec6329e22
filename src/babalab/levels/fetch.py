"""Fetching published sets of levels: download, check, and only then put in place."""

from __future__ import annotations

import http.client
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from babalab.base.errors import BabalabError
from babalab.base.version import __version__
from babalab.game.errors import LevelError
from babalab.levels.errors import FileError
from babalab.levels.fetched import PublishedSet, digest_of
from babalab.levels.files import read_bytes, write_bytes
from babalab.levels.keke_json import read_keke_json
from babalab.levels.source_text import decode

SECONDS: Final = 20.0
"""The time to wait for a server that says nothing."""
MOST_SECONDS: Final = 120.0
"""The time limit for a whole file, however steadily it drips."""
MOST_BYTES: Final = 8 * 2**20
"""No published set is nearly as large."""
_CHUNK: Final = 16 * 1024

Watch = Callable[[int, int | None], None]
"""Called with the bytes that have come, and how many there will be if that is known."""


class FetchError(BabalabError):
    """A set that could not be fetched, with what to do about it."""


@dataclass(frozen=True)
class Fetched:
    """A set that has been fetched, now or before."""

    file: Path
    is_new: bool
    """Whether it was downloaded; otherwise it was there before, whole and right."""


def fetch(
    published: PublishedSet,
    *,
    to: Path | None = None,
    base: str | None = None,
    force: bool = False,
    watch: Watch | None = None,
) -> Fetched:
    """Put a set into the folder `to`, or where its address leads, and return where it is.

    `base` is the address of a mirror's folder that has the file under the same name. A file that
    is there and is something else is left alone, unless `force` is given. Raises `FetchError`,
    `FileError`.
    """
    file = published.file if to is None else to / f"{published.name}.json"
    if file.exists() and not force:
        if _is_whole(published, file):
            return Fetched(file, is_new=False)
        raise FetchError(f"{file}: there is another file already; --force overwrites it")
    url = f"{(base or published.base).rstrip('/')}/{published.remote_name}"
    data = download(url, watch)
    check(published, data, url)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{file.parent}: can't be made: {error.strerror}") from error
    write_bytes(file, data)
    return Fetched(file, is_new=True)


def check(published: PublishedSet, data: bytes, where: str) -> None:
    """Raise `FetchError` unless this is the set as it was published."""
    try:
        levels = read_keke_json(decode(data)).require_levels()
    except LevelError as error:
        raise FetchError(f"{where}: not a set of levels: {error.diagnostics[0].message}") from error
    if len(levels) != published.levels:
        raise FetchError(
            f"{where}: not {published.address}: it has {published.levels} levels, "
            f"and here are {len(levels)}"
        )
    if digest_of(levels) != published.digest:
        raise FetchError(
            f"{where}: its maps are not those of {published.address}: it was changed or damaged; "
            "nothing was kept"
        )


def download(url: str, watch: Watch | None = None) -> bytes:
    """Download an http or https address and return its content. Raises `FetchError`."""
    if not url.lower().startswith(("http://", "https://")):
        raise FetchError(f"{url}: not an address of the web; it must begin with https://")
    try:
        request = urllib.request.Request(url, headers={"User-Agent": f"babalab/{__version__}"})
        with urllib.request.urlopen(request, timeout=SECONDS) as response:
            return _read(response, url, watch)
    except urllib.error.HTTPError as error:
        with error:
            raise FetchError(f"{url}: {_explain_status(error)}") from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise FetchError(
            f"{url}: can't be fetched: {_explain(error)}; are you online? A mirror can be named "
            "with --url, and a file you have can be used by its path"
        ) from error


def _read(response: http.client.HTTPResponse, url: str, watch: Watch | None) -> bytes:
    announced = response.headers.get("Content-Length", "")
    expected = int(announced) if announced.isdecimal() else None
    deadline = time.monotonic() + MOST_SECONDS
    data = bytearray()
    while chunk := response.read1(_CHUNK):
        data += chunk
        if len(data) > MOST_BYTES:
            raise FetchError(f"{url}: larger than {MOST_BYTES >> 20} MiB, which no set is")
        if time.monotonic() > deadline:
            raise FetchError(f"{url}: not done after {MOST_SECONDS:g} s; try again later")
        if watch is not None:
            watch(len(data), expected)
    if expected is not None and len(data) != expected:
        raise FetchError(
            f"{url}: the connection ended after {len(data):,} of {expected:,} bytes; try again"
        )
    return bytes(data)


def _explain_status(error: urllib.error.HTTPError) -> str:
    if error.code in (404, 410):
        return f"there is no such file (the server says {error.code}); see if --url is right"
    if 300 <= error.code < 400:
        return "the server's redirections lead nowhere; see if --url is right"
    return f"the server says {error.code} {error.reason}; try again later"


def _explain(error: Exception) -> str:
    cause = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(cause, TimeoutError):
        return "no answer in time"
    if isinstance(cause, OSError) and cause.strerror:
        return cause.strerror.lower()
    return str(cause) or type(cause).__name__


def _is_whole(published: PublishedSet, file: Path) -> bool:
    try:
        check(published, read_bytes(file), str(file))
    except FetchError:
        return False
    return True
