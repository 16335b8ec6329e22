"""`babalab levels fetch`: download published sets of levels."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from babalab.base.suggestions import unknown
from babalab.base.wording import format_size, pluralize
from babalab.cli.ui.arguments import AsJson, Force
from babalab.cli.ui.completion import offer
from babalab.cli.ui.console import out
from babalab.cli.ui.finders import find_published_sets
from babalab.cli.ui.live import ProgressLine, show_live
from babalab.cli.ui.options import argument, option
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.text import Text
from babalab.levels import AddressError
from babalab.levels.fetch import Fetched, fetch
from babalab.levels.fetched import PUBLISHED_SETS, PublishedSet


def fetch_sets(
    which: Annotated[
        str,
        argument(
            "keke: all sets of the Keke competition; keke/demo: one of them.",
            metavar="SET",
            autocompletion=offer(find_published_sets),
        ),
    ],
    to: Annotated[
        Path | None, option("Folder to write to.", metavar="FOLDER", usual="your data folder")
    ] = None,
    url: Annotated[
        str | None, option("Address of a mirror.", metavar="BASE", usual="the publisher's")
    ] = None,
    force: Force = False,
    as_json: AsJson = False,
) -> None:
    """Download published sets of levels, and check that they are what was published.

    Without --to they are known by their addresses from then on: keke/demo, keke/full_biy.
    """
    found = []
    for published in _find_sets(which):
        fetched = _fetch(published, to, url, force)
        if as_json:
            found.append(
                {
                    "set": published.address,
                    "levels": published.levels,
                    "file": str(fetched.file),
                    "new": fetched.is_new,
                }
            )
            continue
        known_as = f"{published.address}: " if to is None else ""
        state = "fetched" if fetched.is_new else "there already"
        out.print(
            Text(f"{known_as}{pluralize(published.levels, 'level')} in {fetched.file} ({state})")
        )
    if as_json:
        emit_json(found)


def _fetch(published: PublishedSet, to: Path | None, url: str | None, force: bool) -> Fetched:
    """Fetch a set; on a terminal, show how much has come."""
    bar = ProgressLine(published.address)
    with show_live(bar, quiet=True):

        def watch(done: int, total: int | None) -> None:
            of = "" if total is None else f" of {format_size(total)}"
            bar.update(f"{published.address}: {format_size(done)}{of}", done, total)

        return fetch(published, to=to, base=url, force=force, watch=watch)


def _find_sets(which: str) -> list[PublishedSet]:
    found = [each for each in PUBLISHED_SETS if which in (each.collection, each.address)]
    if not found:
        collections = dict.fromkeys(each.collection for each in PUBLISHED_SETS)
        known = [*collections, *(each.address for each in PUBLISHED_SETS)]
        raise AddressError(unknown("published set", which, known))
    return found
