"""`babalab train export`: write the policy of a training to a file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from babalab.base.wording import format_size
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.console import out
from babalab.cli.ui.files import check_writable
from babalab.cli.ui.options import argument, option
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.text import Text


def export(
    folder: Annotated[Path, argument("Folder of a training, or a checkpoint.", metavar="DIR")],
    file: Annotated[Path, argument("File to write.", metavar="FILE")],
    half: Annotated[
        bool, option("Store 16-bit weights: half the size, nearly the same.", "--half")
    ] = False,
    last: Annotated[bool, option("Use the last checkpoint, not the best.", "--last")] = False,
    as_json: AsJson = False,
) -> None:
    """Export the policy of a training: its weights, its recipe, and how it was made."""
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
    if as_json:
        emit_json({"file": str(file), "bytes": file.stat().st_size, "steps": steps, "half": half})
        return
    out.print(Text(f"{file}: {format_size(file.stat().st_size)}, the policy after {steps:,} steps"))
