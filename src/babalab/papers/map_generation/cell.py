"""A cell of the figures: all runs of an algorithm in a representation on a problem."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from babalab.base.statistics import Rate, Sample, mean
from babalab.generation.study.generating import GenerationRecord
from babalab.generation.study.method import Method


@dataclass(frozen=True)
class FigureCell:
    """The results of a method's runs, at least one. A run that failed has found no map."""

    method: Method
    records: Sequence[GenerationRecord]

    @property
    def playable(self) -> Rate:
        """Return how many runs reached the goal."""
        return Rate(sum(each.reached for each in self.records), len(self.records))

    @property
    def depths(self) -> list[int]:
        """Return the depth of the deepest node of each run."""
        return [each.depth for each in self.records]

    @property
    def depth(self) -> Sample:
        """Return the same as a sample."""
        return Sample.of(self.depths)

    @property
    def seconds(self) -> Sample:
        """Return the seconds of all runs, those that found nothing among them."""
        return Sample.of([each.seconds for each in self.records])

    @property
    def evaluations(self) -> Sample:
        """Return the number of maps judged in a run."""
        return Sample.of([each.evaluations for each in self.records])

    @property
    def pace(self) -> float:
        """Return evaluations per second, the algorithm's own work included in the time."""
        seconds = math.fsum(each.seconds for each in self.records)
        return sum(each.evaluations for each in self.records) / seconds if seconds else 0.0

    @property
    def shares(self) -> list[float]:
        """Return the share of its limit that each run needed."""
        return [_measure_share(each) for each in self.records]

    @property
    def failures(self) -> int:
        """Return how many runs failed, or ended early for want of memory, say."""
        return sum(each.error is not None for each in self.records)

    @property
    def best(self) -> GenerationRecord | None:
        """Return the run with the best map, the first of equals."""
        drawn = [each for each in self.records if each.map]
        return max(drawn, key=lambda each: (each.reached, each.fitness, -each.seed), default=None)

    def as_json(self) -> dict[str, Any]:
        """Return everything in types JSON knows."""
        return {
            "problem": self.method.problem,
            "representation": self.method.representation,
            "algorithm": self.method.algorithm,
            "runs": len(self.records),
            "reached": self.playable.wins,
            "playability": self.playable.rate,
            "interval": list(self.playable.interval),
            "depth": self.depth._asdict(),
            "seconds": self.seconds._asdict(),
            "evaluations": self.evaluations._asdict(),
            "evaluations_per_second": self.pace,
            "spent": mean(self.shares),
            "failures": self.failures,
        }


def _measure_share(record: GenerationRecord) -> float:
    shares = [
        used / most
        for used, most in (
            (record.seconds, record.max_seconds),
            (record.evaluations, record.max_evaluations),
        )
        if most
    ]
    return min(1.0, max(shares, default=0.0))
