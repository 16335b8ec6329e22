"""Run paper D's searches for maps with seconds of the processor instead of the clock.

    python tools/maps_in_processor_time.py --problems sokoban --algorithms gbfs --store maps.db

On a machine that has other work, a search of 60 such seconds judges as many maps as one of 60
seconds on an idle machine. `babalab reproduce fig-d1 --store maps.db` with the same options then
finds all searches in the store and prints the table with its verdicts. The store should be one of
its own, since it does not tell these seconds from others.
"""

from __future__ import annotations

import argparse
import time

from babalab.papers import Laboratory
from babalab.papers.map_generation.experiments import FigureD1


def main() -> None:
    """Run the searches one after the other, in this process."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name, default in (
        ("problems", "binary,zelda,sokoban"),
        ("representations", "narrow,turtle,wide"),
        ("algorithms", "bfs,dfs,gbfs,mcts,hill-climbing,annealing,es,ga"),
        ("follow", "text"),
    ):
        parser.add_argument(f"--{name}", default=default)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--runs", type=int, default=30)
    parser.add_argument("--store", required=True)
    wanted = parser.parse_args()
    time.perf_counter = time.process_time
    figure = FigureD1(
        problems=tuple(wanted.problems.split(",")),
        representations=tuple(wanted.representations.split(",")),
        algorithms=tuple(wanted.algorithms.split(",")),
        follow=wanted.follow,
        seconds=wanted.seconds,
        runs=wanted.runs,
    )
    for row in figure.run(Laboratory(wanted.store)).rows:
        print(*row)


if __name__ == "__main__":
    main()
