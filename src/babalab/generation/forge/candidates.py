"""Candidates for the pack: the first levels of every class, the same on any executor.

The level of a number depends on the seed and the number alone, and the candidates of a class are
the first levels in the order of their numbers, whenever they were done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial

from babalab.execution.call import call_each
from babalab.execution.executor import Executor
from babalab.generation.baba.finishing import FinishedLevel
from babalab.generation.forge.forging import forge, list_numbers


def forge_candidates(
    seed: int, counts: Mapping[int, int], executor: Executor, tell: Callable[[str], None]
) -> list[FinishedLevel]:
    """Forge levels until there are as many of each class as `counts` says; call `tell` for each."""
    found: list[FinishedLevel] = []
    with executor:
        for class_, wanted in counts.items():
            missing = wanted
            with closing(call_each(executor, partial(forge, seed), list_numbers(class_))) as coming:
                for number, done in zip(list_numbers(class_), coming, strict=False):
                    if done is None:
                        continue
                    found.append(done)
                    tell(f"class {class_}, number {number}: {done.level.line}")
                    missing -= 1
                    if not missing:
                        break
    return found
