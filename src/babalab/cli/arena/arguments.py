"""Options that the commands of the arena share.

Those commands import the arena when they run: its database library takes a while to load, which
the other commands need not wait for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from babalab.agents import split_specs
from babalab.cli.ui.arguments import parse_size
from babalab.levels import load_levels

if TYPE_CHECKING:
    from babalab.arena import SolveRecord

StoreAddress = Annotated[
    str | None,
    typer.Option(
        "--store",
        envvar="BABALAB_STORE",
        metavar="URL",
        help="Where results are kept: a file, or postgresql://HOST/DATABASE.",
        show_default="a file in your data folder",
    ),
]
LevelSet = Annotated[
    str | None,
    typer.Option(
        "--levels",
        metavar="SET",
        help="Only these levels: a pack, a file, file#id.",
        show_default="all that were tried",
    ),
]
Agents = Annotated[
    str | None,
    typer.Option(metavar="LIST", help="Only these agents, such as bfs,random:length=30."),
]
OfSeconds = Annotated[float | None, typer.Option(help="Only results with this limit of seconds.")]
OfIterations = Annotated[int | None, typer.Option(help="Only with this limit of iterations.")]
OfSteps = Annotated[int | None, typer.Option(help="Only with this limit of engine steps.")]
OfMemory = Annotated[
    int | None,
    typer.Option(parser=parse_size, metavar="SIZE", help="Only with this limit of memory."),
]


def given_limits(
    seconds: float | None, iterations: int | None, steps: int | None, memory: int | None
) -> dict[str, float | None]:
    """Return the limits of a budget that were asked for, by name."""
    limits = {"seconds": seconds, "iterations": iterations, "steps": steps, "memory": memory}
    return {name: limit for name, limit in limits.items() if limit is not None}


def named_agents(agents: str | None) -> list[str] | None:
    """Return the agents of a list as results name them."""
    from babalab.arena import known_as

    return None if agents is None else [known_as(spec) for spec in split_specs(agents)]


def stored_records(
    store: str | None,
    levels: str | None,
    agents: str | None,
    limits: dict[str, float | None],
) -> list[SolveRecord]:
    """Return the results in a store that were asked for, the newest of each attempt."""
    from babalab.arena import Store, find_records

    wanted = None if levels is None else load_levels(levels)
    with Store(store, read_only=True) as results:
        return find_records(results, levels=wanted, agents=named_agents(agents), limits=limits)
