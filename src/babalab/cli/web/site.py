"""`babalab site`: the page as a folder of static files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from babalab.base.wording import format_size, pluralize
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.console import complain, err
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.options import argument
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.text import Text
from babalab.cli.web.levels import LevelChoice, collect_levels

if TYPE_CHECKING:
    from babalab.web import LevelSet, Site


def write_page(
    folder: Annotated[
        Path, argument("A new or empty folder, or one with such a site.", metavar="FOLDER")
    ],
    *,
    choice: LevelChoice,
    as_json: AsJson = False,
) -> None:
    """Write the page, where people play, build and analyse levels, as a folder to put on the web.

    Any server of static files will do: engine and solver run in the browser. A site that is there
    already is replaced; files that others put beside it stay. Ctrl-C while levels are solved writes
    the site with the solutions found so far.

    Examples: 'babalab site public', 'babalab site public --levels keke/full_biy -l my-level.txt'.
    """
    from babalab.web import make_site, write_site
    from babalab.web.site_folder import check_folder

    check_folder(folder)
    sets, complete = collect_levels(choice, quiet=as_json)
    site = make_site(sets)
    removed = write_site(site, folder)
    if as_json:
        emit_json(_as_json(folder, site, sets, removed, complete))
    else:
        err.print(Text(_summarize(folder, site, sets)))
    if not complete:
        complain("interrupted: some levels are there without what a solution would tell of them")
        raise typer.Exit(ExitCode.INTERRUPTED)


def _as_json(
    folder: Path, site: Site, sets: list[LevelSet], removed: list[str], complete: bool
) -> dict[str, Any]:
    """Return what was written, in types JSON knows."""
    return {
        "folder": str(folder),
        "version": site.version,
        "files": len(site.files),
        "bytes": site.size,
        "removed": removed,
        "sets": [
            {**each.summary_as_json(), "solved": sum(bool(facts.solution) for facts in each.facts)}
            for each in sets
        ],
        "complete": complete,
    }


def _summarize(folder: Path, site: Site, sets: list[LevelSet]) -> str:
    levels = sum(len(each.levels) for each in sets)
    solved = sum(bool(facts.solution) for each in sets for facts in each.facts)
    without = f", {levels - solved:,} without a solution" if solved < levels else ""
    return (
        f"wrote {folder}: {pluralize(len(site.files), 'file')}, {format_size(site.size)}, "
        f"{pluralize(levels, 'level')}{without}"
    )
