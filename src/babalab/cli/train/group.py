"""`babalab train`: train a policy to play, and export what it learned."""

from __future__ import annotations

import typer

from babalab.cli.ui.exit_codes import EPILOG
from babalab.cli.ui.help_texts import PlainGroup
from babalab.cli.ui.lazy_commands import make_group

COMMANDS = {
    "ppo": (
        "ppo:train_ppo",
        'Train a policy by PPO with the adaptive KL penalty of "Efficient Solver", Algorithm 4.',
    ),
    "show": (
        "show:show_trained",
        "Show what was trained and how: recipe, command, steps, time, scores.",
    ),
    "export": (
        "export:export",
        "Export the policy of a training: its weights, its recipe, and how it was made.",
    ),
}

train_group = make_group(
    typer.Typer(
        cls=PlainGroup, help="Train a policy to play, and export what it learned.", epilog=EPILOG
    ),
    __package__,
    COMMANDS,
)
