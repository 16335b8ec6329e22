"""`babalab games run`: let planners play a game, and keep what comes of it."""

from __future__ import annotations

import os
from typing import Annotated

import typer

from babalab.agents import split_specs
from babalab.cli.console import emit
from babalab.cli.exit_codes import ExitCode
from babalab.cli.game_arguments import ALL, GameSource, chosen_levels, named_game
from babalab.cli.games_watch import watch_play


def run_games(game: GameSource, agent: Annotated[list[str], typer.Option()], watch: bool = False) -> None:
    """x"""
