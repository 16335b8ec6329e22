"""Make the pack ``forge``: ``python -m babalab.generation.forge --output forge.toml``.

This takes about half an hour on one processor, and makes the same file on any number of them.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from babalab.base.errors import BabalabError
from babalab.execution.choosing import WORKERS, choose_trusted_executor
from babalab.generation.forge.candidates import forge_candidates
from babalab.generation.forge.curation import curate
from babalab.generation.forge.writing import format_pack
from babalab.levels import handmade_packs, load_levels

SEED: Final = 1
EACH: Final = 26
CANDIDATES: Final = {1: 60, 2: 51, 3: 49, 4: 41, 5: 27}
"""Levels of each class to choose from."""
TITLE: Final = "Forge"
DESCRIPTION: Final = "Made by a program, proved by the champion, a choice of all that can happen."
ORDER: Final = 6


def main() -> None:
    """Make the levels and write the file."""
    arguments = _parse_arguments()
    ours = [level for pack in handmade_packs() for level in pack.levels]
    try:
        without = [level for address in arguments.without for level in load_levels(address)]
        executor = choose_trusted_executor(arguments.on, arguments.workers)
    except BabalabError as error:
        sys.exit(str(error))
    candidates = {
        class_: arguments.candidates or CANDIDATES[class_] for class_ in arguments.classes
    }
    found = forge_candidates(
        arguments.seed, candidates, executor, lambda line: print(line, file=sys.stderr)
    )
    names = {level.name for level in ours}
    levels = curate(found, [*ours, *without], arguments.each, names)
    arguments.output.write_text(format_pack(TITLE, DESCRIPTION, ORDER, levels), encoding="utf-8")
    print(f"{len(levels)} levels in {arguments.output}", file=sys.stderr)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m babalab.generation.forge", description=__doc__)
    for option, default, text in (
        ("--seed", SEED, "the seed of all random choices"),
        ("--each", EACH, "levels of each class"),
        ("--workers", 1, "processes"),
    ):
        parser.add_argument(option, type=int, default=default, help=f"{text}; default {default}")
    parser.add_argument(
        "--on", default=WORKERS, help="workers, ray, or the address of a Ray cluster"
    )
    parser.add_argument("--candidates", type=int, help="levels of each class to choose from")
    parser.add_argument("--classes", type=int, nargs="+", choices=CANDIDATES, default=CANDIDATES)
    parser.add_argument(
        "--without", nargs="*", default=[], help="sets whose levels are not to be made again"
    )
    parser.add_argument("--output", type=Path, required=True, help="the file to write")
    return parser.parse_args()


if __name__ == "__main__":
    main()
