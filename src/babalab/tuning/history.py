"""The history of a tuning run: its settings and evaluations, in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from babalab.base.parameters import Value


@dataclass(frozen=True)
class Evaluation:
    """A point of the parameter space, and how the agent did there."""

    number: int
    """From 0, in the order the optimiser asked."""
    point: Mapping[str, Value]
    """The varied values by name; a number of a vector is called ``weights[goals]``."""
    spec: str
    """The agent with these parameters, as `make_agent` reads it."""
    objectives: Mapping[str, float]
    """By name, in their own units; `OBJECTIVES` says which are the better the larger."""
    fitness: float
    """The paper's, also where something else was optimised: solved share of the levels times the
    iterations allowed, and the iterations left over on average."""
    solved: int
    attempts: int
    """Levels times seeds."""
    iterations: float
    """On average, over all attempts."""
    seconds: float
    length: float | None
    """On average, over what was solved; None if nothing was."""
    failed: int = 0
    """Attempts that came to nothing even when repeated."""
    refused: str | None = None
    """Why there is no agent with these parameters; then nothing was attempted, and all counts as
    failed."""


@dataclass(frozen=True)
class History:
    """A run: all there is to draw pictures of."""

    name: str
    settings: Mapping[str, Any]
    """As JSON knows them: agent, optimizer, levels, evaluations, objectives, budget, seed, …"""
    evaluations: Sequence[Evaluation]
