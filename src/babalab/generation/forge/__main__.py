"""Make the pack ``forge``: ``python -m babalab.generation.forge --output forge.toml``.

Takes an hour or so on four processors, and makes the same file on any number of them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import signal
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Final

from babalab.game.level import Level
from babalab.generation.baba.finishing import Finished
from babalab.generation.forge.curation import chosen, forms, is_new
from babalab.generation.forge.forging import CLASSES, forge, numbers_of
from babalab.generation.forge.naming import named, slug
from babalab.generation.forge.writing import pack_text
from babalab.levels import load_levels, packs

SEED: Final = 1
EACH: Final = 25
CANDIDATES: Final = 40
"""To choose from, for each class."""
NAME: Final = "forge"
TITLE: Final = "Forge"
DESCRIPTION: Final = "Levels the generator made and the champion proved, from every class."
ORDER: Final = 6


def main() -> None:
    """Make the levels and write the file."""
    wishes = _wishes()
    with ProcessPoolExecutor(
        wishes.workers, multiprocessing.get_context("spawn"), initializer=_ignore_interrupts
    ) as executor:
        found = [
            done
            for class_ in range(1, CLASSES + 1)
            for done in _candidates(executor, wishes, class_)
        ]
    others = [level for pack in packs() if pack.name != NAME for level in pack.levels]
    without = [level for address in wishes.without for level in load_levels(address)]
    levels = curated(found, [*others, *without], wishes.each, {level.name for level in others})
    wishes.output.write_text(pack_text(TITLE, DESCRIPTION, ORDER, levels), encoding="utf-8")
    print(f"{len(levels)} levels in {wishes.output}", file=sys.stderr)


def curated(
    found: Iterable[Finished], known: Iterable[Level], each: int, names: Iterable[str]
) -> list[Level]:
    """The best of what was found that is not known yet, with names not taken yet."""
    old, taken = forms(known), set(names)
    levels = []
    for done in chosen([done for done in found if is_new(done.level, old)], each):
        name = named(done.level, taken)
        taken.add(name)
        levels.append(replace(done.level, name=name, id=slug(name), author="babalab"))
    return levels


def _candidates(
    executor: ProcessPoolExecutor, wishes: argparse.Namespace, class_: int
) -> Iterator[Finished]:
    """The first levels of a class that come out, in the order of their numbers."""
    waiting: deque[Future[Finished | None]] = deque()
    left = wishes.candidates
    for number in numbers_of(class_):
        waiting.append(executor.submit(forge, wishes.seed, number))
        if len(waiting) <= 2 * wishes.workers:  # so that nobody waits for the slowest
            continue
        done = waiting.popleft().result()
        if done is not None:
            left -= 1
            print(f"class {class_}: {left} to go", file=sys.stderr)
            yield done
        if not left:
            break
    for future in waiting:
        future.cancel()


def _wishes() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m babalab.generation.forge", description=__doc__)
    parser.add_argument("--output", type=Path, required=True, help="the file to write")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--each", type=int, default=EACH, help="levels of each class")
    parser.add_argument(
        "--candidates", type=int, default=CANDIDATES, help="levels to choose those from"
    )
    parser.add_argument("--workers", type=int, default=1, help="processes")
    parser.add_argument(
        "--without", nargs="*", default=[], help="sets no level of which shall be made again"
    )
    return parser.parse_args()


def _ignore_interrupts() -> None:
    # Ctrl-C is for the process that waits for this one, which then ends it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    main()
