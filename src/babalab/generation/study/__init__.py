"""Searches for maps as the arena runs them: planned, attempted, stored, summarized."""

from babalab.generation.study.method import Method
from babalab.generation.study.plan import (
    GenerationPlan,
    PlannedGeneration,
    carry_out_generations,
    make_generation_plan,
)
from babalab.generation.study.records import (
    GenerationRecord,
    add_generation,
    generation_records,
)
from babalab.generation.study.task import GenerationAttempt, GenerationTask

__all__ = [
    "GenerationAttempt",
    "GenerationPlan",
    "GenerationRecord",
    "GenerationTask",
    "Method",
    "PlannedGeneration",
    "add_generation",
    "carry_out_generations",
    "generation_records",
    "make_generation_plan",
]
