"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

# Speed is not asserted in seconds: on a busy machine any example may take long.
settings.register_profile("babalab", deadline=None)
settings.load_profile("babalab")
