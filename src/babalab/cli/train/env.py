"""`babalab env`: the environments for learners, and how fast they are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from babalab.base.wording import pluralize
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.columns import names, numbers, texts
from babalab.cli.ui.completion import offer
from babalab.cli.ui.console import out
from babalab.cli.ui.exit_codes import EPILOG
from babalab.cli.ui.files import check_writable
from babalab.cli.ui.finders import find_level_sets
from babalab.cli.ui.help_texts import PlainGroup
from babalab.cli.ui.lazy_commands import make_group
from babalab.cli.ui.live import ProgressLine, show_live
from babalab.cli.ui.options import option
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import add_row, make_table, print_table
from babalab.levels import AddressError, handmade_packs, load_levels
from babalab.levels.files import write_text

COMMANDS = {
    "bench": (
        "env:bench_environments",
        "Measure steps per second in one thread, beside a plain Python environment.",
    ),
    "list": (
        "env:list_environments",
        "List the observations and rewards of environments, and what games can show.",
    ),
}

app = typer.Typer(
    cls=PlainGroup,
    help="List the observations and rewards of environments, and measure their speed.",
    epilog=EPILOG,
    no_args_is_help=True,
)


def bench_environments(
    levels: Annotated[
        str | None,
        option(
            "Levels to measure on.",
            "--levels",
            "-l",
            metavar="SET",
            usual="our packs",
            autocompletion=offer(find_level_sets),
        ),
    ] = None,
    seconds: Annotated[
        float, option("Approximate time for each figure.", min=0.01, metavar="SECONDS")
    ] = 1,
    output: Annotated[
        Path | None, option("Also write the JSON to this file.", "--output", "-o")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Measure steps per second in one thread, beside a plain Python environment."""
    from babalab.learning.errors import require_learn_extra

    require_learn_extra("babalab env bench")
    from babalab.bench.environments import measure_environments

    name = levels or "our packs"
    found = (
        load_levels(levels)
        if levels
        else [each for pack in handmade_packs() for each in pack.levels]
    )
    if not found:
        raise AddressError(f"{name} holds no levels to measure on")
    if output is not None:
        check_writable(output)
    bar = ProgressLine("measuring")
    with show_live(bar, quiet=as_json) as refresh:

        def note(what: str) -> None:
            bar.update(f"measuring {what}")
            refresh()

        report = measure_environments(found, name, seconds, note)
    if output is not None:
        write_text(output, json.dumps(report.as_json(), indent=2) + "\n")
    if as_json:
        emit_json(report.as_json())
        return
    title = f"{pluralize(len(found), 'level')} of {name}, one thread"
    table = make_table(
        texts("environment"),
        names("observation", priority=2),
        names("masks", priority=3),
        names("observations are", priority=4),
        numbers("steps/s"),
        numbers("times plain", priority=1),
        title=title,
    )
    for case, rate, ratio in report.speeds:
        add_row(
            table,
            case.title,
            case.observation,
            "yes" if case.masks else "no",
            "copies" if case.copied else "views",
            f"{rate:,.0f}",
            f"{ratio:,.0f}" if ratio >= 10 else f"{ratio:.1f}",
        )
    print_table(table)


def list_environments(as_json: AsJson = False) -> None:
    """List the observations and rewards of environments, and what games can show."""
    from babalab.games import games
    from babalab.learning.envs.observations import OBSERVATIONS
    from babalab.learning.rewards import NAMED, PARTS

    shown = {name: list(game.observations) for name, game in games().items()}

    if as_json:
        emit_json(
            {
                "observations": {each.name: each.holds for each in OBSERVATIONS.values()},
                "rewards": {each.name: each.meaning for each in NAMED.values()},
                "parts": {each.name: each.meaning for each in PARTS.values()},
                "games": shown,
            }
        )
        return
    tables = (
        (("observation", "holds"), [(each.name, each.holds) for each in OBSERVATIONS.values()]),
        (("reward", "is"), [(each.name, each.meaning) for each in NAMED.values()]),
        (("part of rewards", "is"), [(each.name, each.meaning) for each in PARTS.values()]),
        (
            ("game (babalab/Game-v0)", "can be observed as"),
            [(name, ", ".join(kinds)) for name, kinds in shown.items()],
        ),
    )
    for place, ((name, meaning), rows) in enumerate(tables):
        if place:
            out.print()
        print_table(make_table(names(name), texts(meaning), rows=rows))


env_group = make_group(app, __package__, COMMANDS)
