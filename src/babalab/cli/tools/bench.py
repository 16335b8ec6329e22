"""`babalab bench`: the speed of the engine, and a signature of its behaviour."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from babalab.base.wording import pluralize
from babalab.bench.engine import measure_engine
from babalab.bench.report import Report
from babalab.bench.signature import compute_signature, play_natively
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.columns import names, numbers, texts
from babalab.cli.ui.completion import offer
from babalab.cli.ui.files import check_writable
from babalab.cli.ui.finders import find_level_sets
from babalab.cli.ui.live import ProgressLine, show_live
from babalab.cli.ui.options import argument, option
from babalab.cli.ui.streams import emit, emit_json
from babalab.cli.ui.tables import add_row, make_table, print_table
from babalab.game.level import Level
from babalab.levels import AddressError, FileError, handmade_packs, load_levels
from babalab.levels.files import write_text

if TYPE_CHECKING:
    from babalab.games.vgdl.game import VgdlGame

COMMUNITY_LEVELS = Path("../shared/keke/levels/full_biy.json")
"""The levels that all figures refer to, if they are there beside the repository."""
SMALL_UNITS = ("us", "%", "x")
"""Units of figures that are shown with one decimal."""


class Group(StrEnum):
    """The groups of measurements."""

    ALL = "all"
    ENGINE = "engine"
    PLANNING = "planning"
    GENERATION = "generation"
    ARCADE = "arcade"
    PAGE = "page"


def bench(
    group: Annotated[
        Group,
        argument(
            "engine (the game and searches), planning (planners and tuners), generation (maps), "
            "arcade (VGDL games), page (the page, in Chromium), or all.",
            metavar="GROUP",
        ),
    ] = Group.ALL,
    levels: Annotated[
        str | None,
        option(
            "Levels to measure on.",
            "--levels",
            "-l",
            metavar="SET",
            usual="full_biy if found, or our packs",
            autocompletion=offer(find_level_sets),
        ),
    ] = None,
    path: Annotated[
        Path | None, option("Folder of VGDL games to measure.", metavar="DIR", usual="four of ours")
    ] = None,
    seconds: Annotated[
        float, option("Approximate time for each figure.", min=0.01, metavar="SECONDS")
    ] = 3,
    output: Annotated[
        Path | None, option("Also write the JSON to this file.", "--output", "-o")
    ] = None,
    only_signature: Annotated[
        bool, option("Print one number that changes only with behaviour.", "--signature")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Measure the engine (steps, breadth-first children, the size of states), planners and maps.

    For planners: iterations and forward-model steps per second on every game, and generations in
    the core and in plain Python. For online tuners: microseconds per iteration, and the cost of
    logging. For generation: maps judged per second, and the factor over plain Python. For VGDL
    games: steps per second with and without copying the state, and in plain Python. For the page:
    what it loads, how soon it answers, and its core beside the native one; it is part of all if
    Chromium and Playwright are there.
    """
    if only_signature:
        emit(f"{compute_signature(play_natively)}\n")
        return
    of_levels = group in (Group.ALL, Group.ENGINE, Group.PAGE)
    name, found = _choose_levels(levels) if of_levels else ("", [])
    if not found and of_levels:
        raise AddressError(f"{name} holds no levels to measure on")
    games = _find_arcade_games(path) if group in (Group.ALL, Group.ARCADE) else {}
    if output is not None:
        _make_folder(output.parent)
        check_writable(output)
    report = Report(name, len(found))
    bar = ProgressLine("measuring")
    with show_live(bar, quiet=as_json) as refresh:

        def note(what: str) -> None:
            bar.update(f"measuring {what}")
            refresh()

        if group in (Group.ALL, Group.ENGINE):
            measure_engine(report, found, seconds, note)
        if group in (Group.ALL, Group.PLANNING):
            from babalab.bench.planning import measure_planning

            measure_planning(report, seconds, note)
        if group in (Group.ALL, Group.GENERATION):
            from babalab.bench.generation import measure_generation

            measure_generation(report, seconds, note)
        if group in (Group.ALL, Group.ARCADE):
            from babalab.bench.arcade import measure_arcade

            measure_arcade(report, games, seconds, note)
        if group in (Group.ALL, Group.PAGE):
            from babalab.web.browser import find_lack_of_browser
            from babalab.web.measuring import measure_page

            if group is Group.PAGE or find_lack_of_browser() is None:
                measure_page(report, found, seconds, note)
    if output is not None:
        write_text(output, json.dumps(report.as_json(), indent=2) + "\n")
    if as_json:
        emit_json(report.as_json())
        return
    title = f"{pluralize(len(found), 'level')} of {name}" if found else None
    table = make_table(texts(), numbers("figure"), names(), title=title)
    for measurement in report.measurements:
        digits = 1 if measurement.unit in SMALL_UNITS else 0
        add_row(table, measurement.title, f"{measurement.value:,.{digits}f}", measurement.unit)
    print_table(table)


def _find_arcade_games(folder: Path | None) -> Mapping[str, type[VgdlGame]]:
    from babalab.bench.arcade import list_our_games
    from babalab.games.vgdl import games_in

    return list_our_games() if folder is None else games_in(folder)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{folder}: can't be made: {error.strerror or error}") from error


def _choose_levels(levels: str | None) -> tuple[str, list[Level]]:
    if levels is not None:
        return levels, load_levels(levels)
    if COMMUNITY_LEVELS.is_file():
        return "full_biy", load_levels(COMMUNITY_LEVELS)
    return "our packs", [level for pack in handmade_packs() for level in pack.levels]
