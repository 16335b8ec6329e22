"""Writing a site into a folder, so that at any time there is the old one or the new one."""

from __future__ import annotations

import json
import os
import shutil
import uuid
from pathlib import Path, PurePosixPath
from typing import Final

from babalab.web.errors import SiteError
from babalab.web.site import FIRST_PAGE, SERVICE_WORKER, Site

LISTING: Final = "babalab-site.json"
"""The file by which a folder is known to be a site of ours; it names all the others."""
_STAGING: Final = ".babalab-"
"""The names of folders in which a site is prepared begin with this."""
_MOST_LISTED: Final = 1 << 24


def write_site(site: Site, folder: Path) -> list[str]:
    """Write a site into a folder: a new one, an empty one, or one with a site of ours.

    Return the paths of files that the site before had and this one doesn't, which are removed;
    files that babalab did not write stay. Everything is written beside the old files first and
    then moved in their place, so that a run that is interrupted leaves a whole site. Raises
    `SiteError`.
    """
    check_folder(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _remove_staging(folder)
        staging = folder / f"{_STAGING}{uuid.uuid4().hex}"
        try:
            _write_files(site, staging)
            return _move_in_place(site, staging, folder)
        finally:
            shutil.rmtree(staging, ignore_errors=True)
    except OSError as error:
        where = error.filename or folder
        raise SiteError(f"{where}: can't be written: {error.strerror or error}") from error


def check_folder(folder: Path) -> None:
    """Raise `SiteError` unless a site may be written into the folder: see `write_site`."""
    above = folder.absolute()
    nearest = next(each for each in (above, *above.parents) if each.exists())
    if not nearest.is_dir():
        raise SiteError(f"{nearest}: it is a file; name a folder")
    if not os.access(nearest, os.W_OK):
        raise SiteError(f"{nearest}: it can't be written; name another folder")
    try:
        others = folder.exists() and any(
            not each.name.startswith(_STAGING) for each in folder.iterdir()
        )
    except OSError as error:
        raise SiteError(f"{folder}: can't be read: {error.strerror or error}") from error
    if others and _read_listing(folder) is None:
        raise SiteError(
            f"{folder}: there are files in it, and they are no site of babalab's; "
            "name a new or an empty folder"
        )


def _read_listing(folder: Path) -> list[str] | None:
    """Return the files of the site in a folder; None if there is none of ours."""
    file = folder / LISTING
    try:
        if file.stat().st_size > _MOST_LISTED:
            return None
        listed = json.loads(file.read_text(encoding="utf-8"))
        files = listed["files"]
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None
    return files if isinstance(files, list) and all(map(_is_inside, files)) else None


def _is_inside(path: object) -> bool:
    """Return whether this is the path of a file below the folder that it is told in."""
    if not isinstance(path, str) or "\\" in path or "\0" in path or ":" in path:
        return False
    parts = PurePosixPath(path).parts
    return bool(parts) and not path.startswith("/") and ".." not in parts


def _write_files(site: Site, staging: Path) -> None:
    listing = {"version": site.version, "files": [*site.files, LISTING]}
    files = {**site.files, LISTING: json.dumps(listing, indent=1).encode()}
    for path, content in files.items():
        target = staging / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def _move_in_place(site: Site, staging: Path, folder: Path) -> list[str]:
    """Move all files in their places, and remove those of the former site that are left.

    It takes milliseconds. Ctrl-C waits for it: it can be begun again where it was broken off.
    """
    former = _read_listing(folder) or []
    # First the list of what belongs to the site, last what begins everything.
    last = [FIRST_PAGE, SERVICE_WORKER]
    order = [LISTING, *(path for path in site.files if path not in last), *last]
    interrupted = False
    while True:
        try:
            for path in order:
                _move(staging / path, folder / path)
            gone = [path for path in former if path not in site.files and path != LISTING]
            for path in gone:
                (folder / path).unlink(missing_ok=True)
                _remove_empty_folders(folder, path)
            break
        except KeyboardInterrupt:
            interrupted = True
    if interrupted:
        raise KeyboardInterrupt
    return gone


def _move(source: Path, target: Path) -> None:
    if source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        source.replace(target)


def _remove_empty_folders(folder: Path, path: str) -> None:
    for parent in list(PurePosixPath(path).parents)[:-1]:
        try:
            (folder / parent).rmdir()
        except OSError:
            return


def _remove_staging(folder: Path) -> None:
    """Remove what a run that was killed has left."""
    for each in folder.glob(f"{_STAGING}*"):
        shutil.rmtree(each, ignore_errors=True)
