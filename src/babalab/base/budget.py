"""Budgets: the limits of a search, the same for every kind of work."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Self


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a search; None is no limit.

    An *iteration* is what the papers count: for searches over nodes, one node expanded into its
    five children. A *step* is one turn played by the engine. Memory is in bytes, and counts what
    the search keeps, not what the process occupies. An *evaluation* is one map judged in a search
    for maps.

    >>> Budget(seconds=10, iterations=10_000) == COMPETITION
    True
    """

    seconds: float | None = None
    iterations: int | None = None
    steps: int | None = None
    memory: int | None = None
    evaluations: int | None = None

    def __post_init__(self) -> None:
        for name, limit in self.limits.items():
            if limit is not None and limit < 0:
                raise ValueError(f"a budget of {limit} {name} makes no sense; use 0 or more")

    @property
    def limits(self) -> dict[str, float | None]:
        """Return all limits by name."""
        return {name: getattr(self, name) for name in self.__slots__}

    @property
    def key(self) -> str:
        """Return the text by which results of this budget are stored, whatever its number types.

        Stores have it in their rows, so its form must never change.

        >>> Budget(seconds=10, iterations=10_000).key
        'seconds=10.0 iterations=10000'
        """
        limits: dict[str, object] = {**self.limits}
        if self.seconds is not None:
            limits["seconds"] = repr(float(self.seconds))
        return " ".join(f"{name}={limit}" for name, limit in limits.items() if limit is not None)

    @property
    def words(self) -> str:
        """Return the limits in words.

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
        if self.evaluations is not None:
            words.append(f"{self.evaluations:,} evaluations")
        return ", ".join(words) or "no limit"

    def as_json(self) -> dict[str, float | None]:
        """Return the limits by name; that of evaluations only if there is one."""
        return {
            name: limit
            for name, limit in self.limits.items()
            if name != "evaluations" or limit is not None
        }

    def within(self, other: Budget) -> Self:
        """Return the budget that keeps to both.

        >>> Budget(seconds=10, steps=5).within(Budget(seconds=2)).words
        '2 s, 5 engine steps'
        """
        if not isinstance(other, Budget):
            raise TypeError(
                f"a budget is needed, such as Budget(seconds=10), and not {other!r}; limits can "
                "also be given by name, as in seconds=10"
            )
        tighter: dict[str, Any] = {}
        for name, limit in self.limits.items():
            both = [each for each in (limit, getattr(other, name)) if each is not None]
            tighter[name] = min(both, default=None)
        return replace(self, **tighter)

    def allow_only(self, *names: str) -> Self:
        """Return the budget; raise `ValueError` if it limits anything but these.

        For work that does not count the rest, and so could not keep to its limits.
        """
        for name, limit in self.limits.items():
            if limit is not None and name not in names:
                allowed = " and ".join(names)
                raise ValueError(f"{name}={limit}: here a budget limits {allowed} only")
        return self


COMPETITION = Budget(seconds=10, iterations=10_000)
"""The budget that the competition allows for a level."""
