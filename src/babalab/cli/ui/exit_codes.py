"""Exit codes, the same for all commands."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    """The exit codes of all commands."""

    YES = 0
    """Done; solved; the moves win; everything is valid."""
    NO = 1
    """Answered in the negative: unsolvable, the moves don't win, mismatches, invalid levels,
    every attempt failed."""
    BAD_INPUT = 2
    """Wrong usage, or input that is no level, no move, no file."""
    UNDECIDED = 3
    """The budget was used up before there was an answer."""
    FAULT = 70
    """A fault of ours; run again with BABALAB_DEBUG=1 and report what it prints."""
    INTERRUPTED = 130
    """Ctrl-C."""
    CLOSED_PIPE = 141
    """The reader of our output closed it."""


EPILOG = (
    "Exit codes: 0 done, solved, valid · 1 no (unsolvable, does not win, mismatches, invalid, "
    "every attempt failed) · 2 bad input · 3 budget used up · 70 a fault of ours · 130 Ctrl-C · "
    "141 closed pipe"
)
