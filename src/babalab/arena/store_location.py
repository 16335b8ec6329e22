"""Where results are kept if nothing else is said. Needs no database library."""

from __future__ import annotations

import os
from pathlib import Path

import platformdirs

ENVIRONMENT_VARIABLE = "BABALAB_STORE"


def default_store() -> str:
    """Return the default store: $BABALAB_STORE, else a file in the user's data folder."""
    folder = Path(platformdirs.user_data_dir("babalab", appauthor=False))
    return os.environ.get(ENVIRONMENT_VARIABLE) or str(folder / "results.db")
