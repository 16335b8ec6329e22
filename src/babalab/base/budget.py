"""Budgets: what a search may spend, the same for every kind of work."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a search; None is no limit.

    An *iteration* is what the papers count: for searches over nodes, one node expanded into its
    five children. A *step* is one turn played by the engine. Memory is in bytes, and is what the
    search keeps, not what the process occupies.

    >>> Budget(seconds=10, iterations=10_000) == COMPETITION
    True
    """

    seconds: float | None = None
    iterations: int | None = None
    steps: int | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        for name in self.__slots__:
            limit = getattr(self, name)
            if limit is not None and limit < 0:
                raise ValueError(f"a budget of {limit} {name} makes no sense; use 0 or more")

    @property
    def key(self) -> str:
        """Return the text by which results of this budget are found, whatever its number types.

        >>> Budget(seconds=10, iterations=10_000).key
        'seconds=10.0 iterations=10000'
        """
        limits = {name: getattr(self, name) for name in self.__slots__}
        if self.seconds is not None:
            limits["seconds"] = repr(float(self.seconds))
        return " ".join(f"{name}={limit}" for name, limit in limits.items() if limit is not None)

    @property
    def words(self) -> str:
        """Return the same for people.

        >>> Budget(seconds=2.5, iterations=10_000).words, Budget().words
        ('2.5 s, 10,000 iterations', 'no limit')
        """
        words = []
        if self.seconds is not None:
            words.append(f"{self.seconds:g} s")
        if self.iterations is not None:
            words.append(f"{self.iterations:,} iterations")
        if self.steps is not None:
            words.append(f"{self.steps:,} engine steps")
        if self.memory is not None:
            words.append(f"{self.memory / 2**20:,.4g} MiB")
        return ", ".join(words) or "no limit"


COMPETITION = Budget(seconds=10, iterations=10_000)
"""What the competition allows for a level."""
