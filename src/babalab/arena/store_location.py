"""Where results are kept if nothing else is said. Needs no database library."""

from __future__ import annotations

import os

from babalab.base.data_folder import user_data_folder

ENVIRONMENT_VARIABLE = "BABALAB_STORE"


def default_store() -> str:
    """Return the default store: $BABALAB_STORE, else a file in the user's data folder."""
    return os.environ.get(ENVIRONMENT_VARIABLE) or str(user_data_folder() / "results.db")
