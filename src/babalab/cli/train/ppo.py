"""`babalab train ppo`: teach a policy to play."""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.text import Text

from babalab.base.errors import BabalabError
from babalab.base.wording import pluralize
from babalab.cli.train.display import TrainingWatcher, print_summary, watch_training
from babalab.cli.ui.arguments import AsJson
from babalab.cli.ui.console import complain, err
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.interrupts import catch_interrupts
from babalab.cli.ui.options import option
from babalab.cli.ui.streams import emit_json

if TYPE_CHECKING:
    from babalab.learning.training.training import Training


def train_ppo(
    preset: Annotated[str | None, option("paper or strong.", usual="paper")] = None,
    levels: Annotated[
        str | None, option("The levels to train on: a pack, a file; or several: a,b", metavar="SET")
    ] = None,
    without: Annotated[
        str | None,
        option("Leave out what is equivalent to one of these: a test set, say.", metavar="SET"),
    ] = None,
    reward: Annotated[
        str | None, option("distance, knowledge, sparse, …: see babalab reward.")
    ] = None,
    steps: Annotated[int | None, option("Of all environments together.", min=1)] = None,
    envs: Annotated[int | None, option("Environments side by side.", min=1)] = None,
    seed: Annotated[int | None, option("Of everything random.", min=0)] = None,
    changes: Annotated[
        list[str] | None,
        option("Any other field of the recipe; may be repeated.", "--set", metavar="FIELD=VALUE"),
    ] = None,
    output: Annotated[
        Path | None, option("Where it is kept.", metavar="DIR", usual="PRESET-SEED")
    ] = None,
    resume: Annotated[
        Path | None, option("Go on with the training in this folder.", metavar="DIR")
    ] = None,
    evaluate_on: Annotated[
        str | None, option("Evaluate on these; keep the best.", "--eval-levels", metavar="SET")
    ] = None,
    evaluate_every: Annotated[
        int | None, option("", "--eval-every", min=1, metavar="STEPS", usual="1,000,000")
    ] = None,
    episodes: Annotated[
        int | None, option("Sampled ones a level.", "--eval-episodes", min=0, usual="4")
    ] = None,
    patience: Annotated[
        int | None, option("End after so many evaluations without a better one; 0: don't.", min=0)
    ] = None,
    checkpoint_minutes: Annotated[
        float | None, option("", "--checkpoint-every", min=0, metavar="MINUTES", usual="10")
    ] = None,
    device: Annotated[
        str | None, option("auto (a GPU if there is one), cpu, cuda.", usual="auto")
    ] = None,
    threads: Annotated[
        int | None,
        option(
            "For playing and, without a GPU, learning.",
            min=1,
            max=1024,
            usual="one for each processor",
        ),
    ] = None,
    compiled: Annotated[
        bool | None,
        option(
            "On a GPU, compile a network over planes: a minute at first, then much faster.",
            "--compile/--no-compile",
            usual="no",
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Train a policy by PPO with the adaptive KL penalty of "Efficient Solver", Algorithm 4.

    The folder gets checkpoints, a learning curve (metrics.jsonl) and event files for TensorBoard.
    Ctrl-C ends the update under way, saves, and says how to go on.
    """
    from babalab.learning.extra import need_the_extra

    need_the_extra("babalab train")
    from babalab.learning.training.training import Habits, Training

    chosen = {
        "levels": levels, "without": without, "reward": reward, "envs": envs, "seed": seed,
    }  # fmt: skip
    looked_after = {
        "evaluate_on": evaluate_on,
        "evaluate_every": evaluate_every,
        "episodes": episodes,
        "patience": patience,
        "checkpoint_minutes": checkpoint_minutes,
        "device": device,
        "threads": threads,
        "compiled": compiled,
    }
    habits: dict[str, Any] = {
        name: value for name, value in looked_after.items() if value is not None
    }
    if resume is not None:
        others: dict[str, Any] = {"--preset": preset, "--set": changes, "--output": output}
        others |= {f"--{name}": value for name, value in chosen.items()}
        _refuse([option for option, value in others.items() if value not in (None, [])])
        training = Training.resume(resume, habits, steps=steps)
    else:
        recipe = _recipe(preset or "paper", {**chosen, "steps": steps}, changes or [])
        folder = output or Path(f"{recipe.preset}-{recipe.seed}")
        command = shlex.join(["babalab", *sys.argv[1:]])
        everyone = {"threads": os.cpu_count() or 1}
        training = Training(recipe, folder, Habits(**{**everyone, **habits, "command": command}))
    _use_threads(training.habits.threads)
    _follow(training, as_json)


def _recipe(preset: str, chosen: dict[str, Any], changes: list[str]) -> Any:
    from babalab.learning.training.presets import preset_named
    from babalab.learning.training.recipe import parse_changes

    given = {name: value for name, value in chosen.items() if value is not None}
    return preset_named(preset).changed({**given, **parse_changes(changes)})


def _refuse(options: list[str]) -> None:
    if options:
        raise BabalabError(
            f"{options[0]} and --resume can't be together: a training goes on with the recipe it "
            "began with, and only --steps may change"
        )


def _use_threads(threads: int) -> None:
    import torch

    torch.set_num_threads(threads)


def _follow(training: Training, as_json: bool) -> None:
    """Let a training go on to its end, or to Ctrl-C."""
    recipe, folder = training.recipe, training.folder
    if not as_json:
        weights = sum(each.numel() for each in training.model.policy.parameters())
        err.print(
            Text(
                f"{folder}: {recipe.preset}, {recipe.reward} on "
                f"{pluralize(len(training.course.levels), 'level')}, "
                f"{pluralize(recipe.envs, 'environment')}, {weights:,} weights, "
                f"on {training.device}"
            )
        )
        if left_out := training.course.left_out:
            err.print(
                Text(
                    f"{pluralize(left_out, 'level')} larger than {recipe.size} left out; "
                    "--set size=ROWSxCOLUMNS takes them in"
                )
            )
        if shared := training.shared_levels:
            err.print(
                Text(f"{pluralize(shared, 'level')} of the evaluation's trained on, too: mind that")
            )
    watcher = TrainingWatcher(recipe.steps, training.steps)
    announcement = "ending this update and saving; again to stop at once"
    try:
        with (
            catch_interrupts(announcement) as asked,
            closing(training.run(stop=lambda: bool(asked))) as reports,
        ):
            watch_training(reports, watcher, quiet=as_json)
    except KeyboardInterrupt:
        complain("stopped within an update: what was saved last is safe")
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    if as_json:
        emit_json(_summary(training, watcher))
    if asked and not training.done:
        complain(
            f"interrupted after {training.steps:,} of {recipe.steps:,} steps, which are safe; "
            f"'{shlex.join(['babalab', 'train', 'ppo', '--resume', str(folder)])}' goes on"
        )
        raise typer.Exit(ExitCode.INTERRUPTED)
    if not as_json:
        print_summary(watcher, folder, training.seconds)


def _summary(training: Training, watcher: TrainingWatcher) -> dict[str, Any]:
    from dataclasses import asdict

    last = watcher.last
    return {
        "folder": str(training.folder),
        "recipe": asdict(training.recipe),
        "steps": training.steps,
        "seconds": round(training.seconds, 3),
        "steps_per_second": None if last is None else round(last.rate, 1),
        "success_rate": None if last is None else last.success,
        "success_by_class": None if last is None else last.row["success_by_class"],
        "evaluation": None if watcher.scores is None else watcher.scores.as_json(),
        "done": training.done,
    }
