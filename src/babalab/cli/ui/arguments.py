"""Arguments and options that several commands share."""

from __future__ import annotations

import os
import re
from typing import Annotated, Final

import typer

from babalab.base.budget import Budget
from babalab.cli.ui.completion import offer
from babalab.cli.ui.finders import find_level
from babalab.cli.ui.help_texts import HOW, LIMITS, OUTPUT
from babalab.cli.ui.options import MOST_WHOLE, argument, option
from babalab.execution.memory import half_of_memory

_SIZE = re.compile(r"(\d{1,15}(?:\.\d{1,15})?)\s*([KMGT]?)(?:i?B)?", re.IGNORECASE)
_UNITS = {"": 0, "K": 10, "M": 20, "G": 30, "T": 40}

LevelAddress = Annotated[
    str,
    argument(
        "A level: pack/name, a file, file#id or a one-line map, also with @moves behind it.",
        metavar="LEVEL",
        autocompletion=offer(find_level),
    ),
]
AsJson = Annotated[bool, option("Print JSON instead.", "--json", panel=OUTPUT)]
Seconds = Annotated[
    float | None,
    option("Give up after this many seconds.", min=0, metavar="SECONDS", panel=LIMITS),
]
Iterations = Annotated[
    int | None, option("Give up after expanding this many states.", min=0, panel=LIMITS)
]


def parse_size(text: str) -> int:
    """Return a size of memory such as ``500M`` in bytes."""
    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise typer.BadParameter(f"{text!r} is no size; write it like 500M or 4G")
    size = int(float(match[1]) * 2 ** _UNITS[match[2].upper()])
    if size > MOST_WHOLE:
        raise typer.BadParameter(f"{text!r} is more memory than any machine has")
    return size


Memory = Annotated[
    int | None,
    option(
        "Give up before using more than this, such as 500M or 4G.",
        parser=parse_size,
        metavar="SIZE",
        usual="half of this machine's",
        panel=LIMITS,
    ),
]
Threads = Annotated[int, option("Threads to search with.", min=1, max=1024, panel=HOW)]
Seed = Annotated[int, option("Seed of all random choices.", min=0, panel=HOW)]
Seeds = Annotated[
    int, option("Number of seeds to try every level with.", min=1, max=100_000, panel=HOW)
]
Force = Annotated[bool, option("Overwrite existing files.", "--force", panel=OUTPUT)]
FrameTime = Annotated[
    int, option("Milliseconds per frame of a GIF, at least 20.", min=20, max=60_000, panel=OUTPUT)
]
Scale = Annotated[
    int, option("Screen pixels per sprite pixel, 1 to 32.", min=1, max=32, panel=OUTPUT)
]
StoreAddress = Annotated[
    str | None,
    option(
        "Store of the results: a file, or postgresql://HOST/DATABASE.",
        "--store",
        envvar="BABALAB_STORE",
        metavar="STORE",
        usual="a file in your data folder",
        panel=OUTPUT,
    ),
]
Place = Annotated[
    str,
    option(
        "workers: processes of this machine; ray: a Ray started here with as many processors; "
        "ray://HOST:PORT, HOST:PORT or auto: all of a Ray cluster.",
        "--on",
        metavar="PLACE",
        panel=HOW,
        autocompletion=offer(("workers", "ray", "auto")),
    ),
]
CPUS: Final = os.cpu_count() or 1
ONE_EACH: Final = "one per processor"
"""The default number of processes in words, the same on every machine."""
Workers = Annotated[
    int,
    option(
        "Number of processes; 0 runs everything in this one, for debugging.",
        usual=ONE_EACH, min=0, max=1024, panel=HOW,
    ),
]  # fmt: skip
Processes = Annotated[int, option("Number of processes.", min=1, max=1024, panel=HOW)]
Patience = Annotated[
    float,
    option(
        "Seconds until work without a time limit is killed.", min=1, metavar="SECONDS", panel=HOW
    ),
]
Isolate = Annotated[
    bool,
    option(
        "Keep agents in files from all other files, the network and other processes (Linux).",
        "--isolate",
        panel=HOW,
    ),
]
Again = Annotated[bool, option("Also run what is stored, and replace it.", "--again", panel=HOW)]


def make_budget(seconds: float | None, iterations: int | None, memory: int | None) -> Budget:
    """Return the budget of a search as given on the command line."""
    limit = half_of_memory() if memory is None else memory
    return Budget(seconds=seconds, iterations=iterations, memory=limit)
