"""Searches for maps as the arena runs them: planned, attempted, stored, summarized."""

from babalab.generation.study.generating import (
    GENERATING,
    GenerationAttempt,
    GenerationPlan,
    GenerationRecord,
    GenerationResult,
    GenerationTask,
    MapStudy,
)
from babalab.generation.study.method import Method

__all__ = [
    "GENERATING",
    "GenerationAttempt",
    "GenerationPlan",
    "GenerationRecord",
    "GenerationResult",
    "GenerationTask",
    "MapStudy",
    "Method",
]
