"""RHEA configurations as paper C writes them: ``{length}-{population}-{budget}``."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from babalab.arena.errors import ArenaError

_WRITTEN = re.compile(r"(\d+)-(\d+)-(\d+)")


class Configuration(NamedTuple):
    """How long plans are, how many there are, and how many calls may be made before a move."""

    length: int
    population: int
    calls: int

    def __str__(self) -> str:
        return "-".join(map(str, self))

    @classmethod
    def parse(cls, text: str) -> Configuration:
        """The configuration so written.

        >>> Configuration.parse("10-15-1000")
        Configuration(length=10, population=15, calls=1000)
        """
        found = _WRITTEN.fullmatch(text.strip())
        if found is None:
            raise ArenaError(
                f"{text!r} is no configuration; write LENGTH-POPULATION-CALLS as in 10-15-1000"
            )
        return cls(*map(int, found.groups()))


CONFIGURATIONS: Final = tuple(
    Configuration(length, population, calls)
    for length, population in ((5, 10), (10, 15))
    for calls in (500, 1000, 5000)
)
"""Those of the paper's Table II."""
QUICK_CONFIGURATIONS: Final = tuple(each for each in CONFIGURATIONS if each.calls == 500)
"""To see that everything works."""
USUAL: Final = Configuration(10, 15, 1000)
"""That of its Fig. 1, in which the fixed operators are screened."""
LOGGED: Final = Configuration(5, 10, 1000)
"""That of its Table III and Figs. 2 and 3."""
