"""The base of all errors that a person can cause, and the error about a missing extra."""

from __future__ import annotations


class BabalabError(Exception):
    """Base of every error that is about the user's input rather than a fault in babalab.

    >>> from babalab import load_level
    >>> try:
    ...     load_level("first-steps/acros")
    ... except BabalabError as error:
    ...     print(error)
    first-steps (10 levels) has no level 'acros'; did you mean 'across'?
    """


class MissingExtraError(BabalabError):
    """A feature that needs a package which is not installed; says how to install it."""

    def __init__(self, what: str, extra: str) -> None:
        from babalab.base.extras import format_install  # seldom needed, and slow to load

        super().__init__(f"{what} needs the extra babalab[{extra}]: {format_install(extra)}")


def require_extra(what: str, extra: str) -> None:
    """Raise `MissingExtraError` unless an extra's packages are installed; import none of them.

    `what` names the feature that needs them.
    """
    from babalab.base.extras import EXTRAS

    if not EXTRAS[extra].installed:
        raise MissingExtraError(what, extra)
