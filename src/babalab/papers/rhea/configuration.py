"""RHEA configurations as the data of paper C names them: ``{population}-{length}-{budget}``.

A budget is a number of calls of the forward model, or a time as in ``10-15-40ms``. The text of the
paper says that the names begin with the length instead; its results agree with both.
"""

from __future__ import annotations

import re
from typing import Any, Final, Literal, NamedTuple

from babalab.arena.errors import ArenaError
from babalab.planning.move_limits import move_limits

_WRITTEN = re.compile(r"(\d+)-(\d+)-(\d+)(ms)?")

Sizes = Literal["population-length", "length-population"]
"""The order of sizes in names: as in the data of the paper, or as in its text."""


class Configuration(NamedTuple):
    """The number of plans, their length, and the budget before a move."""

    population: int
    length: int
    calls: int
    milliseconds: int = 0
    """A time instead of calls; 0 means calls."""
    sizes: Sizes = "population-length"
    """How its name is written."""

    def __str__(self) -> str:
        budget = f"{self.milliseconds}ms" if self.milliseconds else str(self.calls)
        sizes = {"population": self.population, "length": self.length}
        return "-".join([*(str(sizes[size]) for size in self.sizes.split("-")), budget])

    @property
    def budget(self) -> dict[str, Any]:
        """Return the budget before a move, as parameters of any planner."""
        return move_limits(self.calls, self.milliseconds)

    @classmethod
    def parse(cls, text: str, sizes: Sizes = "population-length") -> Configuration:
        """Parse a configuration.

        >>> Configuration.parse("10-15-1000")[:3]
        (10, 15, 1000)
        >>> Configuration.parse("10-15-1000", "length-population")[:3]
        (15, 10, 1000)
        """
        found = _WRITTEN.fullmatch(text.strip())
        if found is None:
            raise ArenaError(
                f"{text!r} is no configuration; write {sizes.upper()}-CALLS as in 10-15-1000, "
                "or a time as in 10-15-40ms"
            )
        *written, spent = map(int, found.groups()[:3])
        order = dict(zip(sizes.split("-"), written, strict=True))
        if found[4] and not spent:
            raise ArenaError(f"{text!r}: with no time nobody can plan; write 10-15-40ms")
        budget = (0, spent) if found[4] else (spent, 0)
        return cls(order["population"], order["length"], *budget, sizes)


CONFIGURATIONS: Final = tuple(
    Configuration(population, length, calls)
    for population, length in ((5, 10), (10, 15))
    for calls in (500, 1000, 5000)
)
"""Those of the paper's Table II."""
USUAL: Final = Configuration(10, 15, 1000)
"""That of its Fig. 1, in which the fixed operators are screened."""
