"""Limits of searches as results are found and told by."""

from __future__ import annotations

from babalab.generation.searching import Limits


def limits_key(limits: Limits) -> str:
    """The text by which results with the same limits are found.

    >>> limits_key(Limits(60)), limits_key(Limits(None, 5000))
    ('seconds=60.0', 'evaluations=5000')
    """
    given = {
        "seconds": None if limits.seconds is None else repr(float(limits.seconds)),
        "evaluations": limits.evaluations,
    }
    return " ".join(f"{name}={limit}" for name, limit in given.items() if limit is not None)


def limits_words(limits: Limits) -> str:
    """The same for people.

    >>> limits_words(Limits(2.5, 5000)), limits_words(Limits(None))
    ('2.5 s, 5,000 evaluations', 'no limit')
    """
    words = []
    if limits.seconds is not None:
        words.append(f"{limits.seconds:g} s")
    if limits.evaluations is not None:
        words.append(f"{limits.evaluations:,} evaluations")
    return ", ".join(words) or "no limit"
