"""Levels of Baba that were made: what a set says of them, and a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rich.table import Column, Table

from babalab.cli.ui.tables import add_row, make_table, numbers

if TYPE_CHECKING:
    from babalab.game.level import Level
    from babalab.generation import MadeMap, Making


def level_of(making: Making, made: MadeMap) -> Level:
    """A level as it stands in a set: numbered, with its solution and mechanics."""
    assert made.finished is not None
    number = next(place for place, each in enumerate(making.maps, start=1) if each is made)
    name = f"{making.searches.algorithm.name} {made.seed}"
    return replace(made.finished.level, id=str(number), name=name, author="babalab")


def levels_of(making: Making) -> list[Level]:
    """All levels that were made."""
    return [level_of(making, made) for made in making.maps if made.finished is not None]


def levels_table(making: Making) -> Table:
    """A line for each level: how long, how hard, by what means, and how it is solved."""
    table = make_table(
        *map(numbers, ("level", "moves", "class", "score")),
        "mechanics",
        Column("solution", overflow="fold"),
    )
    for number, made in enumerate(making.maps, start=1):
        if made.finished is None:
            continue
        about, moves = made.finished, made.finished.level.solution
        add_row(
            table,
            str(number),
            f"{len(moves)}{'' if about.shortest else '*'}",
            str(about.difficulty.class_),
            f"{about.difficulty.score:.0f}",
            " ".join(about.mechanics),
            moves,
        )
    if any(made.finished and not made.finished.shortest for made in making.maps):
        table.caption = "* perhaps not a shortest solution"
    return table
