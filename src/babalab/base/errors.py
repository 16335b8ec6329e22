"""The base of all errors that a person can cause, and the error about a missing extra."""

from __future__ import annotations

from importlib.util import find_spec


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
    """A feature that needs a package which is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} needs an extra: pip install 'babalab[{extra}]'")


def require_extra(what: str, extra: str, *packages: str) -> None:
    """Raise `MissingExtraError` unless all `packages` are installed; import none of them.

    `what` names the feature that needs them, `extra` the extra of babalab's that installs them.
    """
    if any(find_spec(package) is None for package in packages):
        raise MissingExtraError(what, extra)
