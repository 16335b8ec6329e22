"""`babalab plot`: pictures of tuning runs."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

from babalab.cli.ui.arguments import StoreAddress
from babalab.cli.ui.completion import offer_in
from babalab.cli.ui.console import err
from babalab.cli.ui.files import check_picture_file
from babalab.cli.ui.finders import find_tuning
from babalab.cli.ui.options import argument, option
from babalab.cli.ui.text import Text


class PictureName(StrEnum):
    """The pictures there are."""

    FITNESS = "fitness"
    WEIGHTS = "weights"
    FRONT = "front"
    IMPORTANCE = "importance"


def plot(
    picture: Annotated[
        PictureName,
        argument(
            "fitness: over evaluations; weights: of the best agents; front: the Pareto front; "
            "importance: of the parameters."
        ),
    ],
    runs: Annotated[
        list[str],
        argument(
            "Names of tuning runs; 'babalab tunings' lists them.",
            metavar="RUN",
            autocompletion=offer_in(find_tuning),
        ),
    ],
    output: Annotated[
        Path, option("File to write: .png or .svg.", "--output", "-o", metavar="FILE")
    ],
    store: StoreAddress = None,
) -> None:
    """Plot tuning runs: the fitness, the weights, the Pareto front or the importance.

    Runs of the same optimiser with several seeds make one curve with a band from the worst to the
    best of them.
    """
    from babalab.arena import Store
    from babalab.tuning import load_history
    from babalab.tuning.pictures.of_runs import PICTURES

    check_picture_file(output)
    with Store(store, read_only=True, made_by="babalab tune") as results:
        histories = [load_history(results, name) for name in dict.fromkeys(runs)]
    PICTURES[picture.value](output, histories)
    err.print(Text(f"wrote {output}"))
