"""`babalab train ppo`: train a policy to play."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from babalab.base.errors import BabalabError
from babalab.base.wording import pluralize
from babalab.cli.train.display import TrainingWatcher, print_summary, watch_training
from babalab.cli.ui.arguments import CPUS, AsJson
from babalab.cli.ui.completion import in_list, offer
from babalab.cli.ui.console import complain, err
from babalab.cli.ui.exit_codes import ExitCode
from babalab.cli.ui.finders import find_level_sets, find_preset, find_reward
from babalab.cli.ui.help_texts import HOW, OUTPUT
from babalab.cli.ui.interrupts import catch_interrupts
from babalab.cli.ui.options import MOST_COUNT, given_options, option
from babalab.cli.ui.streams import emit_json
from babalab.cli.ui.text import Text
from babalab.learning.training.presets import PRESETS, preset_named

if TYPE_CHECKING:
    from babalab.learning.training.recipe import Recipe
    from babalab.learning.training.training import Training

TRAINING: Final = "What is trained"
EVALUATION: Final = "Evaluation"
PRESET_NAMES: Final = ", ".join(PRESETS)


@dataclass(frozen=True)
class RecipeOptions:
    """The fields of a recipe that are changed most often."""

    levels: Annotated[
        str | None,
        option(
            "Levels to train on: a pack or a file; several as a,b.",
            "--levels",
            "-l",
            metavar="SET",
            panel=TRAINING,
            autocompletion=offer(in_list(find_level_sets)),
        ),
    ] = None
    without: Annotated[
        str | None,
        option(
            "Leave out levels equivalent to one of these, such as a test set.",
            metavar="SET",
            panel=TRAINING,
            autocompletion=offer(in_list(find_level_sets)),
        ),
    ] = None
    reward: Annotated[
        str | None,
        option(
            "distance, knowledge, sparse, …: see 'babalab reward'.",
            metavar="REWARD",
            panel=TRAINING,
            autocompletion=offer(find_reward),
        ),
    ] = None
    steps: Annotated[
        int | None,
        option(
            "Steps of all environments together; the last update has as many as are left.",
            min=1,
            panel=TRAINING,
        ),
    ] = None
    envs: Annotated[
        int | None,
        option("Environments to run side by side.", min=1, max=MOST_COUNT, panel=TRAINING),
    ] = None
    seed: Annotated[int | None, option("Seed of all random choices.", min=0, panel=TRAINING)] = None


@dataclass(frozen=True)
class HabitOptions:
    """Options that decide how a training is evaluated and saved, and where it runs."""

    evaluate_on: Annotated[
        str | None,
        option(
            "Evaluate on these levels, and keep the best.",
            "--eval-levels",
            metavar="SET",
            panel=EVALUATION,
            autocompletion=offer(in_list(find_level_sets)),
        ),
    ] = None
    evaluate_every: Annotated[
        int | None,
        option(
            "Steps between evaluations.",
            "--eval-every",
            min=1,
            metavar="STEPS",
            usual="1,000,000",
            panel=EVALUATION,
        ),
    ] = None
    episodes: Annotated[
        int | None,
        option(
            "Sampled episodes per level.",
            "--eval-episodes",
            min=0,
            max=MOST_COUNT,
            usual="4",
            panel=EVALUATION,
        ),
    ] = None
    moves: Annotated[
        int | None,
        option(
            "Moves after which such an episode is cut off.",
            "--eval-moves",
            min=1,
            max=MOST_COUNT,
            usual="100",
            panel=EVALUATION,
        ),
    ] = None
    patience: Annotated[
        int | None,
        option(
            "End after this many evaluations without a better; 0: never.",
            min=0,
            panel=EVALUATION,
        ),
    ] = None
    checkpoint_minutes: Annotated[
        float | None,
        option(
            "Minutes between checkpoints.",
            "--checkpoint-every",
            min=0,
            metavar="MINUTES",
            usual="10",
            panel=HOW,
        ),
    ] = None
    device: Annotated[
        str | None,
        option(
            "auto (a GPU if there is one), cpu or cuda.",
            metavar="DEVICE",
            usual="auto",
            panel=HOW,
            autocompletion=offer(("auto", "cpu", "cuda")),
        ),
    ] = None
    threads: Annotated[
        int | None,
        option(
            "Threads to play with and, without a GPU, to learn with.",
            min=1,
            max=1024,
            usual="1; with a GPU one for each processor",
            panel=HOW,
        ),
    ] = None
    compiled: Annotated[
        bool | None,
        option(
            "On a GPU, compile networks over planes: slower to start, then much faster.",
            "--compile/--no-compile",
            usual="no",
            panel=HOW,
        ),
    ] = None


def train_ppo(
    *,
    preset: Annotated[
        str | None,
        option(
            f"{PRESET_NAMES}.",
            metavar="PRESET",
            usual="paper",
            panel=TRAINING,
            autocompletion=offer(find_preset),
        ),
    ] = None,
    fields: RecipeOptions,
    changes: Annotated[
        list[str] | None,
        option(
            "Set any other field of the recipe. May be repeated.",
            "--set",
            metavar="FIELD=VALUE",
            panel=TRAINING,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        option(
            "Folder for the training.",
            "--output",
            "-o",
            metavar="DIR",
            usual="PRESET-SEED",
            panel=OUTPUT,
        ),
    ] = None,
    resume: Annotated[
        Path | None, option("Resume the training in this folder.", metavar="DIR", panel=HOW)
    ] = None,
    habits: HabitOptions,
    as_json: AsJson = False,
) -> None:
    """Train a policy by PPO with the adaptive KL penalty of "Efficient Solver", Algorithm 4.

    The folder gets checkpoints, a learning curve (metrics.jsonl) and event files for TensorBoard.
    Ctrl-C saves at once, and says how to resume; the result is the same as without it.
    """
    from babalab.learning.errors import require_learn_extra

    require_learn_extra("babalab train")
    from babalab.learning.training.training import Habits, Training

    chosen = given_options(fields)
    looked_after = given_options(habits)
    if resume is not None:
        _refuse({"preset": preset, "set": changes, "output": output, **chosen})
        training = Training.resume(resume, looked_after, steps=fields.steps)
    else:
        recipe = _make_recipe(preset or "paper", chosen, changes or [])
        folder = output or Path(f"{recipe.preset}-{recipe.seed}")
        command = shlex.join(["babalab", *sys.argv[1:]])
        threads = _choose_threads(looked_after.get("device", "auto"))
        training = Training(
            recipe, folder, Habits(**{"threads": threads, **looked_after, "command": command})
        )
    _use_threads(training.habits.threads)
    _follow(training, as_json)


def _make_recipe(preset: str, chosen: Mapping[str, Any], changes: list[str]) -> Recipe:
    from babalab.learning.training.recipe import parse_changes

    wanted = {**chosen, **parse_changes(changes)}
    if "steps" in wanted:
        wanted = {"whole_updates": False, **wanted}
    return preset_named(preset).changed(wanted)


def _refuse(options: Mapping[str, Any]) -> None:
    """Raise `BabalabError` if an option is given that a training can't be resumed with."""
    given = [name for name, value in options.items() if value not in (None, []) and name != "steps"]
    if given:
        raise BabalabError(
            f"--{given[0]} and --resume can't be together: a training goes on with the recipe it "
            "began with, and only --steps may change"
        )


def _choose_threads(device: str) -> int:
    """Return the threads that are fastest where nothing is known about the machine.

    Without a GPU that is one: networks of a recipe gain little by more, and wait for each other
    many times a millisecond, which takes ages where other programs are at work.
    """
    from babalab.learning.training.model import choose_device

    return CPUS if choose_device(device).type == "cuda" else 1


def _use_threads(threads: int) -> None:
    import torch

    torch.set_num_threads(threads)


def _follow(training: Training, as_json: bool) -> None:
    """Run a training to its end, or to Ctrl-C."""
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
    watcher = TrainingWatcher(recipe.total_steps, training.steps)
    try:
        with catch_interrupts("saving; again to stop at once") as asked:
            watch_training(training, watcher, stop=lambda: bool(asked), quiet=as_json)
    except KeyboardInterrupt:
        complain("stopped at once: what was saved last is safe")
        raise typer.Exit(ExitCode.INTERRUPTED) from None
    if as_json:
        emit_json(_summarize(training, watcher))
    if asked and not training.done:
        complain(
            f"interrupted after {training.steps:,} of {recipe.total_steps:,} steps, which are "
            "safe; "
            f"'{shlex.join(['babalab', 'train', 'ppo', '--resume', str(folder)])}' goes on"
        )
        raise typer.Exit(ExitCode.INTERRUPTED)
    if not as_json:
        print_summary(watcher, folder, training.seconds)


def _summarize(training: Training, watcher: TrainingWatcher) -> dict[str, Any]:
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
