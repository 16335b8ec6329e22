"""`babalab tunings`: the tuning runs in a store."""

from __future__ import annotations

from dataclasses import asdict

from babalab.cli.ui.arguments import AsJson, StoreAddress
from babalab.cli.ui.columns import names, numbers
from babalab.cli.ui.console import err
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import add_row, make_table, print_table
from babalab.cli.ui.text import Text


def tunings(store: StoreAddress = None, as_json: AsJson = False) -> None:
    """List the tuning runs in the store, with the best that each has found."""
    from babalab.arena import Store
    from babalab.tuning import best, load_history, runs

    with Store(store, read_only=True, made_by="babalab tune") as results:
        found = [(run, best(load_history(results, run.name).evaluations)) for run in runs(results)]
    if as_json:
        emit_json(
            [
                {**asdict(run), "best": None if chosen is None else asdict(chosen)}
                for run, chosen in found
            ]
        )
        return
    if not found:
        err.print(Text("no tuning runs; 'babalab tune' makes some"))
        return
    table = make_table(
        names("name"),
        names("agent", priority=2, shared="agent {}"),
        names("optimiser", priority=4, shared="optimiser {}"),
        names("levels", priority=3, shared="levels {}"),
        names("begun", priority=6),
        numbers("evaluations", priority=1),
        numbers("solved"),
        numbers("fitness", priority=5),
    )
    for run, chosen in found:
        settings = run.settings
        add_row(
            table,
            run.name,
            settings["agent"],
            settings["optimizer"],
            settings["levels"],
            run.created[:16].replace("T", " "),
            f"{run.evaluations}/{settings['evaluations']}",
            "" if chosen is None else f"{chosen.solved}/{chosen.attempts}",
            "" if chosen is None else f"{chosen.fitness:,.1f}",
        )
    print_table(table)
