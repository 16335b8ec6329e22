"""`babalab train export`: the policy of a training by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from babalab.base.wording import format_size
from babalab.cli.ui.console import out
from babalab.cli.ui.files import check_writable


def export(
    folder: Annotated[
        Path, typer.Argument(metavar="DIR", help="The folder of a training, or a checkpoint.")
    ],
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What to write.")],
    half: Annotated[
        bool, typer.Option("--half", help="Weights in 16 bits: half the size, nearly the same.")
    ] = False,
    last: Annotated[
        bool, typer.Option("--last", help="The last checkpoint, even if another was better.")
    ] = False,
) -> None:
    """Write the policy of a training by itself: its weights, its recipe, and how it was made."""
    from babalab.learning.errors import require_learn_extra

    require_learn_extra("babalab train")
    from babalab.learning.policies.policy_file import export_policy
    from babalab.learning.training.checkpoint import BEST, FOLDER, read_latest_checkpoint
    from babalab.learning.training.weights_file import read_weights

    check_writable(file)
    best = folder / FOLDER / BEST
    if folder.is_file():
        checkpoint = read_weights(folder, "training")
    elif best.is_file() and not last:
        checkpoint = read_weights(best, "training")
    else:
        checkpoint = read_latest_checkpoint(folder)
    export_policy(checkpoint, file, half=half)
    steps = checkpoint.facts["steps"]
    out.print(Text(f"{file}: {format_size(file.stat().st_size)}, the policy after {steps:,} steps"))
