"""RHEA configurations as paper C writes them: ``{length}-{population}-{budget}``.

A budget is a number of calls of the forward model, or a time as in ``10-15-40ms``.
"""

from __future__ import annotations

import re
from typing import Any, Final, NamedTuple

from babalab.arena.errors import ArenaError
from babalab.planning.move_limits import move_limits

_WRITTEN = re.compile(r"(\d+)-(\d+)-(\d+)(ms)?")


class Configuration(NamedTuple):
    """The length of plans, their number, and the budget before a move."""

    length: int
    population: int
    calls: int
    milliseconds: int = 0
    """A time instead of calls; 0 means calls."""

    def __str__(self) -> str:
        budget = f"{self.milliseconds}ms" if self.milliseconds else str(self.calls)
        return f"{self.length}-{self.population}-{budget}"

    @property
    def budget(self) -> dict[str, Any]:
        """Return the budget before a move, as parameters of any planner."""
        return move_limits(self.calls, self.milliseconds)

    @classmethod
    def parse(cls, text: str) -> Configuration:
        """Parse a configuration.

        >>> Configuration.parse("10-15-1000")
        Configuration(length=10, population=15, calls=1000, milliseconds=0)
        """
        found = _WRITTEN.fullmatch(text.strip())
        if found is None:
            raise ArenaError(
                f"{text!r} is no configuration; write LENGTH-POPULATION-CALLS as in 10-15-1000, "
                "or a time as in 10-15-40ms"
            )
        length, population, spent = map(int, found.groups()[:3])
        if found[4]:
            if not spent:
                raise ArenaError(f"{text!r}: with no time nobody can plan; write 10-15-40ms")
            return cls(length, population, 0, spent)
        return cls(length, population, spent)


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
