"""What holds for all tests."""

from __future__ import annotations

from hypothesis import settings

from babalab.execution.nursery import load_in_advance

# Speed is not asserted in seconds: on a busy machine any example may take long.
settings.register_profile("babalab", deadline=None)
settings.load_profile("babalab")
# Tests run tasks of all kinds in one process, whichever come first.
load_in_advance("babalab.arena.plays", "babalab.generation.seeded_runs")
