"""Run hostile cases: a part of them, all, or those that are named."""

from __future__ import annotations

import argparse
import faulthandler
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator

from support.hostile.case import Case
from support.hostile.core import SANITIZED
from support.hostile.generate import choose_part, generate_cases
from support.hostile.recipes import World
from support.hostile.sanitized import environment_for, find_core
from support.hostile.server import run_cases, run_here

LINES = 40
"""How much is printed of what a case said."""


def main() -> int:
    """Run what the command line asks for and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m support.hostile", description=__doc__)
    parser.add_argument("cases", nargs="*", help="run only these, in this very process")
    parser.add_argument("--all", action="store_true", help="every case, not a part of them")
    parser.add_argument("--only", default="", metavar="TEXT", help="cases with this in their names")
    parser.add_argument("--sanitized", action="store_true", help="attack the sanitized core")
    parser.add_argument("--list", action="store_true", help="print names, run nothing")
    parser.add_argument("--jobs", type=int, default=2, help="cases at a time (default 2)")
    options = parser.parse_args()
    if options.sanitized and not SANITIZED:
        core = find_core()
        if not core:
            parser.error("there is no sanitized core: `make sanitized-core` builds it")
        command = [sys.executable, "-m", "support.hostile", *sys.argv[1:]]
        os.execve(sys.executable, command, environment_for(core))
    world = World()
    # Never all of them at once: a forked process begins with the memory of this one.
    cases = (each for each in generate_cases(world) if options.only in each.name)
    if options.cases:
        return _run_alone(options.cases, cases, world)
    if not options.all and not options.only:
        cases = choose_part(cases)
    if options.list:
        for case in cases:
            print(case.name)
        return 0
    return _run(cases, world, options.jobs)


def _run_alone(names: list[str], cases: Iterable[Case], world: World) -> int:
    if not SANITIZED:
        faulthandler.enable()
    for case in cases:
        if case.name in names:
            run_here(case, world)
    return 0


def _run(cases: Iterable[Case], world: World, jobs: int) -> int:
    begun = time.monotonic()
    faults = 0
    kinds: Counter[str] = Counter()

    def counted() -> Iterator[Case]:
        for case in cases:
            kinds[case.kind] += 1
            yield case

    for fault in run_cases(counted(), world, jobs):
        faults += 1
        print(f"{fault.how}\t{fault.case.kind}\t{fault.case.name}")
        print("\n".join(f"    {line}" for line in fault.words.splitlines()[:LINES]), flush=True)
    print(
        f"{faults} faults in {kinds.total()} cases, {time.monotonic() - begun:.0f} s:",
        ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items())),
    )
    return 1 if faults else 0


if __name__ == "__main__":
    status = main()
    sys.stdout.flush()
    os._exit(status)  # what hostile cases have left behind must not be asked to end in order
