"""`babalab reproduce`: the papers' tables and figures, ours beside theirs."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

import babalab.papers as papers
from babalab.cli.reproduce.exhibit import print_exhibit
from babalab.cli.reproduce.monitor import make_terminal_laboratory
from babalab.cli.ui.arguments import CPUS, ONE_EACH, AsJson, Place, StoreAddress
from babalab.cli.ui.console import complain
from babalab.cli.ui.declared_commands import DeclaredCommand, DeclaredCommands
from babalab.cli.ui.exit_codes import EPILOG, ExitCode
from babalab.cli.ui.files import check_picture_file
from babalab.cli.ui.help_texts import HOW, OUTPUT
from babalab.cli.ui.options import option


class ExperimentCommands(DeclaredCommands):
    """A command for each experiment."""

    def list_names(self) -> list[str]:
        """Return the names of all experiments."""
        return list(papers.experiments())

    def declare(self, name: str) -> DeclaredCommand:
        """Return the command that runs an experiment; `--output` is for those that are drawn."""
        kind = papers.experiment_named(name)
        left_out = () if kind.is_drawn else ("output",)
        return DeclaredCommand(partial(run, kind), kind.list_options(), kind.describe(), left_out)


_app = typer.Typer(cls=ExperimentCommands, epilog=EPILOG, subcommand_metavar="[NAME] [OPTIONS]")


@_app.callback(invoke_without_command=True)
def reproduce(
    context: typer.Context,
    _list: Annotated[bool, option("List all experiments, as without a name.", "--list")] = False,
    store: StoreAddress = None,
    as_json: AsJson = False,
) -> None:
    """Run what a published table or figure needs and print our figures beside the paper's.

    Without a name, list all experiments, what they take, and how much of each is done. What is done
    is not run again. Differences are ours minus theirs, those of win rates in percentage points.
    """
    if context.invoked_subcommand is None:
        print_exhibit(papers.list_experiments(papers.Laboratory(store)), as_json=as_json)


def run(
    kind: type[papers.Experiment],
    *,
    workers: Annotated[
        int, option("Number of processes.", usual=ONE_EACH, min=1, max=1024, panel=HOW)
    ] = CPUS,
    on: Place = "workers",
    store: StoreAddress = None,
    output: Annotated[
        Path | None,
        option(
            "Write the picture to this .png or .svg file.",
            "--output",
            "-o",
            metavar="FILE",
            panel=OUTPUT,
        ),
    ] = None,
    as_json: AsJson = False,
    **chosen: Any,
) -> None:
    """Run an experiment with the given options, and print its exhibit."""
    check_picture_file(output)
    laboratory = make_terminal_laboratory(store, on, workers, quiet=as_json)
    try:
        print_exhibit(kind.make(**chosen).run(laboratory), output, as_json=as_json)
    except papers.Interrupted as stop:
        complain(str(stop))
        raise typer.Exit(ExitCode.INTERRUPTED) from None


reproduce_group = typer.main.get_group(_app)
