"""The folder in which babalab keeps what belongs to the user."""

from __future__ import annotations

from pathlib import Path


def user_data_folder() -> Path:
    """Return the user's data folder; it need not exist yet."""
    import platformdirs

    return Path(platformdirs.user_data_dir("babalab", appauthor=False))
