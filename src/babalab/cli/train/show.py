"""`babalab train show`: what a file of trained weights is, and how it was made."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from babalab.agents import agents
from babalab.base.wording import format_size
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.columns import names, texts
from babalab.cli.ui.completion import offer
from babalab.cli.ui.console import out
from babalab.cli.ui.finders import find_trained
from babalab.cli.ui.options import argument
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.tables import make_table, print_table
from babalab.cli.ui.text import Text

if TYPE_CHECKING:
    from babalab.learning.training.weights_file import WeightsFile


def show_trained(
    where: Annotated[
        str,
        argument(
            "A policy, a checkpoint, a training's folder, or an agent: rl.",
            metavar="FILE",
            autocompletion=offer(find_trained),
        ),
    ],
    as_json: AsJson = False,
) -> None:
    """Show what was trained and how: recipe, command, steps, time, scores."""
    file = _find(where)
    weights = sum(tensor.numel() for tensor in file.select_tensors("policy.").values())
    if as_json:
        emit_json(
            {
                "file": str(file.path),
                "kind": file.kind,
                "weights": weights,
                "recipe": asdict(file.recipe),
                "facts": dict(file.facts),
            }
        )
        return
    facts = file.facts
    out.print(
        Text(
            f"{file.path.name}: {format_size(file.path.stat().st_size)}, {weights:,} weights, "
            f"{facts.get('steps', 0):,} steps in {facts.get('seconds', 0):,.0f} s "
            f"on {facts.get('device', '?')}, {facts.get('made', '?')}"
        )
    )
    if facts.get("command"):
        out.print(Text(str(facts["command"])))
    if "evaluation" in facts:
        out.print(Text(_describe_evaluation(facts["evaluation"])))
    for what, score in facts.get("scores", {}).items():
        out.print(Text(f"{what}: {score}"))
    rows = (
        (name, f"{value:g}" if isinstance(value, float) else str(value))
        for name, value in asdict(file.recipe).items()
    )
    print_table(make_table(names("field"), texts("value"), rows=rows))


def _find(where: str) -> WeightsFile:
    """Return the file that is meant. Raises `BabalabError` if there is none."""
    from babalab.learning.errors import LearningError, require_learn_extra

    require_learn_extra("babalab train")
    from babalab.learning.policies.agents import PolicyAgent
    from babalab.learning.training.checkpoint import read_latest_checkpoint
    from babalab.learning.training.weights_file import read_weights

    kind = agents().get(where)
    if kind is not None and not Path(where).exists():
        if not issubclass(kind, PolicyAgent):
            raise LearningError(f"{where} plays without a trained policy")
        return read_weights(kind().file())
    if Path(where).is_dir():
        return read_latest_checkpoint(Path(where))
    return read_weights(Path(where))


def _describe_evaluation(evaluation: dict[str, Any]) -> str:
    after = f" after {evaluation['steps']:,} steps" if "steps" in evaluation else ""
    return (
        f"evaluated{after} on {evaluation.get('levels_from', '?')}: "
        f"{evaluation['solved']:.1%} solved, {evaluation['greedy']:.1%} greedily, "
        f"{evaluation['sampled']:.1%} of sampled episodes"
    )
