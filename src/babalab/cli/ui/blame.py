"""Errors of users' code: told as theirs, with their file and line, and never as faults of ours."""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Iterator
from pathlib import Path

import typer

from babalab.base.errors import BabalabError
from babalab.cli.ui.streams import print_traceback_if_asked


@contextlib.contextmanager
def blame(source: str) -> Iterator[None]:
    """Turn errors raised in here into errors of the user's file, if `source` names one."""
    try:
        yield
    except (BabalabError, typer.Exit):
        raise
    except Exception as error:
        if ".py" not in source:
            raise
        print_traceback_if_asked()
        last = traceback.extract_tb(error.__traceback__)[-1]
        place = f"{Path(last.filename).name}:{last.lineno}"
        raise BabalabError(f"{source}: {type(error).__name__}: {error} ({place})") from error
