"""Options that the commands of the arena share.

Those commands import the arena when they run: its database library takes a while to load, which
the other commands need not wait for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from babalab.agents import split_specs
from babalab.cli.ui.arguments import parse_size
from babalab.cli.ui.completion import offer, offer_in
from babalab.cli.ui.finders import find_level_sets, find_stored_agents
from babalab.cli.ui.options import given_options, option
from babalab.levels import load_levels

if TYPE_CHECKING:
    from babalab.arena import SolveRecord

LevelSet = Annotated[
    str | None,
    option(
        "Only these levels: a pack, a file or file#id.",
        "--levels",
        "-l",
        metavar="SET",
        usual="all that were tried",
        autocompletion=offer(find_level_sets),
    ),
]
Agents = Annotated[
    list[str] | None,
    option(
        "Only these agents, such as bfs,random:length=30. May be repeated.",
        "--agents",
        "-a",
        metavar="LIST",
        former="--agent",
        autocompletion=offer_in(find_stored_agents),
    ),
]


@dataclass(frozen=True)
class LimitFilter:
    """A filter of results by the limits they were made under."""

    seconds: Annotated[
        float | None, option("Only results with this limit of seconds.", min=0, metavar="SECONDS")
    ] = None
    iterations: Annotated[
        int | None, option("Only results with this limit of iterations.", min=0)
    ] = None
    steps: Annotated[int | None, option("Only results with this limit of engine steps.", min=0)] = (
        None
    )
    memory: Annotated[
        int | None,
        option("Only results with this limit of memory.", parser=parse_size, metavar="SIZE"),
    ] = None


def load_results(
    store: str | None, levels: str | None, agents: list[str] | None, limits: LimitFilter
) -> list[SolveRecord]:
    """Return the results in a store that were asked for, the newest of each attempt."""
    from babalab.arena import Store, find_agent_spec, find_records

    wanted = None if levels is None else load_levels(levels)
    with Store(store, read_only=True) as results:
        return find_records(
            results,
            levels=wanted,
            agents=None
            if agents is None
            else [find_agent_spec(spec) for text in agents for spec in split_specs(text)],
            limits=given_options(limits),
        )
