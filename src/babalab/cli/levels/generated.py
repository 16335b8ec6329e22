"""Levels of Baba that were made: what a set says of them, and a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from rich.table import Column, Table
from rich.text import Text

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
    table = Table(
        Column("level", justify="right", no_wrap=True),
        Column("moves", justify="right", no_wrap=True),
        Column("class", justify="right", no_wrap=True),
        Column("score", justify="right", no_wrap=True),
        Column("mechanics"),
        Column("solution", overflow="fold"),
        box=None,
        pad_edge=False,
    )
    for number, made in enumerate(making.maps, start=1):
        if made.finished is None:
            continue
        about, moves = made.finished, made.finished.level.solution
        table.add_row(
            str(number),
            f"{len(moves)}{'' if about.shortest else '*'}",
            str(about.difficulty.class_),
            f"{about.difficulty.score:.0f}",
            Text(" ".join(about.mechanics)),
            Text(moves),
        )
    if any(made.finished and not made.finished.shortest for made in making.maps):
        table.caption = "* perhaps not a shortest solution"
    return table
